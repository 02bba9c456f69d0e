package serve

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// cancels are the functions that end requests which are not answered yet.
type cancels struct {
	sync.Mutex
	of map[jsonrpc2.ID]context.CancelFunc
}

func newCancels() *cancels { return &cancels{of: map[jsonrpc2.ID]context.CancelFunc{}} }

// begin returns the context of a request. Call done when the request is answered.
func (s *cancels) begin(parent context.Context, r *jsonrpc2.Request) (ctx context.Context, done context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	if r.Notif {
		return ctx, cancel
	}
	s.Lock()
	defer s.Unlock()
	s.of[r.ID] = cancel
	return ctx, func() {
		s.Lock()
		defer s.Unlock()
		delete(s.of, r.ID)
		cancel()
	}
}

// cancel ends a request. One that is answered already, or never came, is left alone.
func (s *cancels) cancel(id jsonrpc2.ID) {
	s.Lock()
	defer s.Unlock()
	if end := s.of[id]; end != nil {
		end()
	}
}

func cancelRequest(c *call, p *cancelling) (any, error) {
	var id jsonrpc2.ID
	if err := json.Unmarshal(p.ID, &id); err != nil {
		return nil, errors.New("id must be a whole number or a text, as in the request")
	}
	c.stops.cancel(id)
	return struct{}{}, nil
}
