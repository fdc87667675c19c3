# ferry64.mk: models in a libdragon project, beside n64.mk and Tiny3D's t3d.mk (docs/building-with-make.md).
#
#     include $(N64_INST)/include/n64.mk
#     include /usr/local/share/ferry64/n64/ferry64.mk
#
#     game.dfs: filesystem/link.t3dm filesystem/rooms/hall.t3dm
#
# filesystem/%.t3dm is built from assets/% with the first of FERRY64_ENDINGS that exists. Sprites and streams
# go beside it, and so do the further files of a model that is too large for one (filesystem/%.1.t3dm, ...).
# From the second run on, make knows what a model was read from: textures, banks, rules, animations. Outputs
# that would not change are not touched, so what depends on them is not rebuilt; whenever a file beside a
# model changes, its .t3dm is new, too. A rule of the project for one ending goes before the include.

FERRY64            ?= ferry64
FERRY64_ASSETS     ?= assets
FERRY64_FILESYSTEM ?= filesystem
FERRY64_BUILD      ?= $(or $(BUILD_DIR),build)/ferry64
FERRY64_MKASSET    ?= $(N64_BINDIR)/mkasset
FERRY64_ENDINGS    ?= .bdl .bmd .glb .gltf .fbx .obj .dae .arc .szs

# Options for all models, or for one: filesystem/link.t3dm: FERRY64_FLAGS += --materials assets/link.json
# Each model has its own base scale, which the game must know: `ferry64 MODEL` prints it. --base-scale 64
# gives all models one; a model that would lose too much by it is an error that names a scale that works.
FERRY64_FLAGS ?=
# Files that are added to a model: filesystem/link.t3dm: FERRY64_WITH = assets/walk.bck
FERRY64_WITH ?=
# The level (1 to 3) at which mkasset compresses the models, but not their streams; empty: nothing is
# compressed.
FERRY64_COMPRESS ?=

# The version of sprites that the installed libdragon reads: 6 has a flag for sprites without texels in its
# header.
ifndef FERRY64_SPRITE_VERSION
FERRY64_SPRITE_VERSION := $(if $(wildcard $(N64_INCLUDEDIR)/sprite.h),$(if $(shell grep SPRITE_FLAGS_NODATA "$(N64_INCLUDEDIR)/sprite.h"),6,4),6)
endif

# Pictures of glTF models below FERRY64_ASSETS. write: they become sprites beside the model; name: the project
# has a rule of its own that builds filesystem/x.sprite from assets/x.png.
FERRY64_GLTF_TEXTURES ?= write

# The depfiles included below have targets, too: none of them may become the goal of a plain `make`.
FERRY64_GOAL := $(.DEFAULT_GOAL)

# Finds the source of a model: the first ending that exists. make may still know one that was renamed.
FERRY64_FIND = for ending in $(FERRY64_ENDINGS) ''; do source='$(FERRY64_ASSETS)/$*'"$$ending"; test ! -f "$$source" || break; done

# make takes a name with blanks for two.
FERRY64_ONE_NAME = $(if $(word 2,$@),$(error $@: make cannot build models with blanks in their names; rename it))

# The stamp is newer than the files that the model was read from, and contains the name of its source. Its
# rule does not convert: only the model's own target knows its FERRY64_WITH and FERRY64_FLAGS, whoever asks
# for the stamp.
define FERRY64_RULE
$(FERRY64_BUILD)/%.stamp: $(FERRY64_ASSETS)/%$(1)
	$$(FERRY64_ONE_NAME)@mkdir -p "$$(@D)"
	@$$(FERRY64_FIND); test -f "$$$$source" || source="$$<"; rm -f "$$(@:.stamp=.done)" && echo "$$$$source" >"$$@"
endef
$(foreach ending,$(FERRY64_ENDINGS),$(eval $(call FERRY64_RULE,$(ending))))
$(eval $(call FERRY64_RULE,))

