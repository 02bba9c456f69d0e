//go:build unix

package video

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup keeps Ctrl-C in a terminal from reaching ffmpeg: this program ends the
// recording in order, and ffmpeg with it. ffmpeg inherits the file that it writes by its
// name, and with it the lock.
func ownGroup(cmd *exec.Cmd, file *os.File) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.ExtraFiles = []*os.File{file}
}
