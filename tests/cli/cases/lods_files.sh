# --lods-as files: a level that begins where the file before it is full of vertices begins its own all the same.
awk 'function grid(n, o) {
         print "o g" n
         for (i = 0; i < n; i++) for (j = 0; j < n; j++) print "v", i, j, (i * 7 + j * 13) % 3 + o
         for (i = 0; i < n - 1; i++) for (j = 0; j < n - 1; j++) {
             a = base + i * n + j + 1; print "f", a, a + 1, a + n; print "f", a + 1, a + n + 1, a + n }
         base += n * n
     }
     BEGIN { grid(170, 0); grid(60, 50) }' >big.obj
real convert big.obj --lods 90% --lods-as files --effort fast -o big.t3dm | sed 's/[0-9,]* bytes/N bytes/'
tree
