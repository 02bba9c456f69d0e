//go:build unix

package video

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps Ctrl-C in a terminal from reaching ffmpeg: this program ends the
// recording in order, and ffmpeg with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
