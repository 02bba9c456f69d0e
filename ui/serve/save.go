package serve

import (
	"errors"
	"fmt"
	"io"

	"example.org/tumble/sim/files/export"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/scene"
	"example.org/tumble/sim/scene/source"
	"example.org/tumble/sim/spell"
)

func saveWorld(_ *call, h *world, p *saving) (any, error) {
	if err := checkPath(p.Path); err != nil {
		return nil, err
	}
	outfile.Follow(p.Path)
	note := map[string]string{"note": ""}
	var err error
	switch p.What {
	case "run", "moment":
		if p.What == "run" && !h.remembers() {
			return nil, errNoPast
		}
		if !scene.IsSaved(p.Path) {
			return nil, fmt.Errorf("path must end in %s, got %s", scene.SavedExt, spell.Quote(p.Path))
		}
		h.keepHash()
		err = outfile.Write(p.Path, func(to io.Writer) error {
			if p.What == "moment" {
				return scene.Save(to, h.scene)
			}
			tracks, present := h.past.Tracks(historyBytes)
			return scene.WriteRun(to, h.scene, tracks, present, "")
		})
	case "scene":
		if h.text {
			return nil, errors.New("the scene was given as text, and is in no file: keep the text, or save the run")
		}
		note["note"], err = source.SaveEdited(h.scene, scene.Options{Set: h.scene.Set}, p.Path)
	case "state":
		s := h.past.World.State()
		err = export.WriteMoment(p.Path, &s, h.scene.Origin())
	default:
		err = fmt.Errorf("what must be run, moment, scene or state, got %s", spell.Quote(p.What))
	}
	return note, err
}

// checkPath refuses a path that is no file.
func checkPath(path string) error {
	if path == "" || outfile.IsStream(path) {
		return fmt.Errorf("path must be the name of a file, got %s", spell.Quote(path))
	}
	return nil
}

func drawWorld(c *call, h *world, p *drawing) (any, error) {
	if err := checkPath(p.Path); err != nil {
		return nil, err
	}
	if p.Width == 0 {
		p.Width = 1280
	}
	if p.Height == 0 {
		p.Height = 720
	}
	outfile.Follow(p.Path)
	return map[string]string{"path": p.Path}, c.Draw(c, h.scene, p.Path, p.Width, p.Height)
}
