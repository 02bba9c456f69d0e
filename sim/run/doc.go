// Package run drives a world for a person who watches: it steps at the asked pace, applies commands
// between steps, publishes snapshots, hands over the frames of a video, exports and saves. It knows a
// world by its public methods only, and nothing here changes a bit of a run.
package run
