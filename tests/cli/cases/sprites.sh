# Sprites instead of PNG files, beside them, and looked at.
fixtures=$cases/../../../fixtures
cp "$fixtures/figure.bdl" .
sizes() { find "$1" -name "*.sprite" -printf '%f %s\n' | sort; }
real figure.bdl -q --sprites sprite --output-dir six
tree | grep '^six' | sed 's/\.[a-z0-9]*\.sprite/.FORMAT.sprite/'
real figure.bdl -q --sprites both --set sprite.version=4 --output-dir four
ls four/*.png | wc -l
diff <(sizes six) <(sizes four) # only of CI8: as many colours as are used, and all 256
for version in six four; do od -An -t x1 -j 520 -N 4 $version/figure_jersey.ci4.sprite; done
real figure.bdl -v --sprites sprite --set sprite.mipmaps=on --output-dir mip 2>&1 | grep -e 'mip levels' -e 'of version'
real info mip/figure_glow.ia8.sprite
real info mip/figure.t3dm mip/figure_glow.ia8.sprite | grep 'glow.*texels\|glow.*levels'
real info mip/figure.t3dm mip/figure_glow.ia8.sprite | grep 'glow.*of'
real info figure.bdl | grep 'brass.*of'
real info --json figure.bdl | grep -c '"fits": true'
real textures mip/figure_glow.ia8.sprite --levels -o glow | sed 's/ [0-9]* bytes//'
real figure.bdl --sprites jpeg
real figure.bdl --set sprite.version=5
