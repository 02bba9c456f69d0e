package ui

import (
	"slices"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/keymap"
)

// stories shows the guide of the scene to a person who opens it, and carries out the steps of its stories.
type stories struct {
	*shared
	shell     *shell
	scene     *scene
	questions *questions
	breaks    *breaks
	timeline  *timeline

	story    *bridge.Story // the story that runs, or ran last in this scene; nil: none
	step     int           // index of the present step; at the end the number of steps
	started  bool          // the present step has begun
	revision uint64        // revision of the world in which the story runs; 0 while that world is loading
	loading  uint64        // Snapshot.Applied from which on that world is loaded
	hits     int           // number of hits of conditions when the step began
	stops    []string      // conditions that stories have added
	was      shownBy       // the view before the story
	made     shownBy       // the view as the story has set it
	closed   uint64        // revision of the world whose card a person has closed
	opened   uint64        // revision of the world whose chip a person has opened as a card
}

// shownBy is the part of the view that steps of stories can change.
type shownBy struct {
	overlays view.Overlay
	colorBy  view.ColorBy
}

// storyStep describes how the steps of one kind are carried out.
type storyStep struct {
	prefix string // what the step does, written before the text of the step
	begin  func(*stories, *bridge.StoryStep)
	done   func(*stories, *bridge.StoryStep) bool // nil: the step is done as soon as the simulation has applied it
}

// storySteps are the kinds of steps, by their keys.
var storySteps = map[string]storyStep{
	bridge.StoryPlay:     {"The clock runs to ", (*stories).play, (*stories).played},
	bridge.StoryStop:     {"The clock runs until ", (*stories).runUntil, (*stories).stopped},
	bridge.StoryAt:       {"Back to ", (*stories).goBack, (*stories).isBack},
	bridge.StorySet:      {"Sets ", (*stories).edit, nil},
	bridge.StoryDo:       {"", (*stories).doAction, nil},
	bridge.StoryOverlays: {"Shows ", (*stories).showOverlays, nil},
	bridge.StoryColorBy:  {"Colours by ", (*stories).colorBy, nil},
}

// storyActions are the actions that stories name.
var storyActions = map[string]keymap.Action{
	"explain": keymap.Explain, "twin": keymap.Twin, "other-twin": keymap.TwinNext, "charts": keymap.Charts,
	"undo": keymap.Undo, "play": keymap.Play,
}

// stepText describes a step for people.
func stepText(s *bridge.StoryStep) string {
	text := s.Text
	switch {
	case s.Time > 0:
		text = format.Quantity(s.Time, "s", 4)
	case s.Key == bridge.StoryDo:
		text = keymap.Of(storyActions[text]).Text
	}
	return storySteps[s.Key].prefix + text
}

func (st *stories) play(*bridge.StoryStep) { st.set("paused", false, bridge.Resume{}) }

// played pauses the run and returns true as soon as the time of the step is reached.
func (st *stories) played(s *bridge.StoryStep) bool {
	if st.snap.Time < s.Time {
		return false
	}
	st.set("paused", true, bridge.Pause{})
	return true
}

func (st *stories) goBack(s *bridge.StoryStep)    { st.timeline.seek(s.Time) }
func (st *stories) isBack(*bridge.StoryStep) bool { return !st.snap.Timeline.Seeking }
func (st *stories) edit(s *bridge.StoryStep) {
	if s.Edit != nil {
		st.send(s.Edit)
	}
}
func (st *stories) doAction(s *bridge.StoryStep) { st.do(storyActions[s.Text]) }
func (st *stories) showOverlays(s *bridge.StoryStep) {
	st.follow(bridge.ViewHint{Overlays: s.Text})
}
func (st *stories) colorBy(s *bridge.StoryStep) { st.follow(bridge.ViewHint{ColorBy: s.Text}) }

// follow changes the view as a step requests, and notes the changes.
func (st *stories) follow(h bridge.ViewHint) {
	before := st.view
	overlay.Follow(&st.view, h)
	st.made.overlays ^= before.Overlays ^ st.view.Overlays
	if st.view.ColorBy != before.ColorBy {
		st.made.colorBy = st.view.ColorBy
	}
}

