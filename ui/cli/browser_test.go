//go:build linux

package cli

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"example.org/tumble/ui/displaytest"
)

// browsers are those in which pages are opened, by their names. Without a graphics processor they draw in software.
var browsers = []struct {
	name string
	long bool // only in long tests
	// begin starts the browser, or a program that does so, and returns its address and what a session asks for.
	begin func(t *testing.T) (address string, wants map[string]any)
}{
	{"chromium", false, beginChromium},
	{"firefox-esr", true, beginFirefox},
}

// inBrowsers does a test in every browser; where one is missing it says so.
func inBrowsers(t *testing.T, test func(b *browser)) {
	for _, of := range browsers {
		t.Run(of.name, func(t *testing.T) {
			if of.long && os.Getenv("TUMBLE_LONG") == "" {
				t.Skip("runs with TUMBLE_LONG=1 only, as ./dev test --long sets it")
			}
			address, wants := of.begin(t)
			test(openBrowser(t, address, wants))
		})
	}
}

// needsBrowser skips a test where a program is not installed.
func needsBrowser(t *testing.T, programs ...string) {
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("%s is not installed: no page was opened in it", p)
		}
	}
}

// beginChromium starts Chromium such that it ends with its driver, also if it does not answer when a test ends.
func beginChromium(t *testing.T) (string, map[string]any) {
	needsBrowser(t, "chromium", "chromedriver")
	program, err := exec.LookPath("chromium")
	c := exec.Command("chromedriver", "--port=0")
	out, perr := c.StdoutPipe()
	if err = errors.Join(err, perr); err != nil {
		t.Fatal(err)
	}
	port := announced(t, c, out, `started successfully on port (\d+)`)
	return "ws://127.0.0.1:" + port + "/session", map[string]any{"goog:chromeOptions": map[string]any{
		"binary": program, "args": []string{"--headless=new", "--no-sandbox", "--use-angle=swiftshader",
			"--enable-unsafe-swiftshader", "--remote-debugging-pipe"}}}
}

// beginFirefox starts Firefox on a virtual display: without one it has no WebGL.
func beginFirefox(t *testing.T) (string, map[string]any) {
	needsBrowser(t, "firefox-esr", "Xvfb")
	c := exec.Command("firefox-esr", "--headless", "--remote-debugging-port=0", "--no-remote", "--profile", t.TempDir())
	wayland := func(v string) bool { return strings.HasPrefix(v, "WAYLAND_DISPLAY=") }
	c.Env = append(slices.DeleteFunc(os.Environ(), wayland),
		"DISPLAY="+displaytest.Start(t, "1280x900"), "HOME="+t.TempDir(), "LIBGL_ALWAYS_SOFTWARE=1")
	out, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	return announced(t, c, out, `BiDi listening on (ws://\S+)`) + "/session", map[string]any{}
}

// announced starts a program that ends with the test, and returns what it says of its address.
func announced(t *testing.T, c *exec.Cmd, out io.Reader, pattern string) (address string) {
	t.Helper()
	c.SysProcAttr = displaytest.WithUs()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	for lines := bufio.NewScanner(out); address == ""; {
		if !lines.Scan() {
			t.Fatalf("%s says no address", c)
		}
		if m := regexp.MustCompile(pattern).FindStringSubmatch(lines.Text()); m != nil {
			address = m[1]
		}
	}
	go io.Copy(io.Discard, out)
	return address
}

// browser is a browser with one tab that a test drives (WebDriver BiDi, W3C Working Draft).
type browser struct {
	t     *testing.T
	wire  *websocket.Conn
	tab   string
	calls int           // number of commands so far
	said  []string      // messages that the browser has logged
	files string        // folder of what is downloaded
	most  time.Duration // that a run may take; it only catches hangs
}

// answerTime is how long a browser on a busy machine may take for one command.
const answerTime = time.Minute

