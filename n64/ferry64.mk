# ferry64.mk: models in a libdragon project, beside n64.mk and Tiny3D's t3d.mk (docs/building-with-make.md).
#
#     include $(N64_INST)/include/n64.mk
#     include /usr/local/share/ferry64/n64/ferry64.mk
#
#     game.dfs: filesystem/link.t3dm filesystem/rooms/hall.t3dm
#
# filesystem/%.t3dm is made of assets/% with any ending of FERRY64_ENDINGS, its sprites and streams beside it. What a model is
# made of is known from the second time on: textures, banks, rules, animations. A file that would not change is left alone, so that
# what depends on it is not made again. A rule of the project for one ending goes before those here.

FERRY64            ?= ferry64
FERRY64_ASSETS     ?= assets
FERRY64_FILESYSTEM ?= filesystem
FERRY64_BUILD      ?= $(or $(BUILD_DIR),build)/ferry64
FERRY64_MKASSET    ?= $(N64_BINDIR)/mkasset
FERRY64_ENDINGS    ?= .bdl .bmd .glb .gltf .fbx .obj .dae .arc .szs

# For all models, or for one: filesystem/link.t3dm: FERRY64_FLAGS += --materials assets/link.json
FERRY64_FLAGS ?=
# What joins a model: filesystem/link.t3dm: FERRY64_WITH = assets/walk.bck
FERRY64_WITH ?=
# A level of mkasset (1 to 3) packs the models, not what is streamed from the ROM; empty: nothing is packed.
FERRY64_COMPRESS ?=

# A stamp stands for the model, since an output that did not change keeps its time.
define FERRY64_RULE
$(FERRY64_BUILD)/%.stamp: $(FERRY64_ASSETS)/%$(1)
	@mkdir -p "$$(@D)" "$$(dir $(FERRY64_FILESYSTEM)/$$*)"
	@echo "    [FERRY64] $(FERRY64_FILESYSTEM)/$$*.t3dm"
	$$(FERRY64) "$$<" $$(FERRY64_WITH) -o "$(FERRY64_FILESYSTEM)/$$*.t3dm" -q --sprites sprite \
	    --rom-root "$(FERRY64_FILESYSTEM)" --only-if-changed -MF "$$(@:.stamp=.d)" -MT "$$@" --depfile-style make $$(FERRY64_FLAGS)
	$$(if $$(FERRY64_COMPRESS),$$(FERRY64_MKASSET) -c $$(FERRY64_COMPRESS) -o "$$(dir $(FERRY64_FILESYSTEM)/$$*)" "$(FERRY64_FILESYSTEM)/$$*.t3dm")
	@touch "$$@"
endef
$(foreach ending,$(FERRY64_ENDINGS),$(eval $(call FERRY64_RULE,$(ending))))
$(eval $(call FERRY64_RULE,))

# Runs with each newer stamp; what somebody deleted is made again.
$(FERRY64_FILESYSTEM)/%.t3dm: $(FERRY64_BUILD)/%.stamp
	@test -e "$@" || { rm -f "$<" && $(MAKE) --no-print-directory "$@"; }

.PRECIOUS: $(FERRY64_BUILD)/%.stamp

-include $(shell find "$(FERRY64_BUILD)" -name '*.d' 2>/dev/null)
