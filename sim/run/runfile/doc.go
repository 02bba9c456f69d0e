// Package runfile reads and writes run files. A run file holds everything that is needed to repeat a run
// and to check that the result is the same: key frames, commands with their steps, and hashes of the
// state on the way.
//
// The form is the line "tumble run" and then blocks, each of them
//
//	kind, 4 letters | length of the content, uint32 | CRC-32 of these eight bytes | content | XXH64 of the content
//
// with all numbers little-endian. Blocks are only ever appended, so a file is valid up to its last
// complete block, whenever the writing ended. A complete block that does not agree with its sums is
// damaged: Parse leaves it out, with all blocks that cannot be understood without it, and reports its
// number and kind. The key frames of a track have no order: a key frame saved after going back follows
// those of later steps. The kinds are
//
//	HEAD  JSON: the version of the format, the program, the scene
//	STAT  a key frame: step, time, hash, commands before it, and the packed state
//	CMND  JSON: a command and the step it fell on
//	HASH  step and hash
//	LAST  step, time and hash of the end: the run was written to its end
//	TRCK  JSON: the track that all blocks belong to from here on; one that is new begins with what it has in common
//	      with the track that it has left (since version 2)
//	view  JSON: what a person saw from a moment on: the camera, how things were drawn
//	icon  a small picture of the run, as PNG
//	even  JSON: an event and the step it fell on
//	film  JSON: a stretch of time that a video was made of
//	cols  JSON: what the samples of the track have from here on, and the interval between them
//	smpl  step, time, and the numbers of the columns; behind these, where samples were left out, how low and how high
//	      they were up to the next one
//
// A reader of version n reads all versions up to n. A kind of block that begins with a small letter may be added
// without a new version: readers that do not know it leave it out. Other kinds are told by the version in HEAD.
package runfile