// putBack restores the view of before the story. Changes of a person since then stay.
func (st *stories) putBack() {
	changed := st.was.overlays ^ st.made.overlays
	st.view.Overlays ^= changed &^ (st.view.Overlays ^ st.made.overlays)
	if st.made.colorBy != st.was.colorBy && st.view.ColorBy == st.made.colorBy {
		st.view.ColorBy, st.view.ColorRange = st.was.colorBy, [2]float32{}
	}
	st.made = st.was
}

func (st *stories) stopped(s *bridge.StoryStep) bool {
	return st.snap.Hit.Number != st.hits && st.snap.Hit.Line == s.Text
}

// runUntil lets the run go on until a condition becomes true, which is added to the breakpoints of the person.
func (st *stories) runUntil(s *bridge.StoryStep) {
	st.hits = st.snap.Hit.Number
	if !slices.Contains(st.breaks.lines, s.Text) {
		st.breaks.lines, st.stops = append(st.breaks.lines, s.Text), append(st.stops, s.Text)
		st.breaks.giveBreaks()
	}
	st.set("paused", false, bridge.Resume{})
}

// start starts a story of the scene. It asks first if the person has made edits, since the story loses them.
func (st *stories) start(i int) {
	story := st.snap.Guide.Stories[i]
	usual := st.story != nil || len(st.snap.Timeline.Edits) == 0
	st.questions.confirm("story", usual, "A story begins the scene anew: the edits that were made are lost.", "Begin it",
		func() {
			st.dropStops()
			if st.twins() {
				st.send(bridge.EndTwin{})
			}
			st.view.Explain = false
			st.putBack()
			st.was = shownBy{st.view.Overlays, st.view.ColorBy}
			st.made = st.was
			st.story, st.step, st.started, st.revision = &story, 0, false, 0
			st.closed = 0
			st.scene.load(st.snap.Scene)
			st.set("paused", true, bridge.Pause{})
			st.loading = st.out.base + st.out.sent
		})
}

// dropStops removes the conditions that stories have added.
func (st *stories) dropStops() {
	st.breaks.lines = slices.DeleteFunc(st.breaks.lines, func(line string) bool {
		return slices.Contains(st.stops, line)
	})
	if st.stops != nil {
		st.stops = nil
		st.breaks.giveBreaks()
	}
}

// running reports whether a story is running.
func (st *stories) running() bool { return st.story != nil && st.step < len(st.story.Steps) }

// end ends the running story at its present step.
func (st *stories) end() {
	st.story = nil
	st.putBack()
	st.closed = st.snap.Revision
}

// leave ends the story if a snapshot belongs to another world than the story: the person has left that world.
func (st *stories) leave(s *bridge.Snapshot) {
	if st.story != nil && st.revision != 0 && s.Revision != st.revision {
		st.story = nil
		st.putBack()
	}
}

// begins notes the first snapshot of the world in which a story runs, and reports whether this is that snapshot.
func (st *stories) begins(s *bridge.Snapshot) bool {
	if st.story == nil || st.revision != 0 || s.Applied < st.loading {
		return false
	}
	st.revision = s.Revision
	return true
}

// goOn reads a new snapshot, and carries out the steps that are due.
func (st *stories) goOn(s *bridge.Snapshot) {
	if st.story == nil {
		return
	}
	for st.revision != 0 && st.running() && st.applied >= st.out.base+st.out.sent {
		step := &st.story.Steps[st.step]
		row := storySteps[step.Key]
		if !st.started {
			st.started = true
			row.begin(st, step)
			continue // checked as soon as the simulation has applied its commands
		}
		if row.done != nil && !row.done(st, step) {
			if s.Timeline.Ended || s.Fault != "" {
				st.toasts.addOfWorld(bridge.Warning, "The story ends early: this did not come about: "+stepText(step)+".",
					st.now)
				st.end()
			}
			return
		}
		st.step, st.started = st.step+1, false
	}
}

// next returns the scene of the gallery after the present one, the first after the last; there is none after a
// scene that is not in the gallery.
func (st *stories) next() (scene Scene, ok bool) {
	list := st.config.Scenes
	i := slices.IndexFunc(list, func(s Scene) bool { return st.snap != nil && s.Name == st.snap.Scene })
	if i < 0 {
		return scene, false
	}
	return list[(i+1)%len(list)], true
}
