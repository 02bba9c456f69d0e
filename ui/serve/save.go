package serve

import (
	"cmp"
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
	note, err := "", error(nil)
	switch p.What {
	case "run", "moment":
		if !scene.IsSaved(p.Path) {
			return nil, fmt.Errorf("path must end in %s, got %s", scene.SavedExt, spell.Quote(p.Path))
		}
		note, err = h.save(p.What, p.Path)
	case "scene":
		note, err = h.save(p.What, p.Path)
	case "state":
		s := h.past.World.State()
		err = export.WriteMoment(p.Path, &s, h.scene.Origin())
	default:
		err = fmt.Errorf("what must be run, moment, scene or state, got %s", spell.Quote(p.What))
	}
	return map[string]string{"note": note}, err
}

func (h *own) save(what, path string) (note string, err error) {
	h.keepHash()
	switch {
	case what == "moment":
		return "", outfile.Write(path, func(to io.Writer) error { return scene.Save(to, h.scene) })
	case what == "run" && !h.remembers():
		return "", errNoPast
	case what == "run":
		tracks, present := h.past.Tracks(historyBytes)
		return "", outfile.Write(path, func(to io.Writer) error {
			return scene.WriteRun(to, h.scene, tracks, present, "")
		})
	case h.text:
		return "", errors.New("the scene was given as text, and is in no file: keep the text, or save the run")
	}
	return source.SaveEdited(h.scene, scene.Options{Set: h.scene.Set}, path)
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
	outfile.Follow(p.Path)
	return map[string]string{"path": p.Path}, h.draw(c, p.Path, p.Width, p.Height)
}

func (h *own) draw(c *call, path string, width, height int) error {
	return c.Draw(c, h.scene, path, cmp.Or(width, 1280), cmp.Or(height, 720))
}
