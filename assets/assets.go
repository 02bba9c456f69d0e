// Package assets holds the files that ship inside the program.
package assets
