package view

import "example.org/tumble/sim/bridge"

// Needs returns what a snapshot must not lack to colour by the quantity.
func (q *Quantity) Needs() bridge.Lacks {
	switch q.Name {
	case "speed", "vx", "vy", "vz":
		return bridge.Lacks{Velocity: true}
	case "spin", "spin-x", "spin-y", "spin-z":
		return bridge.Lacks{Spin: true}
	case "force", "fx", "fy", "fz":
		return bridge.Lacks{Force: true}
	case "energy":
		return bridge.Lacks{Mass: true, Velocity: true}
	case "mass":
		return bridge.Lacks{Mass: true}
	case "contacts", "friction":
		return bridge.Lacks{Contacts: true}
	}
	return bridge.Lacks{}
}

// Needs returns what a snapshot must not lack for an overlay to have something to show.
func (o Overlay) Needs() bridge.Lacks {
	return bridge.Lacks{
		Contacts: o&(OverlayContacts|OverlayForces|OverlayNetwork) != 0,
		Velocity: o&OverlayVelocity != 0,
	}
}
