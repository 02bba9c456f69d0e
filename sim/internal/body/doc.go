// Package body owns the rigid bodies of a world: where they are and how they move, what they
// are made of, and their shapes as they are placed. It knows nothing of contacts, of time or
// of the world that steps them.
package body
