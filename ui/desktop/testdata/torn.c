// Stands for another program that resizes the window between two questions for its size: an answer after a pause, as
// the first one of a frame is, is that of a window of 1 x 1, and the next ones are true again. Of three answers in a
// row at least one is true. Loaded before the C library.
#define _GNU_SOURCE
#include <X11/Xlib.h>
#include <dlfcn.h>
#include <time.h>

Status XGetWindowAttributes(Display *d, Window w, XWindowAttributes *a) {
	static Status (*real)(Display *, Window, XWindowAttributes *);
	static double asked, false_at; // times of the last question and of the last false answer [ms]
	static int in_a_row;           // the last answers that were false
	if (!real) real = (Status (*)(Display *, Window, XWindowAttributes *))dlsym(RTLD_NEXT, "XGetWindowAttributes");
	Status status = real(d, w, a);
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	double now = 1e3 * t.tv_sec + 1e-6 * t.tv_nsec;
	int torn = status && in_a_row < 2 && now - asked > 1 && now - false_at > 4;
	asked = now;
	in_a_row = torn ? in_a_row + 1 : 0;
	if (torn) {
		false_at = now;
		a->width = a->height = 1;
	}
	return status;
}
