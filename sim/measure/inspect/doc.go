// Package inspect answers what people ask about one thing of a world: the numbers of a body, of a wall,
// of a triangle, of a contact, how that contact came about, and what lies between two things.
//
// It reads bodies, shapes and contacts and changes none of them, so that a run which is looked at gives
// the same bits as one which is not. Its answers are bridge.Inspected, in double precision.
package inspect
