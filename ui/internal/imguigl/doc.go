// Package imguigl is the only place where imgui meets GLFW and OpenGL: it feeds imgui with the events of a window
// through a queue of its own, and draws the lists that imgui makes.
//
// Everything here must run on the thread that owns the GL context.
package imguigl
