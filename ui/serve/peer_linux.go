package serve

import (
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"

	"example.org/tumble/sim/spell"
)

// peer returns a name for the program at the other end.
func peer(c *net.UnixConn) string {
	raw, err := c.SyscallConn()
	if err != nil {
		return someProgram
	}
	var who *syscall.Ucred
	raw.Control(func(fd uintptr) { who, err = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED) })
	if err != nil || who == nil {
		return someProgram
	}
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", who.Pid))
	if err != nil {
		return fmt.Sprintf("process %d", who.Pid)
	}
	return fmt.Sprintf("%s (process %d)", spell.Plain(strings.TrimSpace(string(name))), who.Pid)
}
