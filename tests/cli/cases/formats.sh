"$toy" formats | grep toy
run formats --json | grep -A8 '"name": "toyout"'
"$toy" formats --json | grep -A5 '"rigid.joint"'
