# Memory that the library does not account for is limited in a child, and what a child holds is its own affair.
lines hungry.alien "alien 1" "eat 4000" "triangles 1"
lines modest.alien "alien 1" "eat 100" "triangles 1"
run info hungry.alien modest.alien -q
run info hungry.alien --memory-limit 8G
