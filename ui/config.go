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

// Drawer is the part of a renderer that the window needs. All its methods are called on the main thread with the
// window's GL context current.
type Drawer interface {
	// DrawUnless draws a snapshot into the drawer's own framebuffer of the given size in pixels. If stop is not
	// nil, it is called between parts of the picture with the share that is done, 0 to 1, and the picture is
	// abandoned once it returns true. DrawUnless reports whether the picture is complete; if not, the last
	// complete picture is still there.
	DrawUnless(s *bridge.Snapshot, v *view.View, width, height int, stop func(done float64) bool) (whole bool, err error)
	// Shows reports whether the last picture looks like the one that DrawUnless would draw.
	Shows(s *bridge.Snapshot, v *view.View, width, height int) bool
	// Outline changes the last picture into the one that DrawUnless would draw, if both differ only in outlines,
	// and reports whether it has done so.
	Outline(s *bridge.Snapshot, v *view.View, width, height int) (bool, error)
	// PickShown returns what lies under a pixel, counted from the upper left one, of the last picture of a size
	// (before 0), or of one of the few pictures before it, whatever the simulation has done since.
	PickShown(before, width, height, x, y int) (view.Hit, error)
	// Layout returns the flat parts that lie over the last picture, such as the legend.
	Layout() overlay.Layout
	// Recall lets the methods below refer to the last picture of a size, if that is one of the last two sizes, and
	// reports whether it is.
	Recall(width, height int) bool
	// Blit copies the last picture, scaled if need be, to a rectangle of the window's framebuffer,
	// given by its lower left corner and its size in pixels.
	Blit(x, y, width, height int)
	// Pixels returns the last picture as rows of RGBA, top row first, in dst if it is
	// large enough.
	Pixels(dst []byte) []byte
	Close()
}

// imageOf returns a copy of the last picture, which must have the given size.
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

	Picture image.Image // small picture of the scene; nil if there is none
}

// ExportFormat is a format in which the export panel can write a run, or one moment of it.
type ExportFormat struct {
	Name, About string
	Ext         string       // of its file; empty for a folder
	Moment      bool         // it writes one moment, not a run
	Option      ExportOption // empty Text: the format has no option
}

// ExportOption is an option of a format that a person may switch on.
type ExportOption struct{ Text, About string }

// Config connects a window to the rest of the program.
type Config struct {
	Title         string // of the window; without a scene's title
	Width, Height int    // of the window, in units of the screen; 0 for 1280 × 720

	Feed          *bridge.Feed          // snapshots come from here
	Commands      chan<- bridge.Command // commands go here; the window must be the only sender
	Scenes        []Scene               // for the picker
	Exports       []ExportFormat        // for the export panel
	View          view.View             // options to start with; the first snapshot frames the camera
	Framed        bool                  // the camera of View is used unchanged: no snapshot frames it
	Loop          bool                  // a run begins again at the end of its scene
	LoopUntouched bool                  // as Loop, until a person touches mouse or keys

	// Socket is where another program holds the window; nil: none can.
	Socket Socket

	// Watch, if not nil, is called with each frame that shows the simulated time [s] and step, and with the number
	// of pictures so far. The window closes when it returns false.
	Watch func(time float64, step int64, pictures int) bool

	// Stop, if not nil, closes the window when the channel is closed, as if a person had closed the window.
	Stop <-chan struct{}

	// NewDrawer is called once, with the GL context current, before any other use of OpenGL: it also loads the
	// functions of OpenGL for the whole process; find looks up their addresses.
	NewDrawer func(find func(name string) unsafe.Pointer) (Drawer, error)
	// NewRecording opens a video file. The file may get another extension than path has, and Recording.Close
	// returns the real path; note names the format in a few words, such as "H.264". The texts are stored in the
	// file.
	NewRecording func(path string, width, height int, fps float64, texts [][2]string) (rec Recording, note string,
		err error)

	// Memory is the state of the window when it was last closed, and MemoryFile the file that keeps it; empty: it
	// is not kept. MemoryTrouble says why an existing file could not be read, or is empty.
	Memory        remember.Memory
	MemoryFile    string
	MemoryTrouble string

	Groups []remember.Group // of the first scene, in place of the groups in Memory

	// Work does a task with a run, which is given as a run file in memory, while the window goes on. It reports
	// its progress and returns the path of the file that it made, whose extension may differ from that of
	// Task.Path. If Work is nil, no task can be done. Work must end within a second after ctx ends, and must leave
	// no part of the file behind after an error.
	Work func(ctx context.Context, t Task, run []byte, progress func(Progress)) (path string, err error)
	// WhyNotLive returns the reason why replays can only play; nil: they can also compute their run. If it is nil
	// itself, they can.
	WhyNotLive func() error
	// Receipt reports how far the run file on the screen has been computed again, to check that the result is the
	// same; nil: run files are never checked.
	Receipt func() Receipt
	// Thumbnail returns the small picture of a run file, nil if it has none.
	Thumbnail func(path string) image.Image

	Unfinished *Unfinished // a run that a person may go on with; nil if there is none
	Unread     []error     // why newer unfinished runs cannot be read

	OutputDir string // where pictures and videos go; empty for the working directory
}

// Socket is where another program, such as a notebook of Python, holds the window.
type Socket interface {
	Open() error // begins to wait for a program
	Close()      // sends the program away, and waits for none
	Disconnect() // sends the program away
	// State returns whether the line is open, and the name of the program that holds the window, if one does.
	State() (open bool, holder string)
	// Asked delivers what the program asks of the view: functions to be called between frames.
	Asked() <-chan func(*bridge.Snapshot, *view.View)
	// Pictures delivers requests for what the window shows.
	Pictures() <-chan PictureRequest
}

// PictureRequest asks for the picture that the window shows of a run, without panels.
type PictureRequest struct {
	Step int64 // of the run when it was asked for: an older picture is not what is meant
	Done func(image.Image, error)
}

// Unfinished is a run during which the program ended unintentionally: it crashed, was killed, or lost power.
type Unfinished struct {
	Path  string // as LoadScene takes it
	Title string
	Time  float64 // simulated time that it reached [s]
	Step  int64

	Older      int   // number of older unfinished runs, which are offered after this one
	OlderBytes int64 // disk space of the older runs [B]

	Decline func() // the person does not continue the run; its file stays until the window is closed
}

// Receipt reports whether a run file that was opened gives the same result when it is computed again.
type Receipt struct {
	Path    string  // of the file; empty: no run is on the screen
	Done    float64 // share of the run that was computed again
	Verdict string  // for people; empty until it is known
	Good    bool    // the result is the same
	Preview bool    // it is the same, but its contacts were softened: this says nothing about the original run
}

// Progress says how far a task has come.
type Progress struct {
	Done  float64       // share of the task, 0 to 1
	Left  time.Duration // remaining time; 0: not known
	About string        // current part of the task, may be empty
}
