package bench

import (
	"reflect"

	"example.org/tumble/sim"
)

// Memory returns the bytes of the arrays that a world holds, by the fields that lead to them, such as
// "bodies.Pos": all that is allocated for them, used or not. What several fields share counts once.
func Memory(w *sim.World) map[string]int {
	m := arrays{bytes: map[string]int{}, seen: map[uintptr]bool{}}
	m.add("", reflect.ValueOf(w))
	return m.bytes
}

// arrays is what Memory has counted.
type arrays struct {
	bytes map[string]int
	seen  map[uintptr]bool // memory that is counted, by its address
}

// add counts what a value points to.
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
			m.add(field, v.Field(i))
		}
	}
}

// items counts what the items of a slice or an array point to.
func (m *arrays) items(path string, v reflect.Value) {
	if points(v.Type().Elem()) {
		for i := range v.Len() {
			m.add(path, v.Index(i))
		}
	}
}

// fresh reports whether the memory at which a value points is not counted yet.
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
