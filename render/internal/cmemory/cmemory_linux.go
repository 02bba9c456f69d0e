//go:build linux && cgo

// Package cmemory makes the memory allocator of C give large blocks back to the system, and keep small ones.
package cmemory

/*
#include <malloc.h>

static void returnLarge(int least, int keep) {
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, least);
	mallopt(M_TRIM_THRESHOLD, keep);
	mallopt(M_TOP_PAD, keep / 16);
#endif
}

static void trim(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}
*/
import "C"

// ReturnLarge makes blocks of at least so many bytes go back to the system when they are freed.
// By default glibc raises this limit to the size of the first large block that is freed: later blocks of that size
// then lie in the heap among small blocks, which keep the memory of the large blocks from going back.
//
// Of smaller blocks up to keep bytes stay with the process, until Trim. By default it is 128 kB once the limit for
// large blocks is set: what Mesa frees after each part of a picture then goes back, and is asked for again.
func ReturnLarge(least, keep int) { C.returnLarge(C.int(least), C.int(keep)) }

// Trim gives the empty pages of C's memory back to the system. It takes some milliseconds.
func Trim() { C.trim() }
