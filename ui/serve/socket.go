package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/spell"
)

// Socket is a socket in the user's own run folder at which one program at a time holds a window.
type Socket struct {
	window   Window
	listener *net.UnixListener
	path     string
	held     chan struct{} // full while a program holds the window
	ended    sync.WaitGroup

	sync.Mutex
	closed bool
	holder net.Conn
	name   string // of the program that holds the window; empty: none does
}

// The sockets are PREFIXnumber-of-the-processSUFFIX in a folder of the run folder.
const (
	socketFolder = "tumble"
	socketPrefix = "window-"
	socketSuffix = ".sock"
)

// someProgram is the name of a program that is not known.
const someProgram = "another program"

// mostPath is the longest path of a socket, of all systems [bytes].
const mostPath = 103

// Listen begins to wait for a program that holds a window.
//
// Errors: there is no run folder, or others can reach it; the socket cannot be made.
func Listen(w Window) (*Socket, error) {
	folder, err := runFolder()
	if err != nil {
		return nil, err
	}
	removeStale(folder)
	path := filepath.Join(folder, socketPrefix+strconv.Itoa(os.Getpid())+socketSuffix)
	if len(path) > mostPath {
		return nil, fmt.Errorf("the path of a socket must have at most %d bytes: %s", mostPath, path)
	}
	// A file of this name is from an earlier process with the number of this one.
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		listener.Close()
		return nil, err
	}
	l := &Socket{window: w, listener: listener, path: path, held: make(chan struct{}, 1)}
	l.ended.Add(1)
	go l.accept()
	return l, nil
}

// runFolder returns the folder of sockets, and makes it if it is not there.
//
// Errors: there is no run folder, or others can reach it.
func runFolder() (string, error) {
	run := os.Getenv("XDG_RUNTIME_DIR")
	if run == "" {
		return "", errors.New("XDG_RUNTIME_DIR is not set: it must name a folder of your own, in which a window can be held")
	}
	if !filepath.IsAbs(run) {
		return "", fmt.Errorf("XDG_RUNTIME_DIR must be an absolute path, got %s", spell.Quote(run))
	}
	folder := filepath.Join(run, socketFolder)
	if err := checkOwn(run, 0o022); err != nil {
		return "", err
	}
	switch err := outfile.MakeNewFolder(folder); {
	case err == nil:
		if err := os.Chmod(folder, 0o700); err != nil {
			return "", err
		}
	case !errors.Is(err, fs.ErrExist):
		return "", err
	}
	return folder, checkOwn(folder, 0o077)
}

// checkOwn returns an error for a folder that is not the user's own, or gives others one of these permissions.
func checkOwn(folder string, others fs.FileMode) error {
	info, err := os.Lstat(folder)
	if err != nil {
		return err
	}
	switch mode := info.Mode(); {
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", folder)
	case !isOwn(info):
		return fmt.Errorf("%s belongs to somebody else: no window can be held there", folder)
	case mode.Perm()&others != 0:
		return fmt.Errorf("%s is open to others (mode %04o): no window can be held there", folder, mode.Perm())
	}
	return nil
}

// removeStale removes sockets of processes that were killed.
func removeStale(folder string) {
	found, _ := filepath.Glob(filepath.Join(folder, socketPrefix+"*"+socketSuffix))
	for _, path := range found {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), socketPrefix), socketSuffix)
		number, err := strconv.Atoi(name)
		if err != nil || number <= 0 || lives(number) {
			continue
		}
		// The process may be in another container: then somebody answers.
		c, err := net.Dial("unix", path)
		if err == nil {
			c.Close()
		} else if errors.Is(err, syscall.ECONNREFUSED) {
			os.Remove(path)
		}
	}
}

// Path returns the path of the socket.
func (l *Socket) Path() string { return l.path }

// Holder returns the name of the program that holds the window; empty: none does.
func (l *Socket) Holder() string {
	l.Lock()
	defer l.Unlock()
	return l.name
}

// Disconnect sends the program away that holds the window.
func (l *Socket) Disconnect() {
	l.Lock()
	defer l.Unlock()
	if l.holder != nil {
		l.holder.Close()
	}
}

// Close sends the program away that holds the window, and removes the socket. It does not wait until nothing of what
// the program has asked goes on: that may need the goroutine that calls it.
func (l *Socket) Close() {
	l.Lock()
	l.closed = true
	l.Unlock()
	l.listener.Close()
	l.Disconnect()
}

// accept connects one program after the other.
func (l *Socket) accept() {
	defer l.ended.Done()
	for {
		c, err := l.listener.AcceptUnix()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // there are too many open files, for example
			time.Sleep(time.Second / 10)
			continue
		}
		l.ended.Add(1)
		go l.answer(c)
	}
}

// leaveTime is how long a program waits for one that is leaving.
const leaveTime = 200 * time.Millisecond

// answer lets a program hold the window until it leaves, or refuses it.
func (l *Socket) answer(c *net.UnixConn) {
	defer l.ended.Done()
	select {
	case l.held <- struct{}{}:
		defer func() { <-l.held }()
	case <-time.After(leaveTime):
		l.refuse(c)
		return
	}
	defer c.Close()
	c.SetWriteBuffer(sentAtOnce) // a system may give less: then it takes more turns
	if l.hold(c, peer(c)) {
		ServeWindow(context.Background(), c, l.window) // whatever ends it, the program is gone
	}
	l.hold(nil, "")
}

// hold notes who holds the window, and reports whether the socket is open.
func (l *Socket) hold(c net.Conn, name string) bool {
	l.Lock()
	defer l.Unlock()
	l.holder, l.name = c, name
	return !l.closed
}

// refuseTime is how long a program that is refused may take for its first request.
const refuseTime = 2 * time.Second

// refuse answers the first request of a program that cannot have the window.
func (l *Socket) refuse(c net.Conn) {
	defer c.Close()
	c.SetDeadline(time.Now().Add(refuseTime))
	s := newStream(c, c)
	var r jsonrpc2.Request
	if s.ReadObject(&r) == nil {
		s.WriteObject(&jsonrpc2.Response{ID: r.ID, Error: &jsonrpc2.Error{Code: codeFailed,
			Message: "the window is held already by " + l.Holder()}})
	}
}
