package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/files/export/replay"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene/scenetest"
)

// Contract: a replay leaves the run as it was, and of a run file it is the whole run, with what was edited.
func TestReplayOfRunFiles(t *testing.T) {
	dir := t.TempDir()
	file, page := filepath.Join(dir, "a.tumble"), filepath.Join(dir, "a.html")
	if o := tumble("run", "clump", "--steps", "400", "--run-file", file); o.status != 0 {
		t.Fatal(o)
	}
	end := runJSON(t, "clump", "--steps", "400")
	want := end.Hash
	for _, args := range [][]string{{"clump", "--steps", "400"}, {file}} {
		o := tumble(append([]string{"replay", "-o", page}, args...)...)
		text, err := os.ReadFile(page)
		if o.status != 0 || err != nil || !strings.Contains(string(text), "hash "+want) {
			t.Errorf("%v: %v %v: the page has not the hash %s", args, o, err, want)
		}
	}
	later := fmt.Sprintf("%.9gs", 1.5*end.Time) // it goes on, with the bits that it would have had
	want = runJSON(t, "clump", "--until", later).Hash
	o := tumble("replay", file, "--until", later, "-o", page)
	if text, err := os.ReadFile(page); o.status != 0 || err != nil || !strings.Contains(string(text), "hash "+want) {
		t.Errorf("beyond its end: %v %v: the page has not the hash %s", o, err, want)
	}
	if o := tumble("replay", file, "--set", "damping=0.1", "-o", page); o.status != exitUsage {
		t.Errorf("--set of a run file: %v", o)
	}
}

// browser is a Chromium that a test drives (WebDriver, W3C Recommendation 2018).
type browser struct {
	t       *testing.T
	session string // address
}

// openBrowser starts Chromium, drawing in software; it skips the test where it is not installed.
func openBrowser(t *testing.T) *browser {
	driver, err := exec.LookPath("chromedriver")
	program, perr := exec.LookPath("chromium")
	if err != nil || perr != nil {
		t.Skip("chromium and chromedriver are not installed: the page was not opened")
	}
	c := exec.Command(driver, "--port=0")
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	b := &browser{t: t}
	for lines := bufio.NewScanner(out); b.session == "" && lines.Scan(); {
		if m := regexp.MustCompile(`started successfully on port (\d+)`).FindStringSubmatch(lines.Text()); m != nil {
			b.session = "http://127.0.0.1:" + m[1] + "/session"
		}
	}
	go io.Copy(io.Discard, out)
	var made struct{ SessionID string }
	b.call("", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"goog:loggingPrefs": map[string]string{"browser": "ALL"},
		"goog:chromeOptions": map[string]any{"binary": program, "args": []string{"--headless=new", "--no-sandbox",
			"--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--window-size=900,600"}},
	}}}, &made)
	b.session += "/" + made.SessionID
	t.Cleanup(func() {
		if q, err := http.NewRequest(http.MethodDelete, b.session, nil); err == nil {
			http.DefaultClient.Do(q)
		}
	})
	return b
}

// call posts a command and reads its value.
func (b *browser) call(command string, body, value any) {
	b.t.Helper()
	text, _ := json.Marshal(body)
	r, err := http.Post(b.session+command, "application/json", bytes.NewReader(text))
	if err != nil {
		b.t.Fatal(err)
	}
	defer r.Body.Close()
	answer := struct{ Value any }{value}
	data, _ := io.ReadAll(r.Body)
	if err := json.Unmarshal(data, &answer); err != nil || r.StatusCode != http.StatusOK {
		b.t.Fatalf("%s: %v: %s", command, err, data)
	}
}

// script runs a script in the page.
func (b *browser) script(text string, value any) {
	b.t.Helper()
	b.call("/execute/sync", map[string]any{"script": text, "args": []any{}}, value)
}

