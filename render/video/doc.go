// Package video writes pictures and recordings: H.264 in MP4, VP9 in WebM and GIF through the
// ffmpeg program if it is installed, Motion JPEG in AVI without it, numbered PNG files, and single
// PNG files.
//
// A file appears under its name only when it is whole; package outfile, which writes all files,
// ensures this. To standard output, a device or a pipe a recording is copied when it is whole,
// since writers of these formats must go back in the file.
//
// Frames are 8-bit RGBA rows, top row first, as image.RGBA holds them; sizes are in
// pixels and rates in frames per second of video.
package video
