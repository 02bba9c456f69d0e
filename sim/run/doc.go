// Package run drives a world for a person who watches it: it steps at the requested pace, applies
// commands between steps, publishes snapshots, hands over the frames of a video, exports and saves. Through
// an Access, others do something with the run between two of its steps, as another program does. It
// uses only public methods of a world, and nothing here changes a bit of the results.
package run
