//go:build linux && cgo

// Package cmemory makes the memory allocator of C give large blocks back to the system.
package cmemory

/*
#include <malloc.h>

static void returnLarge(int least) {
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, least);
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
func ReturnLarge(least int) { C.returnLarge(C.int(least)) }

// Trim gives the empty pages of C's memory back to the system. It takes some milliseconds.
func Trim() { C.trim() }
