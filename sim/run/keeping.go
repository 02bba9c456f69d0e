package run

import "example.org/tumble/sim/bridge"

// Keeper keeps a run as it goes on, so that it can be gone on with after the program was killed. It must not change
// the world.
type Keeper interface {
	// Command notes a command that the world gets now.
	Command(s Scene, c bridge.Command)
	// Observe looks after each step. After an error nothing more is kept.
	Observe(s Scene) error
	// Finish ends the keeping where nobody needs to go on: the window is closed.
	Finish(s Scene) error
}

// keeping is how the present run is kept.
type keeping struct {
	begin  func(Scene) (Keeper, error) // nil: runs are not kept
	keeper Keeper                      // nil: that of what is on the screen begins with the next step
	failed bool
}

// KeepWith says how runs are kept, before Run: begin keeps a scene from now on, in place of what was kept
// before.
func (r *Runner) KeepWith(begin func(Scene) (Keeper, error)) {
	r.keeping.begin = begin
	r.keepOn()
}

// keepOn begins to keep what is on the screen, unless it is being kept.
func (r *Runner) keepOn() {
	k := &r.keeping
	if k.keeper != nil || k.begin == nil || k.failed || r.scene.Watch != nil {
		return
	}
	keeper, err := k.begin(r.scene)
	k.keeper = keeper
	r.keptWell(err)
}

// keptWell says once why a run is not kept.
func (r *Runner) keptWell(err error) {
	if err == nil {
		return
	}
	r.keeping.keeper, r.keeping.failed = nil, true
	r.say(bridge.Warning, "", "this run is not kept, so that it cannot be gone on with if the program is killed: %v", err)
}

// keepStep keeps a step that was done just now.
func (r *Runner) keepStep() {
	if r.keepOn(); r.keeping.keeper != nil {
		r.keptWell(r.keeping.keeper.Observe(r.scene))
	}
}

// keepCommand keeps a command that the world has got just now. Keeping that begins here begins after it.
func (r *Runner) keepCommand(c bridge.Command) {
	if r.keeping.keeper == nil {
		r.keepOn()
		return
	}
	r.keeping.keeper.Command(r.scene, c)
}

// finishKeeping ends the keeping: the run was closed by a person.
func (r *Runner) finishKeeping() {
	if k := r.keeping.keeper; k != nil {
		r.keeping.keeper = nil
		r.keptWell(k.Finish(r.scene))
	}
}
