package ui

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/format"
)

// hand drags bodies with the pointer.
type hand struct {
	*shared
	viewport *viewport
	held     dragged
}

// dragged is the body that a person drags: it is held at one of its points, which is pulled to a place in a plane
// parallel to the picture.
type dragged struct {
	on    bool
	body  int64    // number of the body
	at    vec.Vec3 // from its centre to the point, in the orientation at the grab [m]
	turn  bool     // the drag only turns the body
	depth float32  // distance of the plane from the eye [m]
	place [2]float32
	moved bool   // the pointer or the plane has moved since the last command
	sent  uint64 // Snapshot.Applied from which on snapshots know of the first command
}

// drag is the gesture that pulls a body toward the pointer.
func (hd *hand) drag(d drag, turn bool) {
	h := &hd.held
	switch d.part {
	case dragBegins:
		hd.grab(d, turn)
	case dragEnds:
		hd.release()
	}
	if h.on {
		h.place, h.moved = [2]float32{d.x, d.y}, true
	}
}

// grab begins to drag the body under the pointer, if forces move it.
func (hd *hand) grab(d drag, turn bool) {
	i, ok := hd.bodyOf(d.hit.Thing)
	if !ok || d.hit.Thing.Kind != bridge.ThingBody {
		return
	}
	b := &hd.snap.Bodies[i]
	if b.Kind != bridge.Dynamic {
		hd.toasts.add(bridge.Info, "No force moves this body: it cannot be dragged", hd.now)
		return
	}
	point := hd.onBody(i, d.hit.Point)
	r := point.Sub(b.Center)
	hd.held = dragged{on: true, body: b.Number, at: vec.New(float64(r[0]), float64(r[1]), float64(r[2])), turn: turn,
		depth: hd.viewport.depthOf(point)}
}

// onBody returns the point of a body that is nearest to p. The point p comes from the picture, which may be older
// than the snapshot, so that the body may have moved away from p.
func (hd *hand) onBody(body int, p mgl32.Vec3) mgl32.Vec3 {
	nearest, best := p, float32(math.Inf(1))
	for i := range hd.snap.Capsules {
		c := &hd.snap.Capsules[i]
		if int(c.Body) != body {
			continue
		}
		axis, r := mgl32.Vec3(c.Axis), p.Sub(c.Center)
		on := mgl32.Vec3(c.Center).Add(axis.Mul(max(-c.Half, min(r.Dot(axis), c.Half))))
		away := p.Sub(on)
		if d := away.Len(); d > c.Radius {
			on = on.Add(away.Mul(c.Radius / d))
		} else {
			on = p
		}
		if d := p.Sub(on).Len(); d < best {
			nearest, best = on, d
		}
	}
	return nearest
}

// moveDepth moves the plane in which a body is dragged by turns of the wheel: closer to the eye, or away.
func (hd *hand) moveDepth(turns float32) {
	hd.held.depth *= float32(math.Pow(1.05, float64(-turns)))
	hd.held.moved = true
}

// pull sends the place toward which the body is pulled, once in a frame, and checks whether the simulation still
// holds the body.
func (hd *hand) pull() {
	h := &hd.held
	if !h.on || hd.snap == nil {
		return
	}
	if s := hd.snap; h.sent > 0 && hd.applied >= h.sent && !(s.Hand.Holds && s.Hand.Body == h.body) {
		hd.held = dragged{} // the body has left, or the scene was loaded anew
		return
	}
	if !h.moved {
		return
	}
	h.moved = false
	p := hd.viewport.atDepth(h.place, h.depth)
	n := hd.send(bridge.Grab{Body: h.body, At: h.at, Turn: h.turn,
		To: vec.New(float64(p[0]), float64(p[1]), float64(p[2]))})
	if h.sent == 0 {
		h.sent = n
	}
}

// release lets the body go.
func (hd *hand) release() {
	if hd.held.on {
		hd.held = dragged{}
		hd.send(bridge.Release{})
	}
}

// handText says which body is dragged and with which force; it returns "" if none is dragged.
func (hd *hand) handText() string {
	if !hd.held.on {
		return ""
	}
	h, force := &hd.snap.Hand, ""
	switch {
	case hd.paused():
		force = ", paused"
	case h.Holds && h.Turn:
		force = ", " + format.Quantity(length(h.Torque), "N·m", 3)
	case h.Holds:
		force = ", " + format.Quantity(length(h.Force), "N", 3)
	}
	verb := "dragging"
	if hd.held.turn {
		verb = "turning"
	}
	return fmt.Sprintf("%s body %d%s", verb, hd.held.body, force)
}

func length(v [3]float32) float64 { return float64(mgl32.Vec3(v).Len()) }