# The command of a model: if it differs from last time, the model is rebuilt.
FERRY64_ARGUMENTS = $(FERRY64_WITH) -o "$@" -q --sprites sprite --set sprite.version=$(FERRY64_SPRITE_VERSION) \
    --rom-root "$(FERRY64_FILESYSTEM)" --only-if-changed $(FERRY64_FLAGS)
FERRY64_PACKING = $(if $(FERRY64_COMPRESS),$(FERRY64_MKASSET) -c $(FERRY64_COMPRESS) -o "$(dir $@)")
FERRY64_COMMAND = $(FERRY64) $(FERRY64_GLTF_TEXTURES) $(FERRY64_ARGUMENTS) $(FERRY64_PACKING)

# Compresses the model's files, if FERRY64_COMPRESS is set.
FERRY64_PACK = while IFS= read -r file; do case "$$file" in *.t3dm) $(FERRY64_PACKING) "$$file" || exit 1;; esac; done <"$$base.new"

# Other models' lists of outputs, now and before this build, that name $$file. One may vanish in a parallel
# build.
FERRY64_OTHERS = find "$(FERRY64_BUILD)" '(' -name '*.files' -o -name '*.before' ')' -exec grep -s -l -x -F -e "$$file" {} + \
    | grep -v -x -F -e "$$base.files" -e "$$base.before"

# Two models must not write one file, as `hall` in several files and a model called hall.1. Both are rebuilt
# then.
define FERRY64_ALONE
while IFS= read -r file; do case "$$file" in *.t3dm) \
	    $(FERRY64_OTHERS) | while IFS= read -r list; do \
	        test -e "$$(cat "$${list%.*}.stamp")" || continue; rm -f "$${list%.*}.done" "$$base.files"; \
	        echo "$$file: made of $$(cat "$$base.stamp") and of $$(cat "$${list%.*}.stamp"): rename one of them" >&2; done;; \
	    esac; done <"$$base.files"; test -e "$$base.files"
endef

# Removes outputs of the last build that the model no longer has, if they are named after it and no other
# model has them.
define FERRY64_TIDY
while IFS= read -r file; do case "$$file" in '$(basename $@)'[._]*) \
	    grep -q -x -F -e "$$file" "$$base.files" || $(FERRY64_OTHERS) >"$$base.new" || rm -f "$$file";; \
	    esac; done <"$$base.before"; rm -f "$$base.before" "$$base.new"
endef

# The targets of a depfile, one a line, by their names on disk.
FERRY64_TARGETS = sed -n -e 's/ *\\$$//' -e 's/^ //' -e '/:$$/{' -e 's///p' -e q -e '}' -e p \
    | sed -e 's/\\\([ \#:%|]\)/\1/g' -e 's/$$(or =)/=/g' -e 's/\$$\$$/$$/g'

# Files that were looked for and are missing, by their names on disk: those in $(wildcard).
FERRY64_ABSENT = sed -n -e 's/$$(or =)/=/g' -e 's/^ $$(\(foreach file,$$(\)\{0,1\}wildcard \([^)]*\)).*/\2/p' \
    | sed -e 's/\\\(.\)/\1/g' -e 's/\$$\$$/$$/g' | while IFS= read -r file; do test -e "$$file" || printf '%s\n' "$$file"; done

# Whether the model is up to date: the same command, all outputs exist, and no file exists now that was
# missing.
define FERRY64_IS_DONE
test "$$(cat "$$base.done")" = "$$command" && \
	    (while IFS= read -r file; do test -e "$$file" || exit 1; done <"$$base.files") && \
	    (while IFS= read -r file; do test ! -e "$$file" || exit 1; done <"$$base.absent")
endef

