// Package neighbour finds the pairs of shapes that may touch soon, and keeps them in the neighbour lists of a
// contact.Set.
//
// Each body has a margin, its skin: the lists hold until some body has travelled further than that. Then Update finds
// the pairs anew, with boxes in a grid (package broad) for what moves, and kind by kind for walls, meshes and
// cylinders; pairs that were there before keep their contacts. Bodies that fly away from all others get wider margins
// (strays.go).
package neighbour
