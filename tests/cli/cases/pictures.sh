# A T3DM file only names its textures. They are looked for in its folder and beneath, and nowhere else.
cp "$cases/../../../fixtures/textures.bmd" .
textures() { sed -n '/^  textures/,$p; /note:/p; /error:/p'; }
mkdir rom
real textures.bmd -o rom/model.t3dm --textures rom/art --rom-root rom -q
real info rom/model.t3dm | textures
(cd rom && real info model.t3dm) | textures
mv rom/art/model_cmpr.ci8.png rom/ # the path is art/..., its last name will do
real info rom/model.t3dm | textures
mv rom/model_cmpr.ci8.png .
real info rom/model.t3dm | textures
real dump rom/model.t3dm -v -o /dev/null | textures
stdin=rom/model.t3dm real info - | textures # standard input lies in no folder
mkdir rom/art/model_cmpr.ci8.png            # no file
real info rom/model.t3dm | textures
head -c 100 model_cmpr.ci8.png >rom/model_cmpr.ci8.png
real info rom/model.t3dm | textures
echo "--- of an archive, those of models and those that lie beside them; animations join models, here too"
for name in mural.bmd painted.bti table.bmt rigid.bck; do cp "$cases/../../../fixtures/$name" .; done
mkdir game
pack game/room.toypack bdl/mural.bmd=mural.bmd timg/painted.bti=painted.bti table.bmt=table.bmt bck/rigid.bck=rigid.bck
run textures game/room.toypack --output-dir all -q
run textures -r game --output-dir walked -q
diff -r all walked
run textures 'game/room.toypack#timg/*' --output-dir some -q
run convert game/room.toypack --to toyout --output-dir models -q
find all some models -type f | sort
