// Package runfile reads and writes run files. A run file holds everything that is needed to repeat a run
// and to check that the result is the same: key frames, commands with their steps, and hashes of the
// state on the way.
//
// A file consists of the line "tumble run" and of blocks, each with the layout
//
//	kind, 4 letters | length of the content, uint32 | CRC-32 of these eight bytes | content | XXH64 of the content
//
// with all numbers little-endian. Blocks are only ever appended, so a file is valid up to its last
// complete block, whenever the writing ended. A complete block that does not agree with its sums is
// damaged: Parse leaves it out, together with all blocks that make no sense without it, and reports its
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
//	view  JSON: what a person saw from a moment on: the camera and the display settings
//	icon  a small picture of the run, as PNG
//	even  JSON: an event and the step it fell on
//	film  JSON: an interval of time that was recorded as a video
//	cols  JSON: the columns of the samples of the track from here on, and the interval between samples
//	smpl  step, time, and the values of the columns; then, if samples were left out up to the next one, the lowest and
//	      the highest value of each column in between
//
// A reader of version n reads all versions up to n. A kind of block that begins with a small letter may be added
// without a new version: readers that do not know it leave it out. Any other new kind needs a new version in HEAD.
package runfile
