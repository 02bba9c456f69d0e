//go:build linux

// Package displaytest starts virtual displays for tests, and processes that end with their test.
package displaytest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// Start starts a virtual display of a size in pixels, such as 1280x720, and returns its name. It ends with the test.
//
// The number is drawn by lot: of displays that look for a free one themselves two may find the same, and one that
// ends takes the other's socket.
func Start(t *testing.T, size string) string {
	t.Helper()
	for range 5 {
		number := 1000 + rand.IntN(50000)
		name := fmt.Sprintf(":%d", number)
		x := exec.Command("Xvfb", name, "-screen", "0", size+"x24", "-nolisten", "tcp", "-noreset")
		x.SysProcAttr = WithUs()
		if err := x.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			x.Wait()
		}()
		t.Cleanup(func() {
			x.Process.Signal(syscall.SIGTERM)
			<-ended
		})
		for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			if c, err := net.Dial("unix", fmt.Sprintf("/tmp/.X11-unix/X%d", number)); err == nil {
				c.Close()
				return name
			}
		}
	}
	t.Fatal("no virtual display answers")
	return ""
}

// WithUs makes a process end with the test, also one that is interrupted.
func WithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
