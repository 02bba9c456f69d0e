package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"runtime"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/batch"
)

// Options are the options of a server.
type Options struct {
	Workers   int      // of each world, unless a request says otherwise
	AllowRead []string // see scene.Options

	// Draw draws the present state of a world into a file, with a width and height [pixels].
	Draw func(ctx context.Context, sc run.Scene, path string, width, height int) error
}

// codeInterrupted is the code of the error of a request that was cancelled, as in the Language Server Protocol;
// codeFailed that of all errors of a method itself.
const (
	codeInterrupted = -32800
	codeFailed      = -32000
)

// server answers the requests of one program.
type server struct {
	Options
	*stream
	worlds *worlds
	stops  *cancels
	window *Window   // that is held; nil for tumble serve
	sent   sync.Pool // *[]float64, the memory of arrays that have been sent: those read often need no new one
	folders
}

// Serve answers requests until the input or the context ends.
//
// Errors: a frame whose end cannot be found, the cause of the context's end.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	return newServer(in, out, o).answer(ctx)
}

func newServer(in io.Reader, out io.Writer, o Options) *server {
	return &server{Options: o, stream: newStream(in, out), worlds: &worlds{of: map[int64]*world{}}, stops: newCancels()}
}

// answer answers requests until the input or the context ends; see Serve.
func (s *server) answer(ctx context.Context) error {
	defer s.folders.remove()
	ctx, end := context.WithCancel(ctx)
	defer end()
	// The stream keeps its own errors, and bad frames are answered.
	conn := jsonrpc2.NewConn(ctx, s.stream, handler{s}, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	select {
	case <-conn.DisconnectNotify():
		if ctx.Err() == nil {
			if why := s.ended.Load(); why != nil {
				return *why
			}
			return nil
		}
	case <-ctx.Done():
	}
	return batch.Interrupted(ctx)
}

// handler passes requests to the server.
type handler struct{ *server }

// Handle begins to carry a request out. It is called for one request after another, in their order, and does not wait.
func (h handler) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	c := &call{server: h.server, conn: conn, request: r}
	m := methodOf(r.Method)
	if m == nil {
		c.reply(nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: unknownMethod(r.Method)})
		return
	}
	if why := m.of.wrong(h.window != nil); why != "" {
		c.reply(nil, fmt.Errorf("%s: %s", m.Name, why))
		return
	}
	params, err := m.read(r.Params)
	if err != nil {
		c.reply(nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: m.Name + ": " + err.Error()})
		return
	}
	var done context.CancelFunc
	c.Context, done = h.stops.begin(ctx, r)
	do := func() {
		defer done()
		var result any
		var err error
		if p := run.Attempt(func() { result, err = m.do(c, params) }); p != nil {
			err = fmt.Errorf("an error of the program itself: %w", p)
		}
		if err != nil && c.made != nil {
			s := h.worlds
			s.Lock()
			s.drop(c.made)
			s.Unlock()
		}
		c.reply(result, err)
	}
	if !m.waits {
		do()
		return
	}
	if err := h.queue(c, m, params, do); err != nil {
		done()
		c.reply(nil, err)
	}
}

// queue gives a request to the world that it is about, or to a new world.
func (s *server) queue(c *call, m *method, params any, do func()) error {
	s.worlds.Lock()
	defer s.worlds.Unlock()
	of, old := params.(ofWorld)
	if old {
		if c.world = s.worlds.of[of.number()]; c.world == nil {
			return fmt.Errorf("%s: there is no world %d", m.Name, of.number())
		}
		if len(c.world.jobs) == cap(c.world.jobs) { // only this goroutine adds
			return fmt.Errorf("%s: world %d: %w", m.Name, c.world.number, limit.Waiting.Exceeded())
		}
	}
	if !old || m.copies {
		if err := limit.Served.Check(len(s.worlds.of) + 1); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		c.made = s.worlds.add()
	}
	if !old {
		c.world = c.made
	} else if m.copies {
		copied, job := make(chan struct{}), do
		c.made.jobs <- func() { <-copied }
		do = func() {
			defer close(copied)
			job()
		}
	}
	c.world.jobs <- do
	if m.ends {
		s.worlds.drop(c.world)
	}
	runtime.Gosched() // the world begins before this goroutine waits for the next request, which may take long to come
	return nil
}

