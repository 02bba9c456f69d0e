package export

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WriteFile writes a file beside its name and renames it, so that there is a whole file
// or none. Errors name the file.
func WriteFile(path string, write func(io.Writer) error) error {
	dir, base := filepath.Split(path)
	part := filepath.Join(dir, fmt.Sprintf(".%s.%d.part", base, os.Getpid()))
	f, err := os.Create(part)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	buffer := bufio.NewWriterSize(f, 1<<16)
	if err = write(buffer); err == nil {
		err = buffer.Flush()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		os.Remove(part)
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
