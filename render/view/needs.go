package view

import "example.org/tumble/sim/run/bridge"

// Needs returns what a snapshot must not lack for an overlay to have something to show.
func (o Overlay) Needs() bridge.Lacks {
	return bridge.Lacks{
		Contacts: o&(OverlayContacts|OverlayForces|OverlayNetwork) != 0,
		Velocity: o&OverlayVelocity != 0,
	}
}
