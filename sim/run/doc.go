// Package run drives a world for a person who watches it: it steps at the requested pace, applies
// commands between steps, publishes snapshots, hands over the frames of a video, exports and saves. It
// uses only public methods of a world, and nothing here changes a bit of the results.
package run
