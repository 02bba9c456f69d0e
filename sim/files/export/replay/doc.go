// Package replay keeps a run as poses and writes it as a page: one HTML file that plays the run in a
// browser, with no network.
//
// A Recording takes one moment after another. Encode quantises them: positions to a 512th of the
// smallest radius, orientations to the smallest three of their components in 15 bits each, speed and
// spin to 16 bits of their largest. That is 14 bytes for a pose of usual extent and 4 for the two
// numbers. Each value is told as the difference to what the two moments before let expect, bytes of
// one meaning stand together, and the whole is deflated. Page puts that into a page with the
// scripts of assets/replay, which decode and draw it with the shaders of the renderer.
//
// Bodies come and go: each has the range of moments in which it is there.
package replay
