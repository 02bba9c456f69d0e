// Package inspect answers questions of people about one thing of a world: the numbers of a body, a wall, a
// triangle or a contact, how the contact came about, and the distance between two things.
//
// It reads bodies, shapes and contacts and changes none of them, so that a run gives the same bits with and
// without an inspector. Its answers are bridge.Inspected, in double precision.
package inspect
