# Ctrl-C and its relatives: the children end first, then the program, as its shell expects; files are whole or not there.
mkdir in
lines in/a.toy "toy 1" "triangles 1" "scale 1"
lines in/b.alien "alien 1" "wait 30000" "triangles 2"
for signal in INT TERM HUP; do
    rm -rf out
    env --default-signal=$signal "$toy" --to toyout --set toyout.scale=1 --output-dir out in/a.toy in/b.alien in/b.alien in/b.alien -j 3 >lines 2>log & # lines: of a.toy, or none so far
    pid=$!
    for i in $(seq 200); do
        [ -e out/a.toyout ] && break
        sleep 0.05
    done
    children=$(ps -o pid= --ppid $pid)
    kill -$signal $pid
    wait $pid 2>/dev/null
    echo "$signal: exit $(($? - 128))"
    for child in $children; do
        for i in $(seq 200); do # a busy machine takes its time; and whoever inherits it may not have looked yet
            ps -o stat= -p $child | grep -qv Z || break
            sleep 0.05
        done
        ps -o stat= -p $child | grep -v Z
    done
    cat log
    find out
done
# Who ignores a signal goes on ignoring it, as under nohup, and so do the children.
lines in/c.alien "alien 1" "wait 600" "triangles 2"
rm -rf out
env --ignore-signal=HUP "$toy" --to toyout --set toyout.scale=1 --output-dir out in/a.toy in/c.alien -j 2 -q >log 2>&1 &
pid=$!
for i in $(seq 200); do
    [ -e out/a.toyout ] && break
    sleep 0.05
done
kill -HUP $pid
wait $pid
echo "ignored: exit $?"
cat log
find out | sort