// wait waits until a script says yes.
func (b *browser) wait(what, script string) {
	b.t.Helper()
	for range 600 {
		var done bool
		if b.script(script, &done); done {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	var trouble string
	b.script("return document.getElementById('trouble').textContent", &trouble)
	b.t.Fatalf("%s: it never was. %s", what, trouble)
}

// Contract: Chromium opens a page, plays it and goes to a moment, also by the slider; the numbers of the body under
// the pointer are those of --state to what the page says of its quantum. Nothing is asked of a network, nothing
// complains.
func TestReplayInChromium(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	b := openBrowser(t)
	dir := t.TempDir()
	page, file := filepath.Join(dir, "a.html"), filepath.Join(dir, "a.json")
	if o := tumble("replay", "bottle", "--until", "0.3s", "--forces", "-o", page); o.status != 0 {
		t.Fatal(o)
	}
	if o := tumble("run", "bottle", "--until", "0.3s", "--state", file); o.status != 0 {
		t.Fatal(o)
	}
	b.opens("file://" + page)
	b.call("/url", map[string]string{"url": "about:blank"}, nil) // else another # would be the same page
	b.call("/url", map[string]string{"url": "file://" + page + "#at=0.1&forces&color=speed"}, nil)
	b.wait("the page is ready", "return document.body.dataset.ready === 'yes'")
	b.script("document.getElementById('play').click()", nil)
	b.wait("it plays to its end", "return !replay.playing && replay.time === replay.run.end")
	b.scrub()
	b.hover(file)
	b.isQuiet()
}

// isQuiet fails the test if the page has asked for anything beside itself, or the browser has logged a message.
func (b *browser) isQuiet() {
	b.t.Helper()
	var asked []string
	b.script("return performance.getEntriesByType('resource').map((r) => r.name).filter((n) => !n.startsWith('blob:'))",
		&asked)
	var said []struct{ Level, Message string }
	b.call("/se/log", map[string]string{"type": "browser"}, &said)
	if len(asked) > 0 || len(said) > 0 {
		b.t.Errorf("asked for %v, said %v", asked, said)
	}
}

// opens opens a page as somebody does to whom it was sent: it plays from its liveliest moment, and the step of its grid
// stays when pictures get coarser.
func (b *browser) opens(page string) {
	b.t.Helper()
	b.call("/url", map[string]string{"url": page}, nil)
	b.wait("the page is ready", "return document.body.dataset.ready === 'yes'")
	var plays bool
	b.script("return replay.time > replay.run.begin && (replay.playing || replay.time === replay.run.end)", &plays)
	if !plays {
		b.t.Error("the page does not play from a moment within its run")
	}
	var sharp, coarse string
	b.script("replay.play(false); replay.drawNow(); return document.getElementById('grid').textContent", &sharp)
	b.script(`replay.coarse = 0.4; replay.rest = 0; replay.keepUp(0); replay.drawNow();
		return replay.ratio === 0.4 && document.getElementById('grid').textContent`, &coarse)
	if sharp == "" || sharp != coarse {
		b.t.Errorf("the grid is %q in sharp pictures, %q in coarse ones", sharp, coarse)
	}
}

// point does pointer actions.
func (b *browser) point(actions ...map[string]any) {
	b.t.Helper()
	b.call("/actions", map[string]any{"actions": []any{map[string]any{"type": "pointer", "id": "mouse",
		"parameters": map[string]string{"pointerType": "mouse"}, "actions": actions}}}, nil)
}

func moveTo(x, y float64) map[string]any {
	return map[string]any{"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y)}
}

// scrub drags the slider to its middle while the page plays, and goes to the end.
func (b *browser) scrub() {
	b.t.Helper()
	var box []float64
	b.script(`const r = document.getElementById('time').getBoundingClientRect();
		document.getElementById('speed').selectedIndex = 0;
		document.getElementById('speed').dispatchEvent(new Event('change'));
		document.getElementById('play').click();
		return [r.x, r.y + r.height / 2, r.width]`, &box)
	b.point(moveTo(box[0]+2, box[1]), map[string]any{"type": "pointerDown", "button": 0}, moveTo(box[0]+box[2]/2, box[1]))
	var part float64
	b.script("return replay.playing ? -1 : (replay.time - replay.run.begin) / (replay.run.end - replay.run.begin)", &part)
	if math.Abs(part-0.5) > 0.06 {
		b.t.Errorf("the slider is in its middle, the page at %.2f of the run", part)
	}
	b.point(map[string]any{"type": "pointerUp", "button": 0})
	b.script("replay.setTime(replay.run.end)", nil)
}

// hover points at the last body and compares what the page says of the one that is there.
func (b *browser) hover(stateFile string) {
	b.t.Helper()
	var at []float64
	b.script(`const now = replay.run.at(replay.time), p = now.place.subarray(8 * (now.count - 1));
		const m = replay.camera.matrix(replay.aspect()), v = [p[0], p[1], p[2], 1];
		const c = [0, 1, 3].map((i) => m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2] + m[12 + i]);
		return [(1 + c[0] / c[2]) / 2 * innerWidth, (1 - c[1] / c[2]) / 2 * innerHeight]`, &at)
	b.point(moveTo(at[0], at[1]))
	b.wait("numbers are shown", "return !document.getElementById('numbers').hidden")
	var text string
	b.script("return document.getElementById('numbers').innerText", &text)
	var quantum struct{ Position, Speed, Spin float64 }
	b.script("return replay.run.head.quantum", &quantum)
	told := map[string][]float64{}
	for line := range strings.Lines(text) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for _, word := range strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == ',' }) {
			if x, err := strconv.ParseFloat(word, 64); err == nil {
				told[name] = append(told[name], x)
			}
		}
	}
	data, err := os.ReadFile(stateFile)
	var s state.State
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	for i := range s.Bodies {
		if x := &s.Bodies[i]; len(told["body"]) > 0 && float64(x.ID) == told["body"][0] {
			size := func(v [3]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }
			want := append(x.Position[:], size(x.Velocity), size(x.Spin))
			got := append(append(told["position"], told["speed"]...), told["spin"]...)
			bound := []float64{quantum.Position, quantum.Position, quantum.Position, quantum.Speed, quantum.Spin}
			for k := range want {
				if len(got) != len(want) || math.Abs(got[k]-want[k]) > 1.01*bound[k] {
					b.t.Fatalf("body %d: the page says %v, the state %v, quanta are %v", x.ID, got, want, bound)
				}
			}
			b.t.Log(fmt.Sprintf("body %d: the page says %v, the state %v", x.ID, got, want))
			return
		}
	}
	b.t.Fatalf("the page says %q, which is no body of the state", text)
}

