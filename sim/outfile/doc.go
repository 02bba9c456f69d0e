// Package outfile writes all files that the program makes, under one contract.
//
//   - A file appears whole under its name or not at all. It grows in a hidden part beside
//     it, .NAME.1.part, is flushed to the disk, and is renamed; what was there before stays
//     until then, and lends the new file its mode. A file that is read-only stays too.
//   - A name that is a link means what the link leads to.
//   - A name that is a device or a pipe, and "-", which is standard output, take the bytes
//     as they come.
//   - A part belongs to who holds its lock, which the system takes from a process that ends.
//     The next file of the same name clears the parts of processes that were killed.
//   - Errors name the file that was asked for, and its folder where that is not there.
//
// Write and Create make one file, a Log one that grows under its name while a run lasts,
// a Set a folder of files that belong together. Try and TryFolder tell before a run whether
// the files after it could be written.
//
// github.com/google/renameio does the first of these and none of the others, hence this
// package. Where the system has no flock, parts of killed processes stay.
package outfile