// openBrowser begins a session with the browser at an address.
func openBrowser(t *testing.T, address string, wants map[string]any) *browser {
	t.Helper()
	within, cancel := context.WithTimeout(t.Context(), answerTime)
	defer cancel()
	wire, _, err := websocket.Dial(within, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	wire.SetReadLimit(64 << 20)
	b := &browser{t: t, wire: wire, files: t.TempDir(), most: answerTime}
	b.call("session.new", map[string]any{"capabilities": map[string]any{"alwaysMatch": wants}}, nil)
	t.Cleanup(func() {
		b.end()
		wire.CloseNow()
	})
	var tabs struct{ Contexts []struct{ Context string } }
	b.call("browsingContext.getTree", map[string]any{}, &tabs)
	b.tab = tabs.Contexts[0].Context
	b.call("session.subscribe", map[string]any{"events": []string{"log.entryAdded"}}, nil)
	b.call("browser.setDownloadBehavior", map[string]any{"downloadBehavior": map[string]string{"type": "allowed",
		"destinationFolder": b.files}}, nil)
	b.size(900, 600)
	return b
}

// end ends the browser with the session, as far as it answers.
func (b *browser) end() {
	within, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	b.ask(within, "browser.close", map[string]any{}, nil)
}

// call sends a command and reads its result; what the browser logs meanwhile is kept.
func (b *browser) call(method string, params, result any) {
	b.t.Helper()
	within, cancel := context.WithTimeout(b.t.Context(), answerTime)
	defer cancel()
	if err := b.ask(within, method, params, result); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
}

func (b *browser) ask(within context.Context, method string, params, result any) error {
	b.calls++
	text, err := json.Marshal(map[string]any{"id": b.calls, "method": method, "params": params})
	if err != nil {
		return err
	}
	if err := b.wire.Write(within, websocket.MessageText, text); err != nil {
		return err
	}
	for {
		_, data, err := b.wire.Read(within)
		if err != nil {
			return err
		}
		var heard struct {
			Type           string
			ID             int
			Result         json.RawMessage
			Error, Message string
			Params         struct{ Level, Text string }
		}
		if err := json.Unmarshal(data, &heard); err != nil {
			return err
		}
		switch {
		case heard.Type == "event":
			b.said = append(b.said, heard.Params.Level+": "+heard.Params.Text)
		case heard.ID != b.calls: // of a command that took too long
		case heard.Type == "error":
			return fmt.Errorf("%s: %s", heard.Error, heard.Message)
		case result == nil:
			return nil
		default:
			return json.Unmarshal(heard.Result, result)
		}
	}
}

// size gives the page a size [px].
func (b *browser) size(width, height int) {
	b.t.Helper()
	b.call("browsingContext.setViewport", map[string]any{"context": b.tab,
		"viewport": map[string]int{"width": width, "height": height}}, nil)
}

// open opens a file, with what stands behind # in its address. It is always read anew.
func (b *browser) open(page, hash string) {
	b.t.Helper()
	for _, url := range []string{"about:blank", "file://" + page + hash} {
		b.call("browsingContext.navigate", map[string]any{"context": b.tab, "url": url, "wait": "complete"}, nil)
	}
}

// openRun opens a page that plays a run.
func (b *browser) openRun(page, hash string) {
	b.t.Helper()
	b.open(page, hash)
	b.wait("the page is ready", "return document.body.dataset.ready === 'yes'")
}

// script runs a script in the page, and reads what it returns.
func (b *browser) script(text string, value any) {
	b.t.Helper()
	var answer struct {
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	b.call("script.evaluate", map[string]any{"expression": "JSON.stringify((() => {" + text + "\n})())",
		"target": map[string]string{"context": b.tab}, "awaitPromise": false}, &answer)
	if answer.ExceptionDetails.Text != "" {
		b.t.Fatalf("%s\n%s", answer.ExceptionDetails.Text, text)
	}
	if value == nil {
		return
	}
	if err := json.Unmarshal([]byte(answer.Result.Value), value); err != nil {
		b.t.Fatalf("%v: %s\n%s", err, answer.Result.Value, text)
	}
}

// wait waits until a script says yes.
func (b *browser) wait(what, script string) {
	b.t.Helper()
	for end := time.Now().Add(b.most); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		var done bool
		if b.script(script, &done); done {
			return
		}
	}
	var trouble string
	b.script("return document.body.innerText", &trouble)
	b.t.Fatalf("%s: it never was. The page says %s", what, trouble)
}

// downloaded waits for a file that the page gives away, moves it out of the way of the next one and returns its path.
func (b *browser) downloaded(name string) string {
	b.t.Helper()
	path := filepath.Join(b.files, name)
	for end := time.Now().Add(answerTime); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		_, err := os.Stat(path)
		parts, _ := filepath.Glob(filepath.Join(b.files, "*part")) // what is not yet there
		if more, _ := filepath.Glob(filepath.Join(b.files, "*download")); err == nil && len(parts)+len(more) == 0 {
			kept := filepath.Join(b.t.TempDir(), name)
			if err := os.Rename(path, kept); err != nil {
				b.t.Fatal(err)
			}
			return kept
		}
	}
	b.t.Fatalf("%s was not downloaded", name)
	return ""
}

// picture keeps a picture of the page; go test -artifacts says where.
func (b *browser) picture(name string) {
	b.t.Helper()
	var shot struct{ Data string }
	b.call("browsingContext.captureScreenshot", map[string]any{"context": b.tab}, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err == nil {
		err = os.WriteFile(filepath.Join(b.t.ArtifactDir(), name+".png"), data, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// hand does actions of one or more pointers of a kind at once: mouse, or touch.
func (b *browser) hand(kind string, pointers ...[]map[string]any) {
	b.t.Helper()
	var list []any
	for i, actions := range pointers {
		list = append(list, map[string]any{"type": "pointer", "id": fmt.Sprint(kind, i),
			"parameters": map[string]string{"pointerType": kind}, "actions": actions})
	}
	b.call("input.performActions", map[string]any{"context": b.tab, "actions": list}, nil)
}

func moveTo(x, y float64) map[string]any {
	return map[string]any{"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y)}
}

var (
	down = map[string]any{"type": "pointerDown", "button": 0}
	up   = map[string]any{"type": "pointerUp", "button": 0}
)

// drag is the way of a pointer from a point to another one, with its button down.
func drag(x, y, toX, toY float64) []map[string]any {
	return []map[string]any{moveTo(x, y), down, moveTo((x+toX)/2, (y+toY)/2), moveTo(toX, toY), up}
}

// tap presses a pointer of a kind in the middle of an element.
func (b *browser) tap(kind, id string) {
	b.t.Helper()
	var at []float64
	b.script(fmt.Sprintf(`const e = document.getElementById(%q);
		e.scrollIntoView({ block: 'nearest' });
		const r = e.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2]`, id), &at)
	b.hand(kind, []map[string]any{moveTo(at[0], at[1]), down, up})
}

// isQuiet fails the test if the page has asked for anything beside itself, or the browser has logged a message.
func (b *browser) isQuiet() {
	b.t.Helper()
	var asked []string
	b.script("return performance.getEntriesByType('resource').map((r) => r.name).filter((n) => !/^(blob|data):/.test(n))",
		&asked)
	if len(asked) > 0 || len(b.said) > 0 {
		b.t.Errorf("asked for %v, said %s", asked, strings.Join(b.said, "\n"))
	}
}
