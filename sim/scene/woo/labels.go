package woo

import "slices"

// labels holds the entries of S.lab, in the order in which they were added.
type labels struct {
	names   []string
	objects []value
}

// labelsOf returns S.lab.
func labelsOf(in *interp) *object {
	if in.session.labels == nil {
		in.session.labels = labelsClass.object(in)
		in.session.labels.extra = &labels{}
	}
	return in.session.labels
}

// getLabel returns the value of S.lab.name: the value that was assigned to it, or the engine with that label.
func getLabel(in *interp, o *object, name string) value {
	l := o.extra.(*labels)
	if i := slices.Index(l.names, name); i >= 0 {
		return l.objects[i]
	}
	if top := in.session.theScene(); top != nil {
		for _, e := range top.get("engines").(*list).items {
			if engine, ok := e.(*object); ok && engine.class.field("label") != nil && engine.get("label") == value(name) {
				return engine
			}
		}
	}
	if len(in.unsupported) > 0 {
		return missing{}
	}
	in.fail("S.lab.%s: nothing has that label%s", name, nearest(name, l.names))
	return nil
}

func setLabel(in *interp, o *object, name string, v value) {
	in.mayChange("S.lab", name)
	l := o.extra.(*labels)
	if i := slices.Index(l.names, name); i >= 0 {
		l.objects[i] = v
		return
	}
	in.spend(1)
	l.names, l.objects = append(l.names, name), append(l.objects, v)
}

// labelled finds the name a script gave to an object: by S.lab, by its label, or by a
// variable.
func (s *session) labelled(o *object) string {
	if s.labels != nil {
		l := s.labels.extra.(*labels)
		if i := slices.Index(l.objects, value(o)); i >= 0 {
			return l.names[i]
		}
	}
	if o.class.field("label") != nil && o.given("label") {
		return o.get("label").(string)
	}
	for _, name := range s.globals.names {
		switch v := s.globals.vals[name].(type) {
		case *object:
			if v == o {
				return name
			}
		case *list:
			if len(v.items) == 1 && v.items[0] == value(o) {
				return name
			}
		}
	}
	return ""
}
