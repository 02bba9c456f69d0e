package ui

import (
	"time"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
)

// notebook is the program that holds the window.
type notebook struct {
	*shared
	camera *camera
	socket Socket // nil: none can hold the window
	open   bool   // as was shown last
	holder string // as was said last

	asked []askedPicture // pictures that the program waits for
}

// askedPicture is a picture that a program waits for, and since when.
type askedPicture struct {
	PictureRequest
	since time.Time
}

// pictureWait is how long a program may wait for the picture of a step: a run that goes back may have left it.
const pictureWait = time.Second

// duePictures removes and returns the requests for a picture whose step the window shows, or that have waited too long.
func (n *notebook) duePictures() (due []askedPicture) {
	if n.socket == nil {
		return nil
	}
	for len(n.socket.Pictures()) > 0 {
		n.asked = append(n.asked, askedPicture{<-n.socket.Pictures(), n.now})
	}
	left := n.asked[:0]
	for _, a := range n.asked {
		s := n.snap
		shown := s != nil && (s.Step == a.Step || s.Step > a.Step && !s.Paused)
		if shown || n.now.Sub(a.since) > pictureWait {
			due = append(due, a)
		} else {
			left = append(left, a)
		}
	}
	n.asked = left
	return due
}

// connect begins to wait for a notebook.
func (n *notebook) connect() {
	if err := n.socket.Open(); err != nil {
		n.toasts.add(bridge.Refused, "No notebook can connect: "+err.Error(), n.now)
		return
	}
	n.toasts.add(bridge.Info, "A notebook can connect: live = tumble.attach() in Python", n.now)
}

// update does what the program asks of the view, and says who comes and goes.
func (n *notebook) update() {
	if n.socket == nil {
		return
	}
	for more := n.snap != nil; more; { // a program may come before the first picture
		select {
		case do := <-n.socket.Asked():
			v := n.view
			do(n.snap, &v)
			if v.Camera != n.view.Camera {
				n.camera.flight.flying, n.camera.following.on = false, false
			}
			n.view = v
		default:
			more = false
		}
	}
	var holder string
	n.open, holder = n.socket.State()
	switch {
	case holder == n.holder:
		return
	case holder == "":
		n.toasts.add(bridge.Info, format.Sentence(n.holder)+" has let the window go", n.now)
	default:
		n.toasts.add(bridge.Info, format.Sentence(holder)+" holds the window, and can change the run", n.now)
	}
	n.holder = holder
}

// hasNews reports whether the program asks for something, or has come or gone.
func (n *notebook) hasNews() bool {
	if n.socket == nil {
		return false
	}
	open, holder := n.socket.State()
	return len(n.socket.Asked())+len(n.socket.Pictures())+len(n.asked) > 0 || open != n.open || holder != n.holder
}

// state returns what is shown of the program that holds the window, or may, and what ends that; "": nothing.
func (n *notebook) state() (text string, end func()) {
	switch {
	case n.holder != "":
		return "held by " + n.holder, n.socket.Disconnect
	case n.open:
		return "waiting for a notebook", n.socket.Close
	}
	return "", nil
}
