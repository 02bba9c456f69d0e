// Package ui is the window of the program: input, panels, and the loop that shows the
// newest snapshot of the simulation.
//
// Data flows one way. The simulation publishes snapshots through a bridge.Feed; panels
// show them; what a person changes leaves as a bridge.Command over a channel and comes
// back in a later snapshot. The package sees neither the engine nor the renderer: what it
// needs of them are the interfaces Drawer and Recording, and main wires them.
//
// The window is made of rooms (rooms_test.go lists them with a sentence each). A room is a struct with its own state,
// pointers to the rooms that it uses, and the one struct that all have in common, shared: the snapshot that is shown,
// its view with the selection, and the ways to simulation, person and clipboard. A room may use rooms before it in
// the list, and a test says so. Methods that draw get the widget.Context of the frame; all others know neither imgui
// nor OpenGL, so that keys, edits and recordings are tested without a display. The model puts the rooms together,
// and hands on snapshots, actions and input; gui draws what lies round the view; window is the loop.
//
// The tables to know are
//
//   - keymap.Bindings (ui/keymap): every key and gesture; input, help, tooltips and the manual
//     read this one table,
//   - docks (shell.go), panels and inspectors (docks.go): what the columns beside the view hold. A panel is a type
//     that draws itself.
//
// Everything in the package runs on the main thread: Run must be called from a goroutine
// that called runtime.LockOSThread in an init function of package main.
package ui
