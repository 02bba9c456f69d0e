package serve

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/scene"
)

var update = flag.Bool("update", false, "write the methods into the manual anew")

// client is a program that asks a server.
type client struct {
	*testing.T
	to     io.WriteCloser
	from   *bufio.Reader
	blocks map[int64][]byte
	ended  chan error
	last   int
}

// answer is what a server answers.
type answer struct {
	ID     *int
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
}

// begin starts a server.
func begin(t *testing.T) *client {
	t.Helper()
	in, to := io.Pipe()
	from, out := io.Pipe()
	c := &client{T: t, to: to, from: bufio.NewReader(from), blocks: map[int64][]byte{}, ended: make(chan error, 1)}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		c.ended <- Serve(ctx, in, out, Options{Workers: 1, Draw: func(context.Context, run.Scene, string, int, int) error {
			return nil
		}})
		out.Close()
	}()
	t.Cleanup(func() {
		to.Close()
		cancel()
	})
	return c
}

func frame(content string) string {
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(content), content)
}

// send sends a request and returns its number.
func (c *client) send(method, params string) int {
	c.Helper()
	c.last++
	text := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s}}`, c.last, method, params)
	if _, err := io.WriteString(c.to, frame(text)); err != nil {
		c.Fatal(err)
	}
	return c.last
}

// receive returns the next answer, after keeping the blocks before it.
func (c *client) receive() (a answer) {
	c.Helper()
	for {
		size, block := 0, int64(0)
		for {
			line, err := c.from.ReadString('\n')
			if err != nil {
				c.Fatal("the server has ended: ", err)
			}
			name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			if name == "" {
				break
			}
			switch n, err := strconv.Atoi(value); name {
			case "Content-Length":
				size = n
				if err != nil {
					c.Fatal(err)
				}
			case "Block":
				block = int64(n)
			}
		}
		content := make([]byte, size)
		if _, err := io.ReadFull(c.from, content); err != nil {
			c.Fatal(err)
		}
		if block > 0 {
			c.blocks[block] = content
			continue
		}
		if err := json.Unmarshal(content, &a); err != nil {
			c.Fatalf("%v: %s", err, content)
		}
		return a
	}
}

// ask sends a request and reads its result into a value.
func (c *client) ask(result any, method, params string) {
	c.Helper()
	id := c.send(method, params)
	a := c.receive()
	if a.Error != nil || a.ID == nil || *a.ID != id {
		c.Fatalf("%s {%s}: %+v", method, params, a.Error)
	}
	if err := json.Unmarshal(a.Result, result); err != nil {
		c.Fatal(err)
	}
}

// hash returns the hash of a world.
func (c *client) hash(world int) string {
	c.Helper()
	var h struct{ Hash string }
	c.ask(&h, "hash", fmt.Sprintf(`"world":%d`, world))
	return h.Hash
}

// numbers returns the numbers of an array.
func (c *client) numbers(a array) (list []float64) {
	c.Helper()
	all := 1
	for _, n := range a.Shape {
		all *= n
	}
	block, known := c.blocks[a.Block]
	if !known || a.Type != "<f8" || len(block) != 8*all {
		c.Fatalf("%+v refers to %d bytes", a, len(block))
	}
	for i := range all {
		list = append(list, math.Float64frombits(binary.LittleEndian.Uint64(block[8*i:])))
	}
	return list
}

// bottleAt returns the hash that the bottle has at a time, run as tumble run does it.
func bottleAt(t *testing.T, time float64) string {
	t.Helper()
	sc, err := scene.Load("bottle", scene.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer sc.World.Close()
	goal, err := batch.At(sc, time)
	if err == nil {
		err = batch.March(t.Context(), sc.World, goal, goal, nil, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%016x", sc.World.Hash())
}

// Contract: regions that a client asks for are in the series, end an until, and change no bit; wrong ones are refused.
func TestRegionsOfAClient(t *testing.T) {
	c := begin(t)
	var s status
	c.ask(&s, "load", `"scene":"box","regions":["low=box/-1,-1,-1/1,1,0.01"]`)
	c.ask(&s, "load", `"scene":"box"`)
	c.ask(&s, "until", `"world":1,"when":"step > 900 && region(low, bodies) > 0"`)
	if !strings.Contains(s.Stopped, "step > 900 && region(low, bodies) > 0") {
		t.Fatalf("stopped by %q at %g s", s.Stopped, s.Time)
	}
	c.ask(&s, "step", fmt.Sprintf(`"world":2,"steps":%d`, s.Step))
	if one, other := c.hash(1), c.hash(2); one != other {
		t.Errorf("with a region the hash is %s, without %s", one, other)
	}
	var read struct {
		Columns []bridge.Column
		Values  array
	}
	c.ask(&read, "series", `"world":1`)
	i := slices.IndexFunc(read.Columns, func(c bridge.Column) bool { return c.Name == "in low bodies" })
	if i < 0 {
		t.Fatalf("there are the columns %+v", read.Columns)
	}
	values := c.numbers(read.Values)
	if n := len(read.Columns); len(values) < 3*n || values[i] != 64 || math.IsNaN(values[len(values)-n+i]) {
		t.Errorf("%d values, first %g, last %g", len(values), values[i], values[len(values)-n+i])
	}
	c.send("load", `"scene":"box","regions":["low=box/0,0,0/0,1,1"]`)
	if a := c.receive(); a.Error == nil || !strings.Contains(a.Error.Message, "regions: region low: its volume must be") {
		t.Errorf("a flat region: %+v", a.Error)
	}
}

// Contract: a run that is stepped by requests, by one or by a thousand steps, with reads between, in several worlds at
// once, and gone back in, has the bits of tumble run.
func TestSteppedRunHasTheSameBits(t *testing.T) {
	const end = 0.06
	want := bottleAt(t, end)
	c := begin(t)
	var last int64 // step
	for world, steps := range []int64{1, 1000} {
		world++
		var s status
		c.ask(&s, "load", `"scene":"bottle"`)
		for s.Time < end-1e-9 {
			if last > 0 {
				steps = min(steps, last-s.Step)
			}
			c.ask(&s, "step", fmt.Sprintf(`"world":%d,"steps":%d`, world, steps))
			if s.Step%100 == 0 {
				var bodies map[string]any
				c.ask(&bodies, "bodies", fmt.Sprintf(`"world":%d`, world))
				c.ask(&bodies, "energy", fmt.Sprintf(`"world":%d`, world))
			}
		}
		last = s.Step
		if got := c.hash(world); got != want {
			t.Errorf("by %d steps: hash %s, want %s", steps, got, want)
		}
	}
	var s status
	c.ask(&s, "at", `"world":1,"time":0.03`)
	if s.Time > 0.031 {
		t.Errorf("gone back to %v s", s.Time)
	}
	c.ask(&s, "until", `"world":1,"time":0.06`)
	if got := c.hash(1); got != want {
		t.Errorf("after going back: hash %s, want %s", got, want)
	}
	c.ask(&s, "fork", `"world":1`)
	if got := c.hash(int(s.World)); s.World != 3 || got != want {
		t.Errorf("the copy is world %d with hash %s", s.World, got)
	}
}

// Contract: edits are in the journal: they are taken back, and the run file has them.
func TestEditsAreInTheRunFile(t *testing.T) {
	c := begin(t)
	var s status
	var v struct{ Value any }
	file := filepath.Join(t.TempDir(), "run.tumble")
	c.ask(&s, "load", `"scene":"bottle","set":["materials.pill.tanPhi=0.4"]`)
	c.ask(&s, "until", `"world":1,"time":0.03`)
	c.ask(&s, "set", `"world":1,"set":["materials.pill.tanPhi=0.1","gravity=0,0,-2"]`)
	c.ask(&v, "get", `"world":1,"path":"materials.pill.tanPhi"`)
	if v.Value != 0.1 {
		t.Errorf("tanPhi is %v", v.Value)
	}
	c.ask(&s, "edit", `"world":1,"kind":"SetInlet","with":{"Inlet":0,"Flow":{"MaxMass":0.05}}`)
	c.ask(&s, "undo", `"world":1`)
	c.ask(&s, "until", `"world":1,"time":0.06`)
	c.ask(&v, "save", fmt.Sprintf(`"world":1,"what":"run","path":%q`, file))
	r, err := scene.ReadRecorded(file)
	if err != nil {
		t.Fatal(err)
	}
	same, err := r.Reproduce(1, func(_, _ int64) error { return nil })
	if got := c.hash(1); err != nil || !same.Reproduced || fmt.Sprintf("%016x", same.End.Hash) != got {
		t.Errorf("%+v, %v, want hash %s", same, err, got)
	}
	if c.hash(1) == bottleAt(t, 0.06) {
		t.Error("the edits have changed nothing")
	}
}

// Contract: until ends at a condition, at once where it holds, or at the scene's own end; a cancelled one leaves a
// world that goes on.
func TestUntil(t *testing.T) {
	c := begin(t)
	var s status
	c.ask(&s, "load", `"scene":"bottle"`)
	c.ask(&s, "until", `"world":1,"when":"bodies > 5","time":4`)
	if s.Bodies <= 5 || s.Time > 1 || !strings.HasPrefix(s.Stopped, "bodies > 5") {
		t.Errorf("%+v", s)
	}
	at := s.Step
	c.ask(&s, "until", `"world":1,"when":"bodies > 5"`)
	if s.Step != at {
		t.Errorf("it goes on from step %d to %d though the condition holds", at, s.Step)
	}
	for _, endless := range [][2]string{
		{"until", `"world":1,"when":"bodies > 1e6"`}, {"step", `"world":1,"steps":9223372036854775807`},
	} {
		long := c.send(endless[0], endless[1])
		other := c.send("status", `"world":1`)
		cancel := c.send("cancel", fmt.Sprintf(`"id":%d`, long))
		for range 3 {
			switch a := c.receive(); *a.ID {
			case long:
				if a.Error == nil || a.Error.Code != codeInterrupted {
					t.Errorf("the cancelled request is answered with %+v", a)
				}
			case other, cancel:
				if a.Error != nil {
					t.Errorf("%+v", a.Error)
				}
			}
		}
	}
	c.ask(&s, "step", `"world":1`)
}

// Contract: arrays are those of the world, whole frames beside the answer.
func TestArrays(t *testing.T) {
	c := begin(t)
	var s status
	c.ask(&s, "load", `"text":"title: t\ngravity: [0, 0, 0]\nend: 1\nmaterials: [{name: m}]\nbodies: [{name: ball, `+
		`position: [1, 2, 3], velocity: [4, 5, 6], sphere: {radius: 0.5}}]"`)
	var bodies struct {
		Position, Orientation, Velocity, Radius array
		Name                                    []string
	}
	c.ask(&bodies, "bodies", `"world":1,"arrays":["position","orientation","velocity","radius","name"]`)
	got := fmt.Sprint(c.numbers(bodies.Position), c.numbers(bodies.Orientation), c.numbers(bodies.Velocity),
		c.numbers(bodies.Radius), bodies.Name)
	if want := "[1 2 3] [1 0 0 0] [4 5 6] [0.5] [ball]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var along struct {
		Read struct{ Bodies, Contacts map[string]array }
	}
	c.ask(&along, "step", `"world":1,"steps":3,"bodies":["velocity","position"],"contacts":["point"]`)
	c.ask(&bodies, "bodies", `"world":1,"arrays":["position"]`)
	got = fmt.Sprint(c.numbers(along.Read.Bodies["position"]), along.Read.Contacts["point"].Shape)
	if want := fmt.Sprint(c.numbers(bodies.Position), []int{0, 3}); got != want {
		t.Errorf("with the steps came %s, want %s", got, want)
	}
}

