package woo

import (
	"strings"
	"testing"

	"example.org/tumble/sim/limit"
)

// Contract: what the commands of a script keep from one run to the next is bounded, also
// where only a method knows it; what they make and forget is not.
func TestCommandsKeepLittle(t *testing.T) {
	was := limit.ScriptMemory.Most
	limit.ScriptMemory.Most = 1 << 20
	t.Cleanup(func() { limit.ScriptMemory.Most = was })
	engines := "S.dt=1e-3; S.engines=[Leapfrog(damping=0),woo.core.PyRunner(1,'look(S)')]\n"
	for _, keep := range []string{
		"a=[]\ndef look(S):\n  for i in range(1000): a.append('%d' % i)\n",
		"f=[].append\ndef look(S):\n  for i in range(1000): f((i,i))\n",
		"a=''\ndef look(S):\n  global a\n  a=a+'x'*9000\n",
		"a={}\ndef look(S):\n  for i in range(20): a[S.step*20+i]=Node()\n",
	} {
		_, _, err := watched(t, head+engines+keep, 1000)
		if err == nil || !strings.Contains(err.Error(), "too much memory") {
			t.Errorf("%s: got %v", keep, err)
		}
	}
	if _, _, err := watched(t, head+engines+"def look(S):\n  a='x'*20000\n  for i in range(50): b=Node()\n",
		500); err != nil {
		t.Errorf("a command that keeps nothing: %v", err)
	}
}
