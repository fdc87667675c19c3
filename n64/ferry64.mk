# ferry64.mk: models in a libdragon project, beside n64.mk and Tiny3D's t3d.mk (docs/building-with-make.md).
#
#     include $(N64_INST)/include/n64.mk
#     include /usr/local/share/ferry64/n64/ferry64.mk
#
#     game.dfs: filesystem/link.t3dm filesystem/rooms/hall.t3dm
#
# filesystem/%.t3dm is made of assets/% with any ending of FERRY64_ENDINGS, its sprites and streams beside it; so are the further files
# of a model too large for one (filesystem/%.1.t3dm, ...). What a model is
# made of is known from the second time on: textures, banks, rules, animations. A file that would not change is left alone, so that
# what depends on it is not made again; the .t3dm is new whenever what lies beside it is. A rule of the project for one ending
# goes before those here.

FERRY64            ?= ferry64
FERRY64_ASSETS     ?= assets
FERRY64_FILESYSTEM ?= filesystem
FERRY64_BUILD      ?= $(or $(BUILD_DIR),build)/ferry64
FERRY64_MKASSET    ?= $(N64_BINDIR)/mkasset
FERRY64_ENDINGS    ?= .bdl .bmd .glb .gltf .fbx .obj .dae .arc .szs

# For all models, or for one: filesystem/link.t3dm: FERRY64_FLAGS += --materials assets/link.json
# Each model has its own base scale (its game must know it: `ferry64 MODEL` tells it); --base-scale 64 is one for all, and an
# error with the scale that would do for a model that it would leave too little of.
FERRY64_FLAGS ?=
# What joins a model: filesystem/link.t3dm: FERRY64_WITH = assets/walk.bck
FERRY64_WITH ?=
# A level of mkasset (1 to 3) packs the models, not what is streamed from the ROM; empty: nothing is packed.
FERRY64_COMPRESS ?=

# The version of sprites that the installed libdragon reads: 6 has a flag for sprites without texels in its header.
ifndef FERRY64_SPRITE_VERSION
FERRY64_SPRITE_VERSION := $(if $(wildcard $(N64_INCLUDEDIR)/sprite.h),$(if $(shell grep SPRITE_FLAGS_NODATA "$(N64_INCLUDEDIR)/sprite.h"),6,4),6)
endif

# What becomes of the pictures of glTF that lie below FERRY64_ASSETS. write: sprites beside the model; name: the project has a rule
# of its own that makes filesystem/x.sprite of assets/x.png.
FERRY64_GLTF_TEXTURES ?= write

# What is included below has targets, too: none of them is to become the goal of a plain `make`.
FERRY64_GOAL := $(.DEFAULT_GOAL)

# The file that a model is made of: with the first ending that there is. make may still think of one that was renamed.
FERRY64_FIND = for ending in $(FERRY64_ENDINGS) ''; do source='$(FERRY64_ASSETS)/$*'"$$ending"; test ! -f "$$source" || break; done

# What make takes for two names is made of nothing that is there.
FERRY64_ONE_NAME = $(if $(word 2,$@),$(error $@: make cannot build models with blanks in their names; rename it))

# The stamp is newer than what the model is made of, and names its file. It makes nothing: only the model's own target
# knows its FERRY64_WITH and FERRY64_FLAGS, whoever asks for the stamp.
define FERRY64_RULE
$(FERRY64_BUILD)/%.stamp: $(FERRY64_ASSETS)/%$(1)
	$$(FERRY64_ONE_NAME)@mkdir -p "$$(@D)"
	@$$(FERRY64_FIND); test -f "$$$$source" || source="$$<"; rm -f "$$(@:.stamp=.done)" && echo "$$$$source" >"$$@"
endef
$(foreach ending,$(FERRY64_ENDINGS),$(eval $(call FERRY64_RULE,$(ending))))
$(eval $(call FERRY64_RULE,))

# How a model is made: another command than last time makes it anew.
FERRY64_ARGUMENTS = $(FERRY64_WITH) -o "$@" -q --sprites sprite --set sprite.version=$(FERRY64_SPRITE_VERSION) \
    --rom-root "$(FERRY64_FILESYSTEM)" --only-if-changed $(FERRY64_FLAGS)
FERRY64_PACKING = $(if $(FERRY64_COMPRESS),$(FERRY64_MKASSET) -c $(FERRY64_COMPRESS) -o "$(dir $@)")
FERRY64_COMMAND = $(FERRY64) $(FERRY64_GLTF_TEXTURES) $(FERRY64_ARGUMENTS) $(FERRY64_PACKING)

# Packs the model's files, if that is wanted.
FERRY64_PACK = while IFS= read -r file; do case "$$file" in *.t3dm) $(FERRY64_PACKING) "$$file" || exit 1;; esac; done <"$$base.new"

