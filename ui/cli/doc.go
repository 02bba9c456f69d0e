// Package cli is the command line of the program. It can do what the window does, so that a script can reproduce a
// result that was seen in the window.
//
// The commands are the rows of one table (commands, in cli.go); each has a file of its own, and declares its flags
// in a table, from which the help, the manual page and the completions of shells are made, too (cobra does the
// parsing). The files of commands that draw have the build constraint !headless; in a program without graphics
// these commands report that they need graphics.
//
// Errors go to standard error as "tumble: WHAT: WHY", with the allowed values; the exit status is then 1, or 2 if
// the command line itself was wrong. Each result is written completely or not at all (package outfile). The names
// of results are tried before the work, and a result that fails does not prevent the others from being written.
// The first SIGINT, SIGTERM or SIGHUP ends the work in order: all results that were asked for are written in their
// present state, and the exit status is 130, 143 or 129. The second signal ends the program at once.
package cli
