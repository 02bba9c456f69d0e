// Package video writes pictures and recordings: H.264 in MP4 through the ffmpeg program
// where it is installed, Motion JPEG in AVI written here where it is not, numbered PNG
// files, and single PNG files.
//
// Nothing appears under the name that was asked for before it is whole; see package outfile,
// which writes all of them. To standard output, a device or a pipe a recording goes when it
// is whole, since neither format can be written without going back.
//
// Frames are 8-bit RGBA rows, top row first, as image.RGBA holds them; sizes are in
// pixels and rates in frames per second of video.
package video
