// drop WINDOW PATH drops a file on a window, as a file manager does: it plays the source of the XDND protocol.
// Built by: cc -o drop drop.c -lX11. It ends with 0 when the window has taken the file.

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Display *display;
static Window source, target;

static Atom atom(const char *name) { return XInternAtom(display, name, False); }

// tell sends the target a message of the protocol.
static void tell(const char *type, long a, long b, long c, long d) {
	XEvent e = {.xclient = {.type = ClientMessage, .window = target, .message_type = atom(type), .format = 32,
		.data.l = {source, a, b, c, d}}};
	XSendEvent(display, target, False, NoEventMask, &e);
	XFlush(display);
}

// answer hands over the list of files that the target asks for.
static void answer(XSelectionRequestEvent *r, const char *files) {
	XChangeProperty(display, r->requestor, r->property, r->target, 8, PropModeReplace, (const unsigned char *)files,
		strlen(files));
	XEvent e = {.xselection = {.type = SelectionNotify, .requestor = r->requestor, .selection = r->selection,
		.target = r->target, .property = r->property, .time = r->time}};
	XSendEvent(display, r->requestor, False, NoEventMask, &e);
	XFlush(display);
}

int main(int argc, char **argv) {
	if (argc != 3 || !(display = XOpenDisplay(NULL))) return 2;
	char files[4096];
	snprintf(files, sizeof files, "file://%s\r\n", argv[2]);
	target = strtoul(argv[1], NULL, 0);
	source = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
	XSetSelectionOwner(display, atom("XdndSelection"), source, CurrentTime);
	tell("XdndEnter", 5L << 24, atom("text/uri-list"), 0, 0);
	tell("XdndPosition", 0, 700L << 16 | 300, CurrentTime, atom("XdndActionCopy"));
	for (int i = 0; i < 400; i++, usleep(50000)) {
		while (XPending(display)) {
			XEvent e;
			XNextEvent(display, &e);
			if (e.type == SelectionRequest) answer(&e.xselectionrequest, files);
			if (e.type != ClientMessage) continue;
			if (e.xclient.message_type == atom("XdndStatus")) tell("XdndDrop", 0, CurrentTime, 0, 0);
			// GLFW answers with how many bytes it has taken, of which the protocol looks at the last bit alone.
			if (e.xclient.message_type == atom("XdndFinished")) return e.xclient.data.l[1] == 0;
		}
	}
	return 1;
}