# Runs each time. An output that did not change keeps its time. The list of outputs is written once they
# exist, .done in the end.
define FERRY64_MAKE_MODEL
	@base='$(@:$(FERRY64_FILESYSTEM)/%.t3dm=$(FERRY64_BUILD)/%)'; command='$(subst ','\'',$(FERRY64_COMMAND))'; \
	$(FERRY64_FIND); test ! -f "$$source" || test "$$source" = "$$(cat "$$base.stamp")" || \
	    { echo "$$source" >"$$base.stamp"; rm -f "$$base.done"; }; \
	if { $(FERRY64_IS_DONE); } 2>/dev/null; then exit 0; fi; \
	test ! -e "$$base.files" || cat "$$base.files" >>"$$base.before"; touch "$$base.before"; rm -f "$$base.done" "$$base.files"; \
	mkdir -p '$(@D)'; echo '    [FERRY64] $@ (sprites of version $(FERRY64_SPRITE_VERSION))'; \
	case "$$(cat "$$base.stamp")" in *.gltf|*.glb) set -- --set fast64.textures=$(FERRY64_GLTF_TEXTURES);; *) set --;; esac; \
	$(FERRY64) "$$(cat "$$base.stamp")" "$$@" $(FERRY64_ARGUMENTS) -MF "$$base.rule" --depfile-style make && \
	<"$$base.rule" $(FERRY64_TARGETS) >"$$base.new" && $(if $(FERRY64_COMPRESS),$(FERRY64_PACK) &&) \
	<"$$base.rule" $(FERRY64_ABSENT) >"$$base.absent" && \
	{ printf '%s ' "$$base.stamp"; cat "$$base.rule"; } >"$$base.d" && \
	mv "$$base.new" "$$base.files" && { $(FERRY64_ALONE); } && { $(FERRY64_TIDY); } && \
	printf '%s\n' "$$command" >"$$base.done"
endef

$(FERRY64_FILESYSTEM)/%.t3dm: $(FERRY64_BUILD)/%.stamp .ferry64-force
	$(FERRY64_MAKE_MODEL)

# A model that is called like a further file of another (hall.1.bmd) is a model of its own.
FERRY64_DIGITS := 1 2 3 4 5 6 7 8 9
FERRY64_NUMBERED := $(shell find "$(FERRY64_ASSETS)" -name '*.[1-9]' -o -name '*.[1-9].*' 2>/dev/null)
FERRY64_NUMBERED := $(foreach number,$(FERRY64_DIGITS),$(patsubst $(FERRY64_ASSETS)/%,%,$(filter %.$(number), \
    $(FERRY64_NUMBERED) $(foreach ending,$(FERRY64_ENDINGS),$(patsubst %$(ending),%,$(filter %.$(number)$(ending),$(FERRY64_NUMBERED)))))))
$(FERRY64_NUMBERED:%=$(FERRY64_FILESYSTEM)/%.t3dm): $(FERRY64_FILESYSTEM)/%.t3dm: $(FERRY64_BUILD)/%.stamp .ferry64-force
	$(FERRY64_MAKE_MODEL)

# A project may name further files, too: they are built with the first.
define FERRY64_FURTHER
$(FERRY64_FILESYSTEM)/%.$(1).t3dm: $(FERRY64_FILESYSTEM)/%.t3dm
	@test -e "$$@" || { echo "$$@: there is no such file: $$< holds the whole model" >&2; exit 1; }
endef
$(foreach number,$(FERRY64_DIGITS),$(eval $(call FERRY64_FURTHER,$(number))))

# The root of the file system is FERRY64_FILESYSTEM; n64.mk would use the folder of the first prerequisite.
%.dfs:
	@mkdir -p "$(@D)"
	@echo "    [DFS] $@"
	$(N64_MKDFS) "$@" "$(if $(filter $(FERRY64_FILESYSTEM)/%,$<),$(FERRY64_FILESYSTEM),$(<D))" >/dev/null

.PHONY: .ferry64-force
.ferry64-force:
.PRECIOUS: $(FERRY64_BUILD)/%.stamp $(FERRY64_FILESYSTEM)/%.t3dm

-include $(shell find "$(FERRY64_BUILD)" -name '*.d' 2>/dev/null)
.DEFAULT_GOAL := $(FERRY64_GOAL)
