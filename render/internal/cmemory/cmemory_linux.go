//go:build linux && cgo

// Package cmemory makes C's memory give back what is large.
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

// ReturnLarge makes blocks of at least that many bytes go back to the system when they are freed.
// Left alone, glibc takes the first large block that is freed for a sign that more will come: from then on such
// blocks lie among the small ones, which hold their memory fast after they are gone.
func ReturnLarge(least int) { C.returnLarge(C.int(least)) }

// Trim gives back the pages of C's memory in which nothing is left, some milliseconds' work.
func Trim() { C.trim() }