// badRequests are frames with requests that cannot be carried out after world 1 was loaded, and their answers.
var badRequests = []struct {
	content, want string
	code          int
}{
	{`{`, "the frame is no request", -32700},
	{`[]`, "the frame is no request", -32600},
	{`[{"jsonrpc":"2.0","id":1,"method":"about"}]`, "the frame is no request", -32600},
	{`7`, "the frame is no request", -32600},
	{`{"id":1}`, "the frame is no request", -32600},
	{`{"id":{},"method":"about"}`, "the frame is no request", -32600},
	{`{"id":1,"method":7}`, "the frame is no request", -32600},
	{`{"id":1,"method":"about","params":[` +
		strings.Repeat("0,", limit.RequestValues.Most) + `0]}`, "at most 100000 values in a request", -32600},
	{strings.Repeat("[", 20_000), "the frame is no request", -32700},
	{`{"id":1,"method":"steq"}`, "did you mean step?", -32601},
	{`{"id":1,"method":"step","params":{"world":"x"}}`, "step: world must be a whole number, got a string", -32602},
	{`{"id":1,"method":"step","params":{"world":1.5}}`, "step: world must be a whole number", -32602},
	{`{"id":1,"method":"step","params":[1]}`, "step: params must be an object, got a array", -32602},
	{`{"id":1,"method":"step","params":{"world":1,"n":3}}`, `unknown field "n"`, -32602},
	{`{"id":1,"method":"step","params":{"world":2}}`, "step: there is no world 2", codeFailed},
	{`{"id":1,"method":"step","params":{"world":1,"steps":-1}}`, "steps must be ≥ 0, got -1", codeFailed},
	{`{"id":1,"method":"load","params":{}}`, "must have either scene or text", codeFailed},
	{`{"id":1,"method":"load","params":{"scene":"-"}}`, "must not be -", codeFailed},
	{`{"id":1,"method":"load","params":{"scene":"botle"}}`, "did you mean bottle?", codeFailed},
	{`{"id":1,"method":"load","params":{"text":"title: t\nend: x"}}`, "text: [2:6] end", codeFailed},
	{`{"id":1,"method":"load","params":{"scene":"bottle","workers":99999}}`, "at most 1024 workers", codeFailed},
	{`{"id":1,"method":"bodies","params":{"world":1,"arrays":["colour"]}}`, "there is no array", codeFailed},
	{`{"id":1,"method":"find","params":{"world":1,"where":"z >"}}`, "find: ", codeFailed},
	{`{"id":1,"method":"until","params":{"world":1,"when":"zz > 1"}}`, "until: ", codeFailed},
	{`{"id":1,"method":"until","params":{"world":1,"time":1e300}}`, "time steps away", codeFailed},
	{`{"id":1,"method":"until","params":{"world":1,"time":-1}}`, "time must not be before the present, 0 s", codeFailed},
	{`{"id":1,"method":"at","params":{"world":1,"time":3}}`, "the run is known up to step 0", codeFailed},
	{`{"id":1,"method":"get","params":{"world":1,"path":"x"}}`, "can be set", codeFailed},
	{`{"id":1,"method":"set","params":{"world":1,"set":["damping=7"]}}`, "damping must be in [0, 1)", codeFailed},
	{`{"id":1,"method":"edit","params":{"world":1,"kind":"Explode","with":{}}}`, "there is no edit", codeFailed},
	{`{"id":1,"method":"edit","params":{"world":1,"kind":"SetMotionKey","with":{"Motion":-1}}}`, "motions", codeFailed},
	{`{"id":1,"method":"save","params":{"world":1,"what":"run","path":"-"}}`, "must be the name of a file", codeFailed},
	{`{"id":1,"method":"save","params":{"world":1,"what":"run","path":"a.txt"}}`, "must end in .tumble", codeFailed},
	{`{"id":1,"method":"cancel","params":{"id":[]}}`, "id must be", codeFailed},
}

