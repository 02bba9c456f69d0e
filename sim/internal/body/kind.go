package body

// Kind says what moves a body.
type Kind uint8

// Dynamic bodies are moved by forces, Kinematic ones by a prescribed motion, Static ones not at all.
const (
	Dynamic Kind = iota
	Kinematic
	Static
)
