package bridge

// Guide is what a scene says to a person who opens it. The engine only carries it, and never changes it.
type Guide struct {
	Look    string // what to look at; a line, may be empty
	Try     string // one thing to try; likewise
	Stories []Story
}

// Story is a good moment of a scene that a person reaches with one click: steps that are done one after the other,
// from the beginning of the scene.
type Story struct {
	Title string
	Look  string // what to look at when all steps are done; may be empty
	Steps []StoryStep
}

// StoryStep is one step of a story.
type StoryStep struct {
	Key  string  // what is done: one of StoryKeys
	Text string  // with what, as the scene has it
	Time float64 // the same as a time, of StoryPlay and StoryAt [s]
	Edit Edit    // the same as an edit, of StorySet
}

// The keys of steps.
const (
	StoryPlay     = "play"     // let the clock run until a time
	StoryStop     = "stop"     // let it run until a condition becomes true, and select what made it so
	StoryAt       = "at"       // go back to a time
	StorySet      = "set"      // edit the physics
	StoryDo       = "do"       // carry out one of StoryActions
	StoryOverlays = "overlays" // show overlays
	StoryColorBy  = "colorBy"  // colour by a quantity
)

// StoryKeys lists them.
var StoryKeys = []string{StoryPlay, StoryStop, StoryAt, StorySet, StoryDo, StoryOverlays, StoryColorBy}

// StoryActions are the actions that a story can have carried out.
var StoryActions = []string{"explain", "twin", "other-twin", "charts", "undo", "play"}
