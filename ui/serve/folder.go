package serve

import (
	"os"
	"sync"
)

// folders are those that a connection was given for its files. They are removed when it ends.
type folders struct {
	sync.Mutex
	list []string
	over bool // the connection has ended
}

// makeFolder makes a folder for files of the connection.
func makeFolder(c *call, _ *struct{}) (any, error) {
	f := &c.folders
	f.Lock()
	defer f.Unlock()
	if f.over {
		return nil, c.Err()
	}
	path, err := os.MkdirTemp("", "tumble-")
	if err == nil {
		f.list = append(f.list, path)
	}
	return map[string]string{"path": path}, err
}

// remove removes what is left of the folders.
func (f *folders) remove() {
	f.Lock()
	defer f.Unlock()
	f.over = true
	for _, path := range f.list {
		os.RemoveAll(path)
	}
}
