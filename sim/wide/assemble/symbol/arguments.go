package symbol

import (
	"fmt"
	"reflect"
)

// A kernel is a function of one pointer to a struct, its arguments: lanes, numbers, sets, and pointers to
// lanes, rows and records. Field is one of these and where it lies, in bytes.
type Field struct {
	Name   string
	Offset int
}

// bind gives the fields of a kernel's arguments their places, and returns them.
func bind(arguments any) (fields []Field) {
	v := reflect.ValueOf(arguments).Elem()
	at := 0
	for i := range v.NumField() {
		size := 8
		switch v.Field(i).Interface().(type) {
		case Lane:
			size = now.lanes.width()
		case Number:
			if now.lanes == Four { // which cannot read one number for all lanes as part of an operation
				size = now.lanes.width()
			}
		case Set:
			size = 1
		}
		if size > 1 {
			at = (at + 7) &^ 7
		}
		switch f := v.Field(i).Addr().Interface().(type) {
		case *Lane:
			f.at = place{pointer: inArguments, disp: at}
		case *Number:
			f.at = place{pointer: inArguments, disp: at}
		case *Set:
			f.at = place{pointer: inArguments, disp: at}
		case *Records:
			f.at = place{pointer: at}
		case **Lane:
			*f = &Lane{at: place{pointer: at}}
		case **Rows:
			*f = &Rows{at}
		case **Index:
			*f = &Index{at}
		default:
			panic(fmt.Sprintf("a kernel cannot have an argument like %s", v.Type().Field(i).Name))
		}
		fields = append(fields, Field{v.Type().Field(i).Name, at})
		at += size
	}
	return fields
}
