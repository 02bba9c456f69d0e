// Package outfile writes all files that the program makes, under one contract.
//
//   - A file appears whole under its name or not at all. It grows in a hidden file in the same folder, the part
//     .NAME.1.part, which is flushed to the disk and then renamed. The old file stays until then, and the new file
//     gets the mode of the old one. A read-only file is not replaced.
//   - If a person typed a name, as Follow says, the name may be a link, which is followed, or a device or a pipe,
//     which takes the bytes as they come. Any other name may lie in a folder that a stranger has made: if such a
//     name exists and is not a regular file, it is refused, and so is a folder that is a link.
//   - "-" is standard output, which takes the bytes as they come.
//   - A part belongs to the process that holds its lock; the system frees the lock when that process ends.
//     The next file of the same name clears the parts of processes that were killed.
//   - Errors name the file that the caller asked for, and its folder if the folder does not exist.
//
// Write and Create make one file. A Log is a file that grows while a run lasts: by lines under its final name, or
// by larger pieces in a part. A Set is a folder of files that belong together. Try and TryFolder report before a
// run whether its files could be written at the end. A Stage is for files that may be given up at any time, no
// matter which program writes them.
//
// github.com/google/renameio fulfils only the first of these points, hence this
// package. Where the system has no flock, parts of killed processes stay.
package outfile
