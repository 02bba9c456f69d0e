package video

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup keeps Ctrl-C in a console from reaching ffmpeg: this program ends the
// recording in order, and ffmpeg with it.
func ownGroup(cmd *exec.Cmd, _ *os.File) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
