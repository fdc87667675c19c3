# On a terminal a line tells how far the inputs have come, and is wiped before anything else is printed; the summary has the time.
needs_terminal
lines a.toy "toy 1" "triangles 1" "loss a loss" "scale 1"
lines b.toy "toy 1" "triangles 1" "scale 1"
long=a/folder/with/a/long/name/so/that/the/line/does/not/fit/into/a/terminal
mkdir -p $long
lines $long/c.toy "toy 1" "triangles 1" "scale 1"
on_terminal() {
    script -qec "'$toy' --color never $*" /dev/null | sed 's/\x1b\[K/<wipe>/g; s/\r$//; s/\r/<start>/g; s/[0-9]*\.[0-9] s$/N s/'
}
on_terminal --to toyout --set toyout.scale=shared a.toy b.toy $long/c.toy
echo "--- quiet, one alone, a verb that prints"
on_terminal --to toyout a.toy b.toy -q
on_terminal --to toyout a.toy
on_terminal cost a.toy b.toy -q | head -n 1
