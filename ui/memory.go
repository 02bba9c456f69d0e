package ui

import (
	"fmt"
	"slices"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/remember"
)

// memory keeps the views, groups and breakpoints of each scene from one start to the next.
type memory struct {
	*shared
	camera *camera
	groups *groups
	breaks *breaks
	kept   remember.Memory // the memory as last stored
	place  string          // scene whose views and groups are kept; empty: those of the present scene are not kept
}

// opened notes that a scene was opened.
func (mem *memory) opened(scene string) {
	mem.kept.Opened(scene, slices.ContainsFunc(mem.config.Scenes, func(s Scene) bool { return s.Name == scene }))
}

// recallPlace replaces the views, groups and breakpoints of the last scene by the kept ones of this scene.
func (mem *memory) recallPlace(scene string) {
	first := mem.place == "" && len(mem.camera.views) == 0
	mem.place = ""
	if mem.kept.IsLastScene(scene) {
		mem.place = mem.kept.Scene
	}
	kept := mem.kept.PlaceOf(mem.place)
	mem.camera.views = slices.Clone(kept.Views)
	mem.breaks.lines = slices.Clone(kept.Breakpoints)
	mem.breaks.addOwnBreaks()
	if mem.snap != nil && len(mem.breaks.lines)+len(mem.snap.Breakpoints) > 0 {
		mem.breaks.giveBreaks()
	}
	mem.groups.list.Clear()
	if first && len(mem.config.Groups) > 0 {
		kept.Groups = mem.config.Groups
	}
	for _, g := range kept.Groups {
		style := max(slices.Index(grouping.StyleNames[:], g.Style), 0)
		if err := mem.groups.list.Give(g.Rule, grouping.Style(style)); err != nil {
			mem.toasts.add(bridge.Warning, fmt.Sprintf("The group %q is lost: %v", g.Rule, err), mem.now)
		}
	}
}

// keepPlace returns the memory with the views, groups and breakpoints of the present scene.
func (mem *memory) keepPlace(k remember.Memory) remember.Memory {
	if mem.place == "" {
		return k
	}
	p := remember.Place{Scene: mem.place, Views: slices.Clone(mem.camera.views),
		Breakpoints: slices.Clone(mem.breaks.lines)}
	for _, g := range mem.groups.list.Groups {
		p.Groups = append(p.Groups, remember.Group{Rule: g.Rule, Style: grouping.StyleNames[g.Style]})
	}
	k.KeepPlace(p)
	return k
}
