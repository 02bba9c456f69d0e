package ui

import (
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// Line is where another program, such as a notebook of Python, holds the window.
type Line interface {
	Open() error // begins to wait for a program
	Close()      // sends the program away, and waits for none
	Disconnect() // sends the program away
	// State returns whether the line is open, and the name of the program that holds the window, if one does.
	State() (open bool, holder string)
	// Asked delivers what the program asks of the view: functions to be called between frames.
	Asked() <-chan func(*bridge.Snapshot, *view.View)
}

// notebook is the program that holds the window.
type notebook struct {
	*shared
	camera *camera
	line   Line   // nil: none can hold the window
	open   bool   // as was shown last
	holder string // as was said last
}

// connect begins to wait for a notebook.
func (n *notebook) connect() {
	if err := n.line.Open(); err != nil {
		n.toasts.add(bridge.Refused, "No notebook can connect: "+err.Error(), n.now)
		return
	}
	n.toasts.add(bridge.Info, "A notebook can connect: live = tumble.attach() in Python", n.now)
}

// update does what the program asks of the view, and says who comes and goes.
func (n *notebook) update() {
	if n.line == nil {
		return
	}
	for more := true; more; {
		select {
		case do := <-n.line.Asked():
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
	n.open, holder = n.line.State()
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
	if n.line == nil {
		return false
	}
	open, holder := n.line.State()
	return len(n.line.Asked()) > 0 || open != n.open || holder != n.holder
}

// chips returns the chip of the program that holds the window, or may.
func (n *notebook) chips() []chip {
	switch {
	case n.holder != "":
		return []chip{{"held by " + n.holder, func(m *model) { m.notebook.line.Disconnect() }, false}}
	case n.open:
		return []chip{{"waiting for a notebook", func(m *model) { m.notebook.line.Close() }, false}}
	}
	return nil
}

// notebookCommands returns what can be done about a notebook.
func notebookCommands(m *model) (list []command) {
	n := &m.notebook
	if n.line == nil {
		return nil
	}
	list = append(list, command{name: "Connect a notebook", hint: "Python holds this window: tumble.attach()", now: n.open,
		do: func(m *model, _ *widget.Context) { n.connect() }})
	if n.holder != "" {
		list = append(list, command{name: "Disconnect the notebook", hint: n.holder,
			do: func(m *model, _ *widget.Context) { n.line.Disconnect() }})
	}
	return list
}
