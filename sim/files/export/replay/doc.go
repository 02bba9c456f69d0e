// Package replay keeps a run as poses and writes it as a page: one HTML file that plays the run in a
// browser, with no network.
//
// A Recording takes one moment after another. Page quantises the moments: positions to a 512th of the
// smallest radius, orientations to the smallest three of their components in 13 bits each, speed and
// spin to 12 bits of the largest value. Each position and orientation is stored as the difference to a
// value extrapolated from the previous two moments, speed and spin as the difference to the previous
// moment. Bytes of the same meaning are stored together, which deflates well, and all data are
// deflated: some 10 to 13 bytes of text are a pose of a scene of usual extent. Page puts the data into
// a page with the scripts of assets/replay, which decode them and draw them with the shaders of the
// renderer. Of a field in a slice each cell is a byte.
//
// Bodies may appear and disappear: each body has the range of moments in which it exists.
package replay
