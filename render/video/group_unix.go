//go:build unix

package video

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup keeps Ctrl-C in a terminal from reaching ffmpeg: this program ends the recording
// in order, and ffmpeg with it. ffmpeg opens the output by its name, but it also inherits the
// open file, and thus the lock of the file.
func ownGroup(cmd *exec.Cmd, file *os.File) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.ExtraFiles = []*os.File{file}
}
