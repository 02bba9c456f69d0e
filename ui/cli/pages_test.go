//go:build linux

package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene/scenetest"
)

// Contract: a browser opens a page, plays it and goes to a moment, also by the slider; the numbers of the body under
// the pointer are those of --state to what the page says of its quantum. It tells what the colours of its slice mean.
// Nothing is asked of a network, nothing complains.
func TestReplayInBrowsers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts browsers")
	}
	dir := t.TempDir()
	page, file := filepath.Join(dir, "a.html"), filepath.Join(dir, "a.json")
	if o := tumble("replay", "bottle", "--until", "0.3s", "--forces", "--slice",
		"cut=box/-0.1,-0.01,0/0.1,0.01,0.3#10x1x12#gaussian/0.01#velocity#arrows", "-o", page); o.status != 0 {
		t.Fatal(o)
	}
	if o := tumble("run", "bottle", "--until", "0.3s", "--state", file); o.status != 0 {
		t.Fatal(o)
	}
	inBrowsers(t, func(b *browser) {
		b.opens(page)
		b.openRun(page, "#at=0.1&forces&color=speed")
		b.tap("mouse", "play")
		b.wait("it plays to its end", "return !replay.playing && replay.time === replay.run.end")
		b.scrub()
		b.wait("the slice is explained", `return /^velocity magnitude\s+[\d.]+ m.s\s+[\d.]+ m.s\s+arrows: to [\d.]+ m.s$/
			.test(document.getElementById('slice').innerText.trim())`)
		b.hover(file)
		b.isQuiet()
	})
}

