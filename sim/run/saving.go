package run

import "example.org/tumble/sim/bridge"

// Saver writes a scene, with what was edited in its world, as a scene file. The note is what
// a person should know of it; empty if there is nothing.
type Saver func(s Scene, path string) (note string, err error)

// SaveWith says how scenes are saved, before Run; without it they are not.
func (r *Runner) SaveWith(s Saver) { r.saver = s }

// saveScene writes the scene as it has been edited, and tells where it is.
func (r *Runner) saveScene(c bridge.SaveScene) {
	if r.saver == nil {
		r.say(bridge.Refused, "save", "this program cannot save scenes")
		return
	}
	note, err := r.saver(r.scene, c.Path)
	if err != nil {
		r.say(bridge.Refused, "save", "the scene is not saved: %v", err)
		return
	}
	if note != "" {
		note = "; " + note
	}
	r.say(bridge.Info, "", "scene saved as %s%s", c.Path, note)
}