// buildEngine builds the engine for pages into a folder, in which the program then finds it.
func buildEngine(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	c := exec.Command("go", "build", "-tags", "headless", "-ldflags=-s -w", "-buildvcs=false", "-o",
		filepath.Join(folder, "page.wasm"), "../page")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=-trimpath")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	kernels, missing := os.ReadFile(filepath.Join("..", "..", "sim", "internal", "wide", "kernels.js"))
	if err = errors.Join(err, missing); err == nil {
		err = os.WriteFile(filepath.Join(folder, "page.js"), append(glue, kernels...), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	setEngineFolder(t, folder)
}

// setEngineFolder has the program look for the engine for pages in one folder.
func setEngineFolder(t *testing.T, folder string) {
	before := engineFolders
	engineFolders = func() []string { return []string{folder} }
	t.Cleanup(func() { engineFolders = before })
}

// Contract: without its engine, with an engine that is none or of another program, and with numbers that nobody can
// change, --live says so before the run begins, and writes no page.
func TestLiveErrors(t *testing.T) {
	folder := t.TempDir()
	setEngineFolder(t, folder)
	page := filepath.Join(t.TempDir(), "a.html")
	fails := func(want string, args ...string) {
		t.Helper()
		o := tumble(append([]string{"replay", "clump", "--steps", "10", "-o", page}, args...)...)
		if _, err := os.Stat(page); o.status == 0 || err == nil || !strings.Contains(o.stderr, want) {
			t.Errorf("%v: %v, want %q and no page", args, o, want)
		}
	}
	fails("./dev page builds it", "--live")
	fails("only a page with --live has sliders", "--knobs", "damping")
	for name, text := range map[string]string{"page.wasm": "no engine", "page.js": ""} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	fails("page.wasm is no WebAssembly", "--live")
	engine := func(info string) {
		if err := os.WriteFile(filepath.Join(folder, "page.wasm"), []byte("\x00asm"+info), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	engine("")
	fails("page.wasm is no engine for pages", "--live")
	engine(infoBegins + "build\tvcs.revision=0123456789abcdef\n" + infoEnds)
	fails("page.wasm is of Tumble "+run.Released+"+dev (0123456789ab), this program is Tumble", "--live")
	engine(infoBegins + "mod\texample.org/tumble\tv0.1.2\t\n" + infoEnds)
	fails("page.wasm is of Tumble v0.1.2 of an unknown commit, this program is Tumble", "--live")
	engine(infoBegins + "path\texample.org/tumble/ui/page\n" + infoEnds)
	fails("no such material, there are stone", "--live", "--knobs", "materials.<b>.tanPhi")
	fails("gravity", "--live", "--knobs", "law")
	fails("must be as in 0..0.5", "--live", "--knobs", "damping=0.1")
	fails("must have 0", "--live", "--knobs", "damping=0.5..0.9")
	fails("damping must be", "--live", "--knobs", "damping=0..2")
	fails("given twice", "--live", "--knobs", "damping=0..0.5,damping")
	crowd := filepath.Join(t.TempDir(), "crowd.yaml")
	text := []byte("gravity: [0, 0, -9]\ntimeStep: {safety: 0.4}\n" +
		"materials: [{name: a, young: 1e6, ktDivKn: 0.3, tanPhi: 0.4, density: 1000}]\nbodies:\n")
	for i := range replay.MostLiveBodies + 1 {
		text = fmt.Appendf(text, "  - {name: b%d, capsule: {radius: 0.01, shaft: 0}, position: [%d, 0, 0]}\n", i, i)
	}
	if err := os.WriteFile(crowd, text, 0o644); err != nil {
		t.Fatal(err)
	}
	o := tumble("replay", crowd, "--live", "--steps", "1", "-o", page)
	if o.status == 0 || !strings.Contains(o.stderr, "a page computes at most 5000 bodies, the scene has 5001") {
		t.Errorf("too many bodies: %v", o)
	}
}

// editedRun writes a run of the scene clump as a run file, with an edit half way, and returns its last hash.
func editedRun(t *testing.T, path string, steps int64) string {
	t.Helper()
	data, hash := scenetest.Record(t, "clump", steps, 0,
		map[int64]bridge.Edit{steps / 2: bridge.Number("damping", 0.3)})
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%016x", hash)
}

// Contract: Chromium computes the run of a page, here of a run file with an edit, from the page alone, with the
// author's bits, and a variant of it, which the program repeats from the downloaded run file with the same bits. Where
// bits differ it says at which step.
func TestLiveInChromium(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser and builds the engine for pages")
	}
	b := openBrowser(t)
	buildEngine(t)
	dir := t.TempDir()
	page, file := filepath.Join(dir, "a.html"), filepath.Join(dir, "variant.tumble")
	edited := filepath.Join(dir, "edited.tumble")
	want := editedRun(t, edited, 1500)
	o := tumble("replay", edited, "--live", "--knobs", "damping,materials.stone.tanPhi", "-o", page)
	if o.status != 0 {
		t.Fatal(o)
	}
	if plain := runJSON(t, "clump", "--steps", "1500").Hash; want == plain {
		t.Fatal("the edit changes no bit")
	}
	b.call("/url", map[string]string{"url": "file://" + page}, nil)
	b.wait("the page is ready", "return document.body.dataset.ready === 'yes'")
	b.script("document.getElementById('live').click()", nil)
	b.wait("the engine is ready", "return document.body.dataset.engine === 'ready'")
	b.script("document.getElementById('check').click()", nil)
	b.wait("the run is checked", "return !!document.body.dataset.checked")
	var got string
	if b.script("return document.body.dataset.checked", &got); got != want {
		t.Errorf("the page computes %s, the program %s", got, want)
	}
	b.script(`replay.play(false); replay.setTime(0.6 * replay.run.end); document.getElementById('since').click();
		const k = replay.live.inputs[1]; k.slider.value = 900;
		k.slider.dispatchEvent(new Event('input')); k.slider.dispatchEvent(new Event('change'))`, nil)
	b.wait("the variant is computed", "return !!document.body.dataset.attempt")
	var times []float64 // of the moment shown, and of the variant: where it begins and parts from the author's run
	b.script(`const l = replay.live, t = l.author.head.times;
		return [t[l.author.nearest(0.6 * l.author.end)], l.variant.begin, l.parts()]`, &times)
	if times[1] != times[0] || times[2] <= times[1] || times[1] == 0 {
		t.Errorf("from %g s on, the variant begins at %g s and parts at %g s", times[0], times[1], times[2])
	}
	b.script("document.getElementById('save').click()", nil)
	b.wait("the run file is there", "return !!replay.live.file")
	var data []int
	b.script("return Array.from(replay.live.file)", &data)
	bytes := make([]byte, len(data))
	for i, x := range data {
		bytes[i] = byte(x)
	}
	if err := os.WriteFile(file, bytes, 0o644); err != nil {
		t.Fatal(err)
	}
	b.script("return document.body.dataset.attempt", &got)
	if o := tumble("check", file); o.status != 0 || !strings.Contains(o.stdout, got) || got == want {
		t.Errorf("the variant has the hash %s in the page: %v", got, o)
	}
	b.script("replay.live.inputs[0].now = -1; replay.live.attempt()", nil)
	b.wait("the number is refused", "return /damping/.test(document.body.dataset.refused)")
	b.script("delete document.body.dataset.attempt; replay.live.inputs[0].set(0.4); replay.live.attempt()", nil)
	b.wait("another one is computed", "return !!document.body.dataset.attempt")
	b.script(`replay.live.act = 'check'; replay.live.same = { time: 0.25 };
		replay.live.report({ step: 77, time: 0.5, hash: 'other', author: 'own', done: true, fault: '' });
		return document.getElementById('receipt').textContent`, &got)
	if !strings.Contains(got, "at step 77 (0.500 s), the same up to 0.250 s: other, not own") {
		t.Errorf("of bits that differ the page says %q", got)
	}
	b.isQuiet()
}
