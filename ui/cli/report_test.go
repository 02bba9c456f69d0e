package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// heads are the headings of a report, and the tags that make its structure.
var heads = regexp.MustCompile(`<(h1|h2|h3)>(.*?)</`)

// outline returns the headings of a report, indented by their level.
func outline(page string) (list []string) {
	for _, m := range heads.FindAllStringSubmatch(page, -1) {
		list = append(list, strings.Repeat(" ", int(m[1][1]-'1'))+m[2])
	}
	return list
}

// network finds what would be fetched from elsewhere, in what is not packed.
var network = regexp.MustCompile(`(?i)https?:|//[a-z]|@import|<link|url\(|(src|href)="[^d#]`)

// alone expects a page that asks for nothing beyond itself.
func alone(t *testing.T, page string) {
	t.Helper()
	packed := regexp.MustCompile(`base64,[A-Za-z0-9+/=]*|(<script type="text/plain">)[A-Za-z0-9+/=]*|(?m)^// .*$`)
	if m := network.FindString(packed.ReplaceAllString(page, "$1")); m != "" {
		t.Errorf("the page asks for %q", m)
	}
}

// reported makes a report and returns it.
func reported(t *testing.T, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.html")
	o := tumble(append([]string{"report", "-o", file}, args...)...)
	text, err := os.ReadFile(file)
	if o.status != 0 || err != nil {
		t.Fatalf("%v: %v %v", args, o, err)
	}
	return string(text)
}

