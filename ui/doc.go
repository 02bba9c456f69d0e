// Package ui is the window of the program: input, panels, and the loop that shows the
// newest snapshot of the simulation.
//
// Data flows one way. The simulation publishes snapshots through a bridge.Feed; panels
// show them; what a person changes leaves as a bridge.Command over a channel and comes
// back in a later snapshot. The package sees neither the engine nor the renderer: what it
// needs of them are the interfaces Drawer and Recording, and main wires them.
//
// The state of the window is a model, which knows neither imgui nor OpenGL, so that keys,
// edits and recordings are tested without a display; panels only show the model and call
// its methods. The tables to know are
//
//   - keymap.Bindings (ui/keymap): every key and gesture; input, help, tooltips and the manual
//     read this one table,
//   - docks, panels, inspectors (panels.go): what the columns beside the view hold, one file each.
//
// Everything in the package runs on the main thread: Run must be called from a goroutine
// that called runtime.LockOSThread in an init function of package main.
package ui
