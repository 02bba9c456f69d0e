// Package cli is the command line of the program. What the window does it does too, so
// that a result seen there can be had again in a script.
//
// The commands are the rows of one table (commands, in cli.go); each has a file of its
// own, and reads its flags from a table that also makes its help, its manual page and what
// shells complete (cobra does the parsing). Commands that draw
// carry the build constraint !headless: without graphics they say so.
//
// Errors go to standard error as "tumble: WHAT: WHY", with what would be allowed; the exit
// status is then 1, or 2 if the command line itself was wrong. Results are written whole
// or not at all (package outfile), their names are tried before the work, and one that fails
// keeps no other from being written. The first SIGINT, SIGTERM or SIGHUP ends the work in
// order, with all that was asked for written as it is then, and status 130, 143 or 129; the
// second ends the program.
package cli
