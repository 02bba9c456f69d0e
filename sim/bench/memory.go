package bench

import (
	"reflect"

	"example.org/tumble/sim"
)

// Memory returns the allocated bytes of the arrays of a world, used or not, by the path of fields that leads to
// each array, such as "bodies.Pos". An array that several fields share counts once.
func Memory(w *sim.World) map[string]int {
	m := arrays{bytes: map[string]int{}, seen: map[uintptr]bool{}}
	m.add("", reflect.ValueOf(w))
	return m.bytes
}

// arrays holds the memory that was counted so far.
type arrays struct {
	bytes map[string]int
	seen  map[uintptr]bool // addresses of the memory that was counted, or will be as a part of what contains it
}

// add counts the memory to which a value points.
func (m *arrays) add(path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if m.fresh(v) {
			m.bytes[path] += int(v.Type().Elem().Size())
			m.add(path, v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() {
			m.add(path, v.Elem())
		}
	case reflect.Slice:
		if v.Cap() > 0 && m.fresh(v) {
			m.bytes[path] += v.Cap() * int(v.Type().Elem().Size())
			m.items(path, v)
		}
	case reflect.Array:
		m.items(path, v)
	case reflect.Struct:
		for i := range v.NumField() {
			field := path
			if f := v.Type().Field(i); !f.Anonymous {
				if field != "" {
					field += "."
				}
				field += f.Name
			}
			part := v.Field(i)
			if part.Kind() == reflect.Struct && part.CanAddr() { // that another part points to
				m.seen[part.UnsafeAddr()] = true
			}
			m.add(field, part)
		}
	}
}

// items counts the memory to which the items of a slice or an array point.
func (m *arrays) items(path string, v reflect.Value) {
	if points(v.Type().Elem()) {
		for i := range v.Len() {
			m.add(path, v.Index(i))
		}
	}
}

// fresh reports whether the memory to which a value points has not been counted yet, and marks it as counted.
func (m *arrays) fresh(v reflect.Value) bool {
	at := v.Pointer()
	if at == 0 || m.seen[at] {
		return false
	}
	m.seen[at] = true
	return true
}

// points reports whether values of a type point to memory that Memory counts.
func points(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice:
		return true
	case reflect.Array:
		return points(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if points(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