// Contract: a report has its sections in order and stands alone, whatever people have called their scene; it tells the
// hash of the run, and of two reports of a run each has the bytes of the other.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	file, page := filepath.Join(dir, "a.yaml"), filepath.Join(dir, "a.html")
	text := `title: <script>alert(1)</script> "x" & {{y}}
gravity: [0, 0, -10]
end: 0.05
materials: [{name: "</style><b>", young: 1e6, restitution: 0.5}]
bodies:
  - {name: "<i>", wall: {axis: z, position: 0, sense: 1}}
  - {name: ball, sphere: {radius: 0.01}, position: [0, 0, 0.011]}
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	made := func() string {
		if o := tumble("report", file, "--size", "160x90", "--quality", "fast", "-o", page); o.status != 0 {
			t.Fatal(o)
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	got := made()
	want := []string{"&lt;script&gt;alert(1)&lt;/script&gt; &#34;x&#34; &amp; {{y}}", " Moments", " The run",
		" Can it be trusted?", " Scene", "  Parameters", "  Materials", "  Bodies", " Charts",
		"  Energies", "  Closure error", "  Greatest overlap",
		"  Bodies and contacts", "  Coordination", "  Speeds", " How to make it again", "  Command"}
	if have := outline(got); strings.Join(have, "\n") != strings.Join(want, "\n") {
		t.Errorf("the outline is\n%s\nwant\n%s", strings.Join(have, "\n"), strings.Join(want, "\n"))
	}
	for _, bad := range []string{"<script>alert", "<b>", "<i>"} {
		if strings.Contains(got, bad) {
			t.Errorf("%s is not escaped", bad)
		}
	}
	for _, part := range []string{runJSON(t, file).Hash, "sphere", "&lt;i&gt;", "every 100us"} {
		if !strings.Contains(got, part) {
			t.Errorf("there is no %s", part)
		}
	}
	alone(t, got)
	if again := made(); again != got {
		t.Error("the report of the same run is another")
	}
}

// Contract: the whole run of a run file is reported; a film stands in place of the replay; what cannot be is an error
// that names it, before the run.
func TestReportTakes(t *testing.T) {
	dir := t.TempDir()
	file, film := filepath.Join(dir, "a.tumble"), filepath.Join(dir, "a.mp4")
	if o := tumble("run", "clump", "--steps", "400", "--run-file", file); o.status != 0 {
		t.Fatal(o)
	}
	if err := os.WriteFile(film, []byte("\x00\x00\x00\x20ftypisom........"), 0o644); err != nil {
		t.Fatal(err)
	}
	small := []string{"--size", "64x64", "--quality", "fast"}
	got := reported(t, append(small, file, "--video", film)...)
	if !strings.Contains(got, runJSON(t, "clump", "--steps", "400").Hash) || !strings.Contains(got, "<video") ||
		strings.Contains(got, "text/plain") {
		t.Error("not the whole run, with a film and without a replay")
	}
	if strings.Contains(reported(t, append(small, file, "--still")...), "text/plain") {
		t.Error("--still has a replay")
	}
	for _, c := range []struct{ args, want string }{
		{"", "needs a SCENE"}, {"nothing", `"nothing"`}, {"clump -o a.pdf", "must end in .html"},
		{"clump --at 9s --until 0.01s", "from 0 s to 0.01 s, got 9 s"}, {"clump --at later", "later"},
		{"clump --steps 9 --video " + file, "neither"}, {"clump --steps 9 --video " + filepath.Join(dir, "none"), "none"},
		{"clump --video a.mp4 --still", "in place of the replay"}, {file + " --set damping=0.1", "no --set"},
		{"clump --every 0", "--every"}, {"clump --until 1s -o " + filepath.Join(dir, "no", "a.html"), "no"},
	} {
		o := tumble(append([]string{"report"}, strings.Fields(c.args)...)...)
		if o.status == 0 || !strings.Contains(o.stderr, c.want) {
			t.Errorf("report %s: %d %s, want %q", c.args, o.status, o.stderr, c.want)
		}
	}
}

// sweptClump runs a small sweep and returns its folder.
func sweptClump(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	table, folder := filepath.Join(dir, "t.csv"), filepath.Join(dir, "out")
	if err := os.WriteFile(table, []byte("damping,title\n0.3,<i>\n0.1,<b>\n0.2,<b>\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if o := tumble("sweep", "clump", "--table", table, "-o", folder, "--steps", "300", "--every", "20steps", "--seed", "5",
		"--size", "64x48", "--quality", "fast"); o.status != 0 {
		t.Fatal(o)
	}
	return folder
}

// Contract: the report of a sweep has all its rows, plots of what differs over what was varied, and commands that give
// the hashes that it tells; it stands alone and has the same bytes again.
func TestReportOfSweep(t *testing.T) {
	folder := sweptClump(t)
	got := reported(t, folder)
	want := []string{"Sweep of clump", " Pictures", " Results", " Results over damping", " Results over title",
		" Over time", " Can it be trusted?", " How to make it again", "  The whole sweep", "  One row"}
	var have []string
	for _, line := range outline(got) {
		if strings.HasPrefix(line, "  ") && slices.Contains(have, " Results over damping") &&
			!slices.Contains(have, " Can it be trusted?") {
			continue // the title of a plot
		}
		have = append(have, line)
	}
	if strings.Join(have, "\n") != strings.Join(want, "\n") {
		t.Errorf("the outline is\n%s\nwant\n%s", strings.Join(have, "\n"), strings.Join(want, "\n"))
	}
	alone(t, got)
	if strings.Contains(got, "<b>") || !strings.Contains(got, "&lt;b&gt;") || strings.Count(got, "image/jpeg") != 3 {
		t.Error("titles are not escaped, or pictures of rows are missing")
	}
	commands := regexp.MustCompile(`<td>(tumble run .*?)</td><td>([0-9a-f]{16})</td>`).FindAllStringSubmatch(got, -1)
	if len(commands) != 3 {
		t.Fatalf("%d commands, want 3", len(commands))
	}
	for _, c := range commands {
		if hash := runJSON(t, strings.Fields(c[1])[2:]...).Hash; hash != c[2] {
			t.Errorf("%s gives %s, want %s", c[1], hash, c[2])
		}
	}
	if reported(t, folder, "--quiet") != got {
		t.Error("the report of the same sweep is another")
	}
	if then := reported(t, folder, "--at", "1ms", "--size", "64x48"); !strings.Contains(then, "Each row at 1 ms.") {
		t.Error("--at shows no other moment")
	}
	for args, want := range map[string]string{"--every 1s": "--every is for the report of a run", "--theme dark": "--at",
		"--at 1ms,2ms": "must be one time", "--at 9s": "the row ended at"} {
		o := tumble(append([]string{"report", folder}, strings.Fields(args)...)...)
		if o.status == 0 || !strings.Contains(o.stderr, want) {
			t.Errorf("%s: %d %s, want %q", args, o.status, o.stderr, want)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "row-0002", "result.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{folder: "row-0002/result.json", t.TempDir(): "no folder of a sweep"} {
		if o := tumble("report", dir); o.status == 0 || !strings.Contains(o.stderr, want) {
			t.Errorf("%d %s, want %q", o.status, o.stderr, want)
		}
	}
}
