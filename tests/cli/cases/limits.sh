lines a.toy "toy 1" "triangles 100000"
run info a.toy --memory-limit 100K
run info a.toy --memory-limit 10
run info a.toy --memory-limit 64m -q | head -n 2
stdin=a.toy run info - --memory-limit 10