// opens opens a page as somebody does to whom it was sent: it plays from its liveliest moment, and the step of its grid
// stays when pictures get coarser.
func (b *browser) opens(page string) {
	b.t.Helper()
	b.openRun(page, "")
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

// scrub drags the slider to its middle while the page plays, and goes to the end.
func (b *browser) scrub() {
	b.t.Helper()
	var box []float64
	b.script(`const r = document.getElementById('time').getBoundingClientRect();
		document.getElementById('speed').selectedIndex = 0;
		document.getElementById('speed').dispatchEvent(new Event('change'));
		document.getElementById('play').click();
		return [r.x, r.y + r.height / 2, r.width]`, &box)
	b.hand("mouse", []map[string]any{moveTo(box[0]+2, box[1]), down, moveTo(box[0]+box[2]/2, box[1])})
	var part float64
	b.script("return replay.playing ? -1 : (replay.time - replay.run.begin) / (replay.run.end - replay.run.begin)", &part)
	if math.Abs(part-0.5) > 0.06 {
		b.t.Errorf("the slider is in its middle, the page at %.2f of the run", part)
	}
	b.hand("mouse", []map[string]any{up})
	b.script("replay.setTime(replay.run.end)", nil)
}

// placeOfLast is a script that returns where the last body is in the picture [px].
const placeOfLast = `const now = replay.run.at(replay.time), p = now.place.subarray(8 * (now.count - 1));
	const m = replay.camera.matrix(replay.aspect()), v = [p[0], p[1], p[2], 1];
	const c = [0, 1, 3].map((i) => m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2] + m[12 + i]);
	return [(1 + c[0] / c[2]) / 2 * replay.width, (1 - c[1] / c[2]) / 2 * replay.height]`

// hover points at the last body and compares what the page says of the one that is there.
func (b *browser) hover(stateFile string) {
	b.t.Helper()
	var at []float64
	b.script(placeOfLast, &at)
	b.hand("mouse", []map[string]any{moveTo(at[0], at[1])})
	b.wait("numbers are shown", "return !document.getElementById('numbers').hidden")
	var text string
	b.script("return document.getElementById('numbers').innerText", &text)
	var quantum struct{ Position, Speed, Spin float64 }
	b.script("return replay.run.head.quantum", &quantum)
	shown := map[string][]float64{}
	for line := range strings.Lines(text) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for _, word := range strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == ',' }) {
			if x, err := strconv.ParseFloat(word, 64); err == nil {
				shown[name] = append(shown[name], x)
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
		if x := &s.Bodies[i]; len(shown["body"]) > 0 && float64(x.ID) == shown["body"][0] {
			size := func(v [3]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }
			want := append(x.Position[:], size(x.Velocity), size(x.Spin))
			got := append(append(shown["position"], shown["speed"]...), shown["spin"]...)
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
	setSources(t, "sources-of-tests")
	arguments := []string{"build", "-tags", "headless", "-ldflags=-s -w -X main.sources=" + sources, "-buildvcs=false",
		"-o", filepath.Join(folder, "page.wasm")}
	c := exec.Command("go", append(append(arguments, engineFlags(t)...), "../page")...)
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

// engineFlags returns the flags for the compiler with which dev builds the engine for pages.
func engineFlags(t *testing.T) (flags []string) {
	t.Helper()
	dev, err := os.ReadFile(filepath.Join("..", "..", "dev"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(dev), "\npage_flags='")
	list, _, _ = strings.Cut(list, "'")
	if flags = strings.Fields(list); len(flags) == 0 {
		t.Fatal("dev builds the engine for pages without flags for the compiler")
	}
	return flags
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

// Contract: a browser computes the run of a page, here of a run file with an edit, from the page alone, with the
// author's bits, and a variant of it, which the program repeats from the downloaded run file with the same bits, and
// which the link of the page computes again. Where bits differ the page says at which step. In long tests another seed
// is tried, and fingers.
func TestLiveInBrowsers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts browsers and builds the engine for pages")
	}
	buildEngine(t)
	dir := t.TempDir()
	page, edited := filepath.Join(dir, "a.html"), filepath.Join(dir, "edited.tumble")
	want := editedRun(t, edited, 1500)
	o := tumble("replay", edited, "--live", "--knobs", "damping,materials.stone.tanPhi", "-o", page)
	if o.status != 0 {
		t.Fatal(o)
	}
	if plain := runJSON(t, "clump", "--steps", "1500").Hash; want == plain {
		t.Fatal("the edit changes no bit")
	}
	inBrowsers(t, func(b *browser) {
		b.openRun(page, "")
		b.tap("mouse", "live")
		b.checks(want)
		b.varies(page, want)
		b.refuses()
		if os.Getenv("TUMBLE_LONG") != "" {
			b.reseeds()
			b.onPhone(page)
		}
		b.isQuiet()
	})
}

// checks has the page compute its run, which must have a hash at its end.
func (b *browser) checks(want string) {
	b.t.Helper()
	b.wait("the engine is ready", "return document.body.dataset.engine === 'ready'")
	b.tap("mouse", "check")
	b.wait("the run is checked", "return !!document.body.dataset.checked")
	var got, says string
	b.script("return document.body.dataset.checked", &got)
	b.script("return document.getElementById('receipt').textContent", &says)
	if got != want || !strings.HasPrefix(says, "Reproduced") {
		b.t.Errorf("the page computes %s and says %q, the program %s", got, says, want)
	}
}

// attempt returns the hash of the variant that the page computes.
func (b *browser) attempt() (hash string) {
	b.t.Helper()
	b.wait("the variant is computed", "return !!document.body.dataset.attempt")
	b.script("const h = document.body.dataset.attempt; delete document.body.dataset.attempt; return h", &hash)
	return hash
}

// varies moves a slider in the midst of the run, has the program check the file of that variant, and opens its link.
func (b *browser) varies(page, author string) {
	b.t.Helper()
	b.script("replay.play(false); replay.setTime(0.6 * replay.run.end)", nil)
	b.tap("mouse", "since")
	var box []float64
	b.script(`const s = replay.live.inputs[1].slider;
		s.scrollIntoView({ block: 'nearest' });
		const r = s.getBoundingClientRect();
		return [r.x, r.y + r.height / 2, r.width, s.valueAsNumber / 1000]`, &box)
	b.hand("mouse", drag(box[0]+8+box[3]*(box[2]-16), box[1], box[0]+0.9*box[2], box[1]))
	got := b.attempt()
	var times []float64 // of the moment shown, and of the variant: where it begins and parts from the author's run
	b.script(`const l = replay.live, t = l.author.head.times;
		return [t[l.author.nearest(0.6 * l.author.end)], l.variant.begin, l.parts()]`, &times)
	if times[1] != times[0] || times[2] <= times[1] || times[1] == 0 {
		b.t.Errorf("from %g s on, the variant begins at %g s and parts at %g s", times[0], times[1], times[2])
	}
	b.tap("mouse", "save")
	if o := tumble("check", b.downloaded("variant.tumble")); o.status != 0 || !strings.Contains(o.stdout, got) ||
		got == author {
		b.t.Errorf("the variant has the hash %s in the page: %v", got, o)
	}
	var hash string
	b.tap("mouse", "link")
	b.script("return location.hash", &hash)
	b.openRun(page, hash)
	if again := b.attempt(); again != got {
		b.t.Errorf("%s computes %s, not %s", hash, again, got)
	}
}

// reseeds computes the run of a page with another seed, by its slider and by its link, and has the program check the
// file of that run. A seed that the page has no start for is refused.
func (b *browser) reseeds() {
	b.t.Helper()
	page := filepath.Join(b.t.TempDir(), "a.html")
	o := tumble("replay", "drum", "--steps", "400", "--live", "--knobs", "seed=2..4", "-o", page)
	if o.status != 0 {
		b.t.Fatal(o)
	}
	b.openRun(page, "#set=seed=9")
	b.wait("the seed is refused", "return /seeds of this page are 2, 3, 4, got 9/.test(document.body.dataset.refused)")
	var box []float64
	b.script(`const r = replay.live.inputs[0].slider.getBoundingClientRect();
		return [r.x, r.y + r.height / 2, r.width]`, &box)
	b.hand("mouse", []map[string]any{moveTo(box[0]+box[2]-8, box[1]), down, up})
	got := b.attempt()
	var says string
	b.script("return document.querySelector('#knobs output').textContent + ' ' + location.protocol + "+
		"document.getElementById('since').disabled", &says)
	if says != "4 (was 0) file:true" {
		b.t.Errorf("the page says %q of its seed", says)
	}
	b.picture("seed")
	b.tap("mouse", "save")
	if o := tumble("check", b.downloaded("variant.tumble"), "--json"); o.status != 0 || !strings.Contains(o.stdout, got) {
		b.t.Errorf("with seed 4 the page computes %s: %v", got, o)
	}
	var hash string
	b.tap("mouse", "link")
	b.script("return location.hash", &hash)
	b.openRun(page, hash)
	if again := b.attempt(); again != got || hash != "#set=seed=4" {
		b.t.Errorf("%s computes %s, not %s", hash, again, got)
	}
}

// refuses tries a number that no world can have, and shows the page bits of another run.
func (b *browser) refuses() {
	b.t.Helper()
	b.script("replay.live.inputs[0].now = -1; replay.live.attempt()", nil)
	b.wait("the number is refused", "return /damping/.test(document.body.dataset.refused)")
	b.script("replay.live.inputs[0].set(0.4); replay.live.attempt()", nil)
	b.attempt()
	var got string
	b.script(`replay.live.act = 'check'; replay.live.same = { time: 0.25 };
		replay.live.report({ step: 77, time: 0.5, hash: 'other', author: 'own', done: true, fault: '' });
		return document.getElementById('receipt').textContent`, &got)
	if !strings.Contains(got, "at step 77 (0.500 s), the same up to 0.250 s: other, not own") {
		b.t.Errorf("of bits that differ the page says %q", got)
	}
}

// onPhone uses the page by fingers in the size of a phone: a finger turns the view, two zoom it, a tap shows numbers of
// a body, opens what can be tried and moves a slider. All of it is within the page and large enough for a finger.
func (b *browser) onPhone(page string) {
	b.t.Helper()
	b.size(390, 844)
	defer b.size(900, 600)
	b.openRun(page, "#at=0")
	var before, after, at []float64
	view := "const c = replay.camera; return [c.azimuth, c.elevation, c.distance]"
	b.script(view, &before)
	b.hand("touch", drag(120, 200, 260, 230))
	b.script(view, &after)
	if after[0] == before[0] || after[1] == before[1] || after[2] != before[2] {
		b.t.Errorf("one finger changes the view from %v to %v", before, after)
	}
	b.hand("touch", drag(180, 300, 100, 300), drag(220, 300, 300, 300))
	if b.script(view, &before); before[2] > 0.8*after[2] {
		b.t.Errorf("two fingers apart change the distance from %g to %g", after[2], before[2])
	}
	b.script("replay.firstView(); replay.drawNow(); "+placeOfLast, &at)
	b.hand("touch", []map[string]any{moveTo(at[0], at[1]), down, up})
	b.wait("numbers are shown", "return !document.getElementById('numbers').hidden")
	b.fits("numbers")
	b.picture("phone")
	b.tap("touch", "info")
	b.script("document.querySelector('#about summary').click()", nil)
	b.wait("the licences are there",
		"return /three.js[^]*klauspost/.test(document.querySelector('#about pre').textContent)")
	b.fits("about")
	b.picture("phone-about")
	b.tap("touch", "info")
	b.tap("touch", "live")
	b.wait("the engine is ready", "return document.body.dataset.engine === 'ready'")
	b.fits("try")
	b.script(`const s = replay.live.inputs[0].slider;
		s.scrollIntoView({ block: 'nearest' });
		const r = s.getBoundingClientRect();
		return [r.x, r.y + r.height / 2, r.width]`, &at)
	b.hand("touch", []map[string]any{moveTo(at[0]+0.7*at[2], at[1]), down, up})
	b.attempt()
	b.picture("phone-try")
}

// fits fails the test if something visible reaches beyond the sides of the page, or a button is too small for a finger.
func (b *browser) fits(state string) {
	b.t.Helper()
	var bad []string
	b.script(`const bad = [];
		for (const e of document.querySelectorAll('body *')) {
			const r = e.getBoundingClientRect();
			if (r.width === 0 || r.height === 0) continue;
			if (r.left < -0.5 || r.right > innerWidth + 0.5) bad.push(e.id + ' reaches from ' + r.left + ' to ' + r.right);
			if (e.matches('button, select') && Math.min(r.width, r.height) < 36) bad.push(e.id + ' is small');
		}
		return bad`, &bad)
	for _, what := range bad {
		b.t.Errorf("%s: %s", state, what)
	}
}

// Contract: a lesson opens with its text and its engine, what can be tried stands in the text, and a link of the text
// computes the run with its number; nothing is asked of a network.
func TestLessonInBrowsers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts browsers and builds the engine for pages")
	}
	buildEngine(t)
	all, dir := lessons, t.TempDir()
	defer func() { lessons = all }()
	lessons = all[2:]
	if o := tumble("course", "-o", dir, "--quiet"); o.status != 0 || o.stdout+o.stderr != "" {
		t.Fatal(o)
	}
	inBrowsers(t, func(b *browser) {
		if os.Getenv("TUMBLE_LONG") != "" {
			b.size(390, 844)
			b.openRun(filepath.Join(dir, "step.html"), "")
			b.fits("lesson")
			b.picture("phone-lesson")
			b.size(900, 600)
		}
		b.openRun(filepath.Join(dir, "step.html"), "")
		b.wait("the engine is ready", "return document.body.dataset.engine === 'ready'")
		var stands bool
		b.script(`const at = (s) => document.querySelector('#lesson ' + s);
			return !!at('#whole') && !at('#energy') && at('input').max === '1000' &&
				replay.width + document.getElementById('try').offsetWidth === innerWidth`, &stands)
		if !stands {
			b.t.Error("the chart or the slider of the lesson is not in its text, or its panel is over the picture")
		}
		b.script("document.querySelector('#lesson a[href*=\"=20000000\"]').click()", nil)
		b.attempt()
		var most []float64
		b.script("const l = replay.live; return [l.author, l.variant].map((r) => Math.max(...r.head.whole))", &most)
		if len(most) != 2 || most[1] < 1.3*most[0] {
			b.t.Errorf("the largest energies are %v: too large a step makes none", most)
		}
		b.isQuiet()
	})
}

// Contract: a browser opens a report, a click starts its replay, and nothing is asked of a network.
func TestReportInBrowsers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts browsers")
	}
	page := filepath.Join(t.TempDir(), "a.html")
	o := tumble("report", "bottle", "--until", "0.2s", "--size", "320x180", "--quality", "fast", "-o", page)
	if o.status != 0 {
		t.Fatal(o)
	}
	sweep := filepath.Join(filepath.Dir(page), "b.html")
	if o := tumble("report", sweptClump(t), "-o", sweep); o.status != 0 {
		t.Fatal(o)
	}
	inBrowsers(t, func(b *browser) {
		b.open(page, "")
		b.script("document.querySelector('.stage button').click()", nil)
		b.wait("the replay is there",
			"return document.querySelector('.stage iframe')?.contentDocument?.body?.dataset?.ready === 'yes'")
		b.open(sweep, "")
		for i, want := range []string{"0.1 0.2 0.3", "0.3 0.2 0.1"} {
			var got string
			b.script("document.querySelectorAll('.sorted th button')[1].click(); "+
				"return [...document.querySelectorAll('.sorted tbody tr')].map((r) => r.cells[1].textContent).join(' ')", &got)
			if got != want {
				b.t.Errorf("after %d clicks on damping the rows are %s, want %s", i+1, got, want)
			}
		}
		b.isQuiet()
	})
}
