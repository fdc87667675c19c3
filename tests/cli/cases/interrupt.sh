# A signal that waits when files are to be written: nothing is left of them, nor of the folders made for them.
lines a.toy "toy 1" "triangles 1" "image eye 2"
env --block-signal=TERM sh -c 'kill -TERM $$; exec "$@"' sh "$toy" a.toy --output-dir out --textures out/deep --to toyout 2>&1
echo "exit $?"
echo before >a.toyout
env --block-signal=TERM sh -c 'kill -TERM $$; exec "$@"' sh "$toy" a.toy --to toyout 2>&1
show a.toyout
# One that is ignored: by nohup, or in the background of a script.
env --ignore-signal=TERM --block-signal=TERM sh -c 'kill -TERM $$; exec "$@"' sh "$toy" a.toy --output-dir kept --to toyout
echo "exit $?"
tree