// Contract: a request that cannot be carried out gets an error that says why; the server goes on.
func TestRequestsAreRefused(t *testing.T) {
	c := begin(t)
	var s status
	c.ask(&s, "load", `"scene":"bottle"`)
	for _, r := range badRequests {
		if _, err := io.WriteString(c.to, frame(r.content)); err != nil {
			t.Fatal(err)
		}
		a := c.receive()
		if a.Error == nil || a.Error.Code != r.code || !strings.Contains(a.Error.Message, r.want) {
			t.Errorf("%.80s: %+v, want %d %s", r.content, a.Error, r.code, r.want)
		}
	}
	c.ask(&s, "status", `"world":1`)
}

// badFrames are frames, and the errors with which a server ends; empty: without one.
var badFrames = []struct{ sent, want string }{
	{"", ""},
	{frame(`{"id":1,"method":"about"}`), ""},
	{"content-length:25\nX: y\n\n" + `{"id":1,"method":"about"}`, ""},
	{"Content-Length: 25\r\n\r\n{", "the input ends in a frame: 1 of 25 bytes came"},
	{"Content-Length: 25\r\n", "the input ends in the head of a frame"},
	{"Content", "the input ends in the head of a frame"},
	{"\r\n{}", "must have a line Content-Length"},
	{"Content-Length: -1\r\n\r\n", "must be a whole number ≥ 1"},
	{"Content-Length: 1e3\r\n\r\n", "must be a whole number ≥ 1"},
	{"Content-Length: 99999999999999999999\r\n\r\n", "must be a whole number ≥ 1"},
	{"Content-Length: 999999999999\r\n\r\n", "bytes in a request"},
	{`{"id":1}` + "\n", "the input ends in the head of a frame"},
	{"no colon\r\n\r\n", "must be NAME: VALUE"},
	{strings.Repeat("x", 2000), "at most 1000 bytes"},
	{strings.Repeat("X: y\r\n", 30), "at most 20 lines"},
}