# Other lists that have the file $$file: of what is made, and of what was made before what is being made now.
FERRY64_OTHERS = find "$(FERRY64_BUILD)" '(' -name '*.files' -o -name '*.before' ')' -exec grep -l -x -F -e "$$file" {} + \
    | grep -v -x -F -e "$$base.files" -e "$$base.before"

# A model in several files must not be in the way of one that is called like a further file of it. Both are made anew then.
define FERRY64_ALONE
while IFS= read -r file; do case "$$file" in *.t3dm) \
	    $(FERRY64_OTHERS) | while IFS= read -r list; do \
	        test -e "$$(cat "$${list%.*}.stamp")" || continue; rm -f "$${list%.*}.done" "$$base.files"; \
	        echo "$$file: made of $$(cat "$$base.stamp") and of $$(cat "$${list%.*}.stamp"): rename one of them" >&2; done;; \
	    esac; done <"$$base.files"; test -e "$$base.files"
endef

# What the model had last time and has no more, of the names that are its own: pictures with other names may be anybody's.
define FERRY64_TIDY
while IFS= read -r file; do case "$$file" in '$(basename $@)'[._]*) \
	    grep -q -x -F -e "$$file" "$$base.files" || $(FERRY64_OTHERS) >"$$base.new" || rm -f "$$file";; \
	    esac; done <"$$base.before"; rm -f "$$base.before" "$$base.new"
endef

# The targets of a depfile, a line each, as they are called on disk.
FERRY64_TARGETS = sed -n -e 's/ *\\$$//' -e 's/^ //' -e '/:$$/{' -e 's///p' -e q -e '}' -e p \
    | sed -e 's/\\\([ \#:%|]\)/\1/g' -e 's/$$(or =)/=/g' -e 's/\$$\$$/$$/g'

# Files that were looked for in vain, as they are called on disk: the ones that are in $(wildcard).
FERRY64_ABSENT = sed -n -e 's/$$(or =)/=/g' -e 's/^ $$(\(foreach file,$$(\)\{0,1\}wildcard \([^)]*\)).*/\2/p' \
    | sed -e 's/\\\(.\)/\1/g' -e 's/\$$\$$/$$/g' | while IFS= read -r file; do test -e "$$file" || printf '%s\n' "$$file"; done

# Whether the model is as it should be: the same command, all outputs there, nothing there that was looked for in vain.
define FERRY64_IS_DONE
test "$$(cat "$$base.done")" = "$$command" && \
	    (while IFS= read -r file; do test -e "$$file" || exit 1; done <"$$base.files") && \
	    (while IFS= read -r file; do test ! -e "$$file" || exit 1; done <"$$base.absent")
endef

# Looks each time. An output that did not change keeps its time. The list of files comes when they are there, .done when all is.
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

# A model that is called like a further file of another (hall.1.bmd) is one for itself.
FERRY64_DIGITS := 1 2 3 4 5 6 7 8 9
FERRY64_NUMBERED := $(shell find "$(FERRY64_ASSETS)" -name '*.[1-9]' -o -name '*.[1-9].*' 2>/dev/null)
FERRY64_NUMBERED := $(foreach number,$(FERRY64_DIGITS),$(patsubst $(FERRY64_ASSETS)/%,%,$(filter %.$(number), \
    $(FERRY64_NUMBERED) $(foreach ending,$(FERRY64_ENDINGS),$(patsubst %$(ending),%,$(filter %.$(number)$(ending),$(FERRY64_NUMBERED)))))))
$(FERRY64_NUMBERED:%=$(FERRY64_FILESYSTEM)/%.t3dm): $(FERRY64_FILESYSTEM)/%.t3dm: $(FERRY64_BUILD)/%.stamp .ferry64-force
	$(FERRY64_MAKE_MODEL)

# A project may name further files, too: they are made with the first.
define FERRY64_FURTHER
$(FERRY64_FILESYSTEM)/%.$(1).t3dm: $(FERRY64_FILESYSTEM)/%.t3dm
	@test -e "$$@" || { echo "$$@: there is none, $$< is whole" >&2; exit 1; }
endef
$(foreach number,$(FERRY64_DIGITS),$(eval $(call FERRY64_FURTHER,$(number))))

# The file system's root is FERRY64_FILESYSTEM; n64.mk takes the folder of the first file that it depends on.
%.dfs:
	@mkdir -p "$(@D)"
	@echo "    [DFS] $@"
	$(N64_MKDFS) "$@" "$(if $(filter $(FERRY64_FILESYSTEM)/%,$<),$(FERRY64_FILESYSTEM),$(<D))" >/dev/null

.PHONY: .ferry64-force
.ferry64-force:
.PRECIOUS: $(FERRY64_BUILD)/%.stamp $(FERRY64_FILESYSTEM)/%.t3dm

-include $(shell find "$(FERRY64_BUILD)" -name '*.d' 2>/dev/null)
.DEFAULT_GOAL := $(FERRY64_GOAL)
