package serve

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sourcegraph/jsonrpc2"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
)

// stream carries frames over a pair of pipes. It is a jsonrpc2.ObjectStream.
type stream struct {
	in *bufio.Reader

	sending sync.Mutex
	out     *bufio.Writer

	blocks atomic.Int64 // number of the last block

	ended atomic.Pointer[error] // why no more frames are read; nil at the end of the input
}

// Bounds of the head of a frame.
const (
	mostHeadLine  = 1000 // bytes
	mostHeadLines = 20
)

// sentAtOnce is how much of an answer is sent at once [bytes]. Whoever reads is woken for each part, beside workers
// that have its core meanwhile.
const sentAtOnce = 1 << 20

func newStream(in io.Reader, out io.Writer) *stream {
	return &stream{in: bufio.NewReader(in), out: bufio.NewWriterSize(out, sentAtOnce)}
}

// ReadObject reads the next request. A frame that is no request is answered with an error, and left out.
//
// Errors: the end of the input, a frame whose end cannot be found.
func (s *stream) ReadObject(v any) error {
	for {
		content, err := s.read()
		if err != nil {
			if err != io.EOF {
				s.ended.Store(&err)
			}
			return err
		}
		if err = checkJSON(content); err == nil {
			if err = json.Unmarshal(content, v); err == nil {
				return nil
			}
			if json.Valid(content) {
				err = s.refuse(jsonrpc2.CodeInvalidRequest, err)
			} else {
				err = s.refuse(jsonrpc2.CodeParseError, err)
			}
		} else {
			err = s.refuse(jsonrpc2.CodeInvalidRequest, err)
		}
		if err != nil {
			return err
		}
	}
}

// refuse answers a frame that is no request.
func (s *stream) refuse(code int64, why error) error {
	return s.WriteObject(map[string]any{
		"jsonrpc": "2.0", "id": nil, "error": jsonrpc2.Error{Code: code, Message: "the frame is no request: " + why.Error()},
	})
}

// checkJSON returns an error for a request that would take much more memory than its bytes.
func checkJSON(content []byte) error {
	values, text := 0, false
	for i := 0; i < len(content); i++ {
		switch c := content[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case !text && (c == ',' || c == '[' || c == '{'):
			values++
		}
	}
	return limit.RequestValues.Check(values)
}

// read returns the content of the next frame; io.EOF if the input ends before it.
func (s *stream) read() ([]byte, error) {
	size, err := s.readHead()
	if err != nil {
		return nil, err
	}
	var content bytes.Buffer
	// Memory grows with what comes, not with what the head promises.
	if n, err := io.CopyN(&content, s.in, int64(size)); err != nil {
		return nil, fmt.Errorf("the input ends in a frame: %d of %d bytes came", n, size)
	}
	return content.Bytes(), nil
}

// readHead reads the head of a frame, and returns the length of its content.
func (s *stream) readHead() (size int, err error) {
	for lines := 0; ; lines++ {
		line, err := s.readLine()
		switch {
		case err == io.EOF && lines == 0 && line == "":
			return 0, io.EOF
		case err == io.EOF:
			return 0, errors.New("the input ends in the head of a frame")
		case err != nil:
			return 0, err
		case line == "" && size == 0:
			return 0, errors.New("the head of a frame must have a line Content-Length, got none")
		case line == "":
			return size, nil
		case lines == mostHeadLines:
			return 0, fmt.Errorf("the head of a frame must have at most %d lines, got more", mostHeadLines)
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return 0, fmt.Errorf("a line in the head of a frame must be NAME: VALUE, got %s", spell.Quote(line))
		}
		if !strings.EqualFold(name, "Content-Length") {
			continue
		}
		size, err = strconv.Atoi(strings.TrimSpace(value))
		if err != nil || size < 1 {
			return 0, fmt.Errorf("Content-Length must be a whole number ≥ 1, got %s", spell.Quote(value))
		}
		if err := limit.RequestBytes.Check(size); err != nil {
			return 0, fmt.Errorf("Content-Length: %w", err)
		}
	}
}

// readLine reads a line of a head, without its end.
func (s *stream) readLine() (string, error) {
	var line []byte
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return string(line), err
		}
		if c == '\n' {
			return strings.TrimSuffix(string(line), "\r"), nil
		}
		if line = append(line, c); len(line) > mostHeadLine {
			return "", fmt.Errorf("a line in the head of a frame must have at most %d bytes, got more", mostHeadLine)
		}
	}
}

// WriteObject writes an answer.
func (s *stream) WriteObject(answer any) error {
	content, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	s.sending.Lock()
	defer s.sending.Unlock()
	fmt.Fprintf(s.out, "Content-Length: %d\r\n\r\n", len(content))
	s.out.Write(content)
	return s.out.Flush()
}

// array is how an answer refers to a block.
type array struct {
	Block int64  `json:"block"`
	Type  string `json:"type"` // as numpy names it
	Shape []int  `json:"shape"`
}

// block is the numbers of an array on their way.
type block struct {
	number  int64
	numbers []float64
	whole   bool
}

// writeBlock writes a block, in parts that need no memory of their own. Its frame leaves with the next answer at the
// latest.
func (s *stream) writeBlock(b block) {
	s.sending.Lock()
	defer s.sending.Unlock()
	fmt.Fprintf(s.out, "Content-Length: %d\r\nContent-Type: application/octet-stream\r\nBlock: %d\r\n\r\n",
		8*len(b.numbers), b.number)
	for rest := b.numbers; len(rest) > 0; {
		if s.out.Available() < 8 && s.out.Flush() != nil {
			return // the answer meets the same error
		}
		n := min(s.out.Available()/8, len(rest))
		content := s.out.AvailableBuffer()
		for _, x := range rest[:n] {
			word := math.Float64bits(x)
			if b.whole {
				word = uint64(int64(x))
			}
			content = binary.LittleEndian.AppendUint64(content, word)
		}
		s.out.Write(content)
		rest = rest[n:]
	}
}

// Close does nothing: the caller owns the pipes.
func (s *stream) Close() error { return nil }
