// Package outfile writes all files that the program makes, under one contract.
//
//   - A file appears whole under its name or not at all. It grows in a hidden part beside
//     it, .NAME.1.part, is flushed to the disk, and is renamed; the old file stays until
//     then, and the new one gets its mode. A read-only file is not replaced.
//   - A name that is a link means what the link leads to, and a device or a pipe takes the bytes as they come, where
//     a person typed the name, as Follow says. Any other name may lie in a folder that a stranger has made: there is
//     nothing but a file under it, or it is refused. A folder of such a name is no link either.
//   - "-" is standard output, which takes the bytes as they come.
//   - A part belongs to the process that holds its lock; the system frees the lock when that ends.
//     The next file of the same name clears the parts of processes that were killed.
//   - Errors name the file that was asked for, and its folder where that is not there.
//
// Write and Create make one file, a Log one that grows while a run lasts, by lines under its name or by larger
// pieces beside it, a Set a folder of files that belong together. Try and TryFolder tell before a run whether
// the files after it could be written. A Stage is for what may be given up at any time, whoever makes it.
//
// github.com/google/renameio does only the first of these, hence this
// package. Where the system has no flock, parts of killed processes stay.
package outfile
