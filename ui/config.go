package ui

import (
	"context"
	"image"
	"time"
	"unsafe"

	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/remember"
)

// Drawer is what the window needs of a renderer. All its methods are called on the main
// thread with the window's GL context current.
type Drawer interface {
	// DrawUnless draws a snapshot into the drawer's own framebuffer of the given size in pixels. If stop is not nil, it
	// is called between parts of the picture with how much is done, 0 to 1, and the picture is abandoned once it
	// returns true. DrawUnless reports whether the picture is whole; if not, the last one is still there.
	DrawUnless(s *bridge.Snapshot, v *view.View, width, height int, stop func(done float64) bool) (whole bool, err error)
	// Shows reports whether the last picture looks as one that DrawUnless would draw.
	Shows(s *bridge.Snapshot, v *view.View, width, height int) bool
	// Outline makes the last picture the one that DrawUnless would draw, if that differs from it in outlines
	// only, and reports whether it has.
	Outline(s *bridge.Snapshot, v *view.View, width, height int) (bool, error)
	// PickShown returns what lies under a pixel, counted from the upper left one, of the last picture
	// of a size, or of one of a few before it, whatever the simulation has done since.
	PickShown(before, width, height, x, y int) (view.Hit, error)
	// Layout returns what lies flat over the last picture, such as the legend.
	Layout() overlay.Layout
	// Recall makes the last picture of a size the one that the methods below are about, if that
	// is one of the last two sizes, and reports whether it is.
	Recall(width, height int) bool
	// Blit copies the last picture, scaled if need be, to a rectangle of the window's framebuffer,
	// given by its lower left corner and its size in pixels.
	Blit(x, y, width, height int)
	// Pixels returns the last picture as rows of RGBA, top row first, in dst if it is
	// large enough.
	Pixels(dst []byte) []byte
	Close()
}

// imageOf returns a copy of the last picture, which has a size.
func imageOf(d Drawer, width, height int) *image.RGBA {
	return &image.RGBA{Pix: d.Pixels(nil), Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
}

// Recording is a video that is written off the main thread.
type Recording interface {
	// Write adds a frame; rows of RGBA, top row first. It copies rgba.
	Write(rgba []byte) error
	// Close finishes the file and returns its path.
	Close() (path string, err error)
	// Frames returns the number of frames written so far.
	Frames() int
}

// Scene is a scene that can be picked.
type Scene struct {
	Name  string // as LoadScene takes it
	Title string // for people
	About string // a sentence or two

	Picture image.Image // what it looks like; nil if there is none
}

// ExportFormat is a format in which the export panel can write a run, or one moment of it.
type ExportFormat struct {
	Name, About string
	Ext         string       // of its file; empty for a folder
	Moment      bool         // of one moment
	Option      ExportOption // no Text: there is none
}

// ExportOption is what a person may choose of a format.
type ExportOption struct{ Text, About string }

// Config is everything a window is wired to.
type Config struct {
	Title         string // of the window; without a scene's title
	Width, Height int    // of the window, in units of the screen; 0 for 1280 × 720

	Feed          *bridge.Feed          // snapshots come from here
	Commands      chan<- bridge.Command // commands go here; the window must be the only sender
	Scenes        []Scene               // for the picker
	Exports       []ExportFormat        // for the export panel
	View          view.View             // options to start with; the first snapshot frames the camera
	Framed        bool                  // the camera of View is wanted as it is
	Loop          bool                  // runs begin again where their scenes end
	LoopUntouched bool                  // likewise, until a person touches mouse or keys

	// Watch, if not nil, is called with each frame that shows the simulated time [s] and step,
	// after that many pictures. The window closes when it returns false.
	Watch func(time float64, step int64, pictures int) bool

	// Stop, if not nil, closes the window when it is closed: as if a person had.
	Stop <-chan struct{}

	// NewDrawer is called once, with the GL context current, before anything else of OpenGL: it also loads the functions
	// of OpenGL for the whole process, which find looks up.
	NewDrawer func(find func(name string) unsafe.Pointer) (Drawer, error)
	// NewRecording opens a video file. The path it really writes may end differently; note
	// says in a few words what is written, such as "H.264". The file carries the texts.
	NewRecording func(path string, width, height int, fps float64, texts [][2]string) (rec Recording, note string,
		err error)

	// Memory is what the window was when it was closed last, and MemoryFile where it is kept; empty for
	// nowhere. MemoryTrouble says why there is none though there was, or nothing.
	Memory        remember.Memory
	MemoryFile    string
	MemoryTrouble string

	Groups []remember.Group // of the first scene, in place of those that are kept

	// Work does a task with a run, which is given as a run file in memory, beside the window. It reports its progress
	// and returns the path of the file that it made, whose extension may differ from the one asked for. Without Work, no
	// task can be done. It ends within a second after ctx ends, and after an error leaves no part of the file behind.
	Work func(ctx context.Context, t Task, run []byte, progress func(Progress)) (path string, err error)
	// Receipt tells how far the run file on the screen is done again, to see whether it is the same; nil: none ever is.
	Receipt func() Receipt
	// Thumbnail returns the small picture of a run file, nil if it has none.
	Thumbnail func(path string) image.Image

	Unfinished *Unfinished // a run that a person may go on with; nil if there is none
	Unread     []error     // why newer such runs cannot be

	OutputDir string // where pictures and videos go; empty for the working directory
}

// Unfinished is a run that the program was ended in without a person's will: it crashed, was killed, or lost power.
type Unfinished struct {
	Path  string // as LoadScene takes it
	Title string
	Time  float64 // as far as it came [s]
	Step  int64

	Older      int   // runs like it, which are offered when this one is no more
	OlderBytes int64 // that they take

	Decline func() // says that nobody goes on with it; its file stays until the window is closed
}

// Receipt says whether a run that was opened is the same when it is done again.
type Receipt struct {
	Path    string  // of the file; empty: no run is on the screen
	Done    float64 // share of the run
	Verdict string  // for people; empty until it is known
	Good    bool    // it is the same
	Preview bool    // it is the same, but was softened, and so says nothing of the run that was not
}

// Progress says how far a task has come.
type Progress struct {
	Done  float64       // share of it, 0 to 1
	Left  time.Duration // that the rest will take; 0: not known
	About string        // what is being done, may be empty
}
