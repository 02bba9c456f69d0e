package outfile

import (
	"io/fs"
	"os"
)

// Fault, if not nil, is called before each call of the operating system that this package
// makes. If Fault returns an error, the system call fails with that error, and a write has
// then written half of its bytes. Only tests set Fault, while no file is being written.
var Fault func(call, name string) error

// fault returns the error that a test wants a call to return.
func fault(call, name string) error {
	if Fault == nil {
		return nil
	}
	if err := Fault(call, name); err != nil {
		return &fs.PathError{Op: call, Path: name, Err: err}
	}
	return nil
}

// handle is an open file.
type handle struct{ f *os.File }

func open(name string, flag int, mode fs.FileMode) (handle, error) {
	if err := fault("open", name); err != nil {
		return handle{}, err
	}
	f, err := os.OpenFile(name, flag, mode)
	return handle{f}, err
}

func (h handle) Write(p []byte) (int, error) {
	if err := fault("write", h.f.Name()); err != nil {
		n, _ := h.f.Write(p[:len(p)/2])
		return n, err
	}
	return h.f.Write(p)
}

func (h handle) WriteAt(p []byte, at int64) (int, error) {
	if err := fault("write", h.f.Name()); err != nil {
		n, _ := h.f.WriteAt(p[:len(p)/2], at)
		return n, err
	}
	return h.f.WriteAt(p, at)
}

func (h handle) Read(p []byte) (int, error) {
	if err := fault("read", h.f.Name()); err != nil {
		return 0, err
	}
	return h.f.Read(p)
}

func (h handle) Seek(offset int64, whence int) (int64, error) {
	if err := fault("seek", h.f.Name()); err != nil {
		return 0, err
	}
	return h.f.Seek(offset, whence)
}

func (h handle) truncate(size int64) error {
	if err := fault("truncate", h.f.Name()); err != nil {
		return err
	}
	return h.f.Truncate(size)
}

func (h handle) chmod(mode fs.FileMode) error {
	if err := fault("chmod", h.f.Name()); err != nil {
		return err
	}
	return h.f.Chmod(mode)
}

func (h handle) sync() error {
	if err := fault("sync", h.f.Name()); err != nil {
		return err
	}
	return h.f.Sync()
}

// close closes the file, even if a test wants an error.
func (h handle) close() error {
	err := fault("close", h.f.Name())
	if e := h.f.Close(); err == nil {
		err = e
	}
	return err
}

func stat(name string) (fs.FileInfo, error) {
	if err := fault("stat", name); err != nil {
		return nil, err
	}
	return os.Stat(name)
}

func lstat(name string) (fs.FileInfo, error) {
	if err := fault("lstat", name); err != nil {
		return nil, err
	}
	return os.Lstat(name)
}

func readlink(name string) (string, error) {
	if err := fault("readlink", name); err != nil {
		return "", err
	}
	return os.Readlink(name)
}

func rename(from, to string) error {
	if err := fault("rename", from); err != nil {
		return err
	}
	return os.Rename(from, to)
}

func remove(name string) error {
	if err := fault("remove", name); err != nil {
		return err
	}
	return os.Remove(name)
}

func mkdir(name string) error {
	if err := fault("mkdir", name); err != nil {
		return err
	}
	return os.Mkdir(name, 0o777)
}

// namesIn returns the names of the files and folders in a folder, in no order.
func namesIn(folder string) ([]string, error) {
	h, err := open(folder, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer h.close()
	if err := fault("readdir", folder); err != nil {
		return nil, err
	}
	return h.f.Readdirnames(-1)
}
