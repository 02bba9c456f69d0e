package bridge

// Guide is the advice of a scene for a person who opens it. The engine only passes it on, and never changes it.
type Guide struct {
	Look    string // one line that says what to look at; may be empty
	Try     string // one line with a thing to try; may be empty
	Stories []Story
}

// Story leads a person to an interesting moment of a scene with one click. Its steps are done one after the other,
// from the beginning of the scene.
type Story struct {
	Title string
	Look  string // what to look at when all steps are done; may be empty
	Steps []StoryStep
}

// StoryStep is one step of a story.
type StoryStep struct {
	Key  string  // kind of the step: one of StoryKeys
	Text string  // value of the step, as the scene has it
	Time float64 // this value as a time, for StoryPlay and StoryAt [s]
	Edit Edit    // this value as an edit, for StorySet; nil: the scene has it already
}

// The keys of steps.
const (
	StoryPlay     = "play"     // let the clock run until a time
	StoryStop     = "stop"     // let the clock run until a condition becomes true, and select its body or contact
	StoryAt       = "at"       // go back to an earlier time
	StorySet      = "set"      // edit the physics
	StoryDo       = "do"       // carry out one of StoryActions
	StoryOverlays = "overlays" // show overlays
	StoryColorBy  = "colorBy"  // colour by a quantity
)

// StoryKeys lists the keys of steps.
var StoryKeys = []string{StoryPlay, StoryStop, StoryAt, StorySet, StoryDo, StoryOverlays, StoryColorBy}

// StoryActions are the actions that a step StoryDo can name.
var StoryActions = []string{"explain", "twin", "other-twin", "charts", "undo", "play"}
