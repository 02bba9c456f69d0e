// Package shaders holds the GLSL sources of the renderer.
package shaders
