package woo

import (
	"reflect"
	"strings"
	"unsafe"

	"example.org/tumble/sim"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/measure/state"
)

// Approximate sizes of objects in the memory of a script [byte].
const (
	elementSize = 16
	objectSize  = 700
	programSize = 50 // for each byte of the text of a command
)

// allocate counts n bytes, and ends the script when it has allocated too much. Memory that is no longer used stays
// counted until recount.
func (in *interp) allocate(n int) {
	if in.allocated += n; in.allocated > limit.ScriptMemory.Most || n > limit.ScriptMemory.Most {
		in.fail("the script takes too much memory: %v", limit.ScriptMemory.Exceeded())
	}
}

// recount counts the memory that a script still uses, if it has allocated much. The script must not be running.
func (in *interp) recount() {
	const most = 2 // a script may keep this part, 1/most, of its memory from one command to the next
	if in.allocated <= limit.ScriptMemory.Most/most {
		return
	}
	c := counter{seen: map[unsafe.Pointer]bool{}}
	c.value(reflect.ValueOf(in.globals))
	c.value(reflect.ValueOf(in.session))
	if in.allocated = c.bytes; in.allocated > limit.ScriptMemory.Most/most {
		in.fail("the script keeps too much memory from one run of a command to the next: there must be at most %d bytes, "+
			"got %d",
			limit.ScriptMemory.Most/most, c.bytes)
	}
}

// counter adds up the memory that can be reached from a value. Lists and objects may refer to each other in
// circles and in long chains, so the values still to be counted wait in a queue.
type counter struct {
	seen  map[unsafe.Pointer]bool
	queue []reflect.Value
	bytes int
}

// elsewhere are the types of values that do not belong to the script.
var elsewhere = map[reflect.Type]bool{
	reflect.TypeFor[*sim.World](): true, reflect.TypeFor[*state.State](): true, reflect.TypeFor[*class](): true,
	reflect.TypeFor[*field](): true, reflect.TypeFor[*module](): true,
}

func (c *counter) value(v reflect.Value) {
	c.queue = append(c.queue, v)
	for len(c.queue) > 0 {
		last := len(c.queue) - 1
		v, c.queue = c.queue[last], c.queue[:last]
		c.one(v)
	}
}

// one counts the memory that a value refers to, without the value itself.
func (c *counter) one(v reflect.Value) {
	if !v.IsValid() || elsewhere[v.Type()] || strings.HasSuffix(v.Type().PkgPath(), "/ast") {
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() || v.Kind() == reflect.Pointer && c.known(v.UnsafePointer()) {
			return
		}
		c.bytes += int(v.Elem().Type().Size())
		c.queue = append(c.queue, v.Elem())
	case reflect.String:
		c.bytes += v.Len()
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice {
			if v.Len() == 0 || c.known(v.UnsafePointer()) {
				return
			}
			c.bytes += v.Len() * int(v.Type().Elem().Size())
		}
		for i := range v.Len() {
			c.queue = append(c.queue, v.Index(i))
		}
	case reflect.Map:
		if v.IsNil() || c.known(v.UnsafePointer()) {
			return
		}
		for each := v.MapRange(); each.Next(); { // a sum does not depend on the order
			c.bytes += int(v.Type().Key().Size() + v.Type().Elem().Size())
			c.queue = append(c.queue, each.Key(), each.Value())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			c.queue = append(c.queue, v.Field(i))
		}
	}
}

// known reports whether something was counted before.
func (c *counter) known(p unsafe.Pointer) bool {
	if c.seen[p] {
		return true
	}
	c.seen[p] = true
	return false
}
