// Package video writes pictures and recordings: H.264 in MP4 through the ffmpeg program
// where it is installed, Motion JPEG in AVI written here where it is not, numbered PNG
// files, and single PNG files.
//
// Nothing appears under the name that was asked for before it is whole. A recording
// grows in a hidden file beside it,
//
//	.NAME.PID-N.part
//
// and is renamed when it has been closed; one that was killed half-way leaves only that
// hidden file, which the next recording to the same name removes.
//
// Frames are 8-bit RGBA rows, top row first, as image.RGBA holds them; sizes are in
// pixels and rates in frames per second of video.
package video
