// Stands for another program that resizes the window between two questions for its size: one in some answers is that of
// a window of 1 x 1. Loaded before the C library.
#define _GNU_SOURCE
#include <X11/Xlib.h>
#include <dlfcn.h>

Status XGetWindowAttributes(Display *d, Window w, XWindowAttributes *a) {
	static Status (*real)(Display *, Window, XWindowAttributes *);
	static unsigned asked;
	if (!real) real = (Status (*)(Display *, Window, XWindowAttributes *))dlsym(RTLD_NEXT, "XGetWindowAttributes");
	Status status = real(d, w, a);
	if (status && ++asked % 13 == 0) a->width = a->height = 1;
	return status;
}