// worlds are the worlds of a server by their numbers.
type worlds struct {
	sync.Mutex
	of   map[int64]*world
	last int64 // number of the last world
}

// add adds a world, which works in a goroutine of its own. Its first request makes it.
func (s *worlds) add() *world {
	s.last++
	w := &world{number: s.last, jobs: make(chan func(), limit.Waiting.Most)}
	s.of[w.number] = w
	go w.work()
	return w
}

// drop removes a world, which ends after the requests that wait for it.
func (s *worlds) drop(w *world) {
	if s.of[w.number] == w {
		delete(s.of, w.number)
		close(w.jobs)
	}
}

// call is a request that is carried out.
type call struct {
	context.Context // ends if the request is cancelled, or with the server
	*server
	conn    *jsonrpc2.Conn
	request *jsonrpc2.Request
	world   *world // nil: the request is about none
	made    *world // the new world of a method that makes one
	blocks  []block
	lent    [][]float64 // memory of the blocks that goes back to the server
}

// array adds numbers to the answer, as a block before it; shape is the shape of the array. They are sent with the
// answer, because whoever receives them may be slow, and the world must not wait.
func (c *call) array(numbers []float64, whole bool, shape ...int) array {
	b := block{c.stream.blocks.Add(1), numbers, whole}
	c.blocks = append(c.blocks, b)
	kind := "<f8"
	if whole {
		kind = "<i8"
	}
	return array{b.number, kind, shape}
}

// fill returns the numbers that a function writes into the memory of an array that was sent before, if there is one
// that is large enough, or into new memory. They are lent until the answer is sent.
func (c *call) fill(numbers func(list []float64) []float64) []float64 {
	var list []float64
	if old, _ := c.sent.Get().(*[]float64); old != nil {
		list = *old
	}
	c.lent = append(c.lent, numbers(list))
	return c.lent[len(c.lent)-1]
}

// reply answers the request.
func (c *call) reply(result any, err error) {
	if c.request.Notif {
		return
	}
	// An answer that cannot be sent ends the connection: whoever asked is gone.
	answer := &jsonrpc2.Response{ID: c.request.ID, Error: asError(err)}
	if err == nil {
		for _, b := range c.blocks {
			c.writeBlock(b)
		}
		for i := range c.lent {
			c.sent.Put(&c.lent[i])
		}
		if err := answer.SetResult(result); err != nil { // a number that is not finite
			answer.Error = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
		}
	}
	if c.conn.SendResponse(context.Background(), answer) != nil {
		c.conn.Close()
	}
}

// asError returns an error as answers hold it.
func asError(err error) *jsonrpc2.Error {
	var already *jsonrpc2.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &already):
		return already
	case errors.Is(err, context.Canceled) || errors.Is(err, batch.ErrInterrupted):
		return &jsonrpc2.Error{Code: codeInterrupted, Message: "interrupted"}
	}
	return &jsonrpc2.Error{Code: codeFailed, Message: err.Error()}
}

// read reads the parameters of a method.
func (m *method) read(given *json.RawMessage) (any, error) {
	params := m.params()
	if given == nil {
		given = &json.RawMessage{'{', '}'}
	}
	d := json.NewDecoder(bytes.NewReader(*given))
	d.DisallowUnknownFields()
	if err := d.Decode(params); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			field := cmp.Or(wrong.Field, "params")
			field = field[strings.LastIndex(field, ".")+1:] // without the type that parameters have in common
			return nil, fmt.Errorf("%s must be %s, got a %s", field, kindOf(wrong.Type), wrong.Value)
		}
		return nil, errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	return params, nil
}
