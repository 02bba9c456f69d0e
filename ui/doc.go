// Package ui is the window of the program: input, panels, and the loop that shows the
// newest snapshot of the simulation.
//
// Data flows one way. The simulation publishes snapshots through a bridge.Feed; panels show them; what a person
// changes leaves as a bridge.Command over a channel and comes back in a later snapshot. The package imports
// neither the engine nor the renderer: it uses them through the interfaces Drawer and Recording, which main
// connects.
//
// The window is made of rooms (rooms_test.go lists them with a sentence each). A room is a struct with its own
// state, pointers to the rooms that it uses, and a pointer to shared, the struct that all rooms have in common:
// the snapshot that is shown, the view with the selection, and the ways to reach the simulation, the person and
// the clipboard. A room may use only rooms before it in the list, which a test checks. Methods that draw get the
// widget.Context of the frame; all others know neither imgui nor OpenGL, so that keys, edits and recordings can be
// tested without a display. The model owns the rooms and passes snapshots, actions and input to them; gui draws
// everything round and over the view; window runs the loop.
//
// The most important tables are
//
//   - keymap.Bindings (ui/keymap): every key and gesture; input, help, tooltips and the manual
//     read this one table,
//   - docks (shell.go), panels and inspectors (docks.go): the panels in the columns beside the view. A panel is a type
//     that draws itself.
//
// Everything in the package runs on the main thread: Run must be called from a goroutine
// that called runtime.LockOSThread in an init function of package main.
package ui