// Contract: the server ends with its input, and with an error where the end of a frame cannot be found.
func TestFrames(t *testing.T) {
	for _, f := range badFrames {
		c := begin(t)
		go io.Copy(io.Discard, c.from)
		go func() {
			io.WriteString(c.to, f.sent)
			c.to.Close()
		}()
		select {
		case err := <-c.ended:
			if (err == nil) != (f.want == "") || err != nil && !strings.Contains(err.Error(), f.want) {
				t.Errorf("%.60q: %v, want %s", f.sent, err, f.want)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%.60q: the server goes on", f.sent)
		}
	}
}

// Contract: whatever is asked in whatever order, every request is answered.
func TestRandomRequests(t *testing.T) {
	c := begin(t)
	r := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	values := map[string][]string{
		"world": {"1", "2", "3", "0", "-1", `"x"`}, "scene": {`"box"`, `"bottle"`, `"none"`, `""`},
		"text": {`""`, `"title: t"`}, "seed": {"0", "1", "-1"}, "set": {`["damping=0.5"]`, `["x"]`, "[]"},
		"at": {"0", "1"}, "workers": {"1", "2"}, "allowRead": {"[]"},
		"regions": {"[]", `["a=sphere/0,0,0/1"]`, `["a"]`, "7"},
		"off":     {"true", "false"}, "planes": {"[]", `["a=disc/0,0,0.1/0,0,1/0.1"]`, `["a"]`, "7"},
		"surfaces": {"[]", `["a=@wall", "b=@2"]`, `["a"]`, "7"}, "steps": {"0", "1", "7", "x"}, "time": {"0", "0.001"},
		"field":    {`"a=box/0,0,0/1,1,1#2x3x4#lucy/0.1"`, `"a"`, `""`},
		"contacts": {"[]", `["point"]`},
		"bodies":   {"[]", `["name"]`, `["x"]`, `[{"Position":{"X":0.3},"Shapes":[{"Radius":0.001}]}]`},
		"when":     {`"bodies > 0"`, `"("`},
		"arrays":   {"[]", `["id","force"]`, "null"}, "where": {`"speed > 0"`, `"1"`, `""`},
		"path": {`"damping"`, fmt.Sprintf("%q", filepath.Join(dir, "a.tumble")), `""`},
		"kind": {`"Grab"`, `"SetSeed"`, `""`, `"RemoveBodies"`},
		"with": {"{}", `{"Seed":3}`, "7", `{"Bodies":[1]}`}, "step": {"0", "3"},
		"since": {"0", "-1"}, "what": {`"run"`, `"moment"`, `""`},
		"pivot": {"[0,0,0]"}, "distance": {"1"}, "azimuth": {"0"}, "elevation": {"9"}, "roll": {"0"}, "ortho": {"true", "1"},
		"numbers": {"[1]", "[]", "null"}, "speed": {"0", "-1"}, "width": {"0"}, "height": {"1"}, "id": {"1", `"x"`, "{}"},
	}
	waiting := map[int]bool{}
	for i := range 600 {
		m := &methods[r.IntN(len(methods))]
		var params []string
		for _, p := range m.paramsOf() {
			list := values[p.Name]
			if list == nil {
				t.Fatalf("there are no values of %s", p.Name)
			}
			if p.Name == "world" || r.IntN(3) > 0 {
				params = append(params, fmt.Sprintf("%q:%s", p.Name, list[r.IntN(len(list))]))
			}
		}
		if m.Name == "until" { // otherwise it goes to the end of the scene
			params = append(params, `"time":0.002`)
		}
		text := fmt.Sprintf(`{"id":%d,"method":%q,"params":{%s}}`, i, m.Name, strings.Join(params, ","))
		waiting[i] = json.Valid([]byte(text))
		go io.WriteString(c.to, frame(text))
		if a := c.receive(); a.ID != nil {
			delete(waiting, *a.ID)
		} else {
			delete(waiting, i)
		}
	}
	if len(waiting) > 0 {
		t.Errorf("%d requests have no answer", len(waiting))
	}
}

// Contract: the manual has all methods and arrays, as the tables say them.
//
// go test ./ui/serve -run TestReference -update writes them anew.
func TestReference(t *testing.T) {
	const path, from, to = "../../assets/manual/python.md", "<!-- methods -->\n", "<!-- /methods -->"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(data), from)
	_, tail, ok2 := strings.Cut(rest, to)
	if !ok || !ok2 {
		t.Fatalf("%s has no %s", path, from)
	}
	want := head + from + Reference() + "\n" + to + tail
	switch {
	case *update:
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	case want != string(data):
		t.Errorf("%s is not up to date: go test ./ui/serve -run TestReference -update", path)
	}
}
