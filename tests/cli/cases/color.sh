# Colours: on a terminal, unless NO_COLOR or TERM says otherwise, or --color does; also in children.
needs_terminal
lines a.toy "toy 1" "note a note" "loss a loss" "warning a warning" "triangles 1"
lines b.alien "alien 1" "loss a loss" "error an error"
show_colors() { sed 's/\x1b\[\([0-9;]*\)m/<\1>/g; s/\r$//'; }
run --to toyout a.toy -v --color always | show_colors
run info b.alien --color always | show_colors
run check a.toy --color always | show_colors
run --to toyout a.toy -v --color never
run --to toyout a.toy --color sometimes
echo "--- on a terminal"
script -qec "TERM=xterm '$toy' info a.toy | head -n 0" /dev/null | show_colors
script -qec "TERM=xterm NO_COLOR= '$toy' info a.toy | head -n 0" /dev/null | show_colors
script -qec "TERM=xterm NO_COLOR=1 '$toy' info a.toy | head -n 0" /dev/null | show_colors
script -qec "TERM=dumb '$toy' info a.toy | head -n 0" /dev/null | show_colors
script -qec "NO_COLOR=1 '$toy' info a.toy --color always | head -n 0" /dev/null | show_colors
