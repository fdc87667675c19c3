# Nobody waits for ever, and nobody holds more than there is room for: a slow first one, then ones that say more than fits
# into a pipe, or into what is kept.
lines a.alien "alien 1" "wait 300" "triangles 1"
lines b.alien "alien 1" "print 3000" "triangles 2"
lines c.alien "alien 1" "print 5000" "wait 50" "print 10" "triangles 3"
lines d.alien "alien 1" "triangles 4"
for jobs in 1 2 4; do
    "$toy" info a.alien b.alien c.alien d.alien d.alien b.alien a.alien -j $jobs >text 2>messages
    echo "exit $?, $(grep -c . messages) messages, $(cksum <text)"
done
grep -E '^[a-z]|triangles' text
# Whoever reads the output goes away: the program ends, and its children with it.
lines long.alien "alien 1" "print 20000" "wait 60000"
(
    exec 2>/dev/null
    timeout 20 "$toy" info b.alien long.alien -j 2 | head -n 1
    echo "exit ${PIPESTATUS[0]}"
)
