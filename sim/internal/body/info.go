package body

// info is what no stage of a step reads of a body.
type info struct {
	number uint32 // of the body; limit.Created bounds it
	label  uint32 // in Set.labels
}

// ID returns the number of a body.
func (b *Set) ID(i int) ID { return ID(b.info[i].number) }

// Name returns the name of a body.
func (b *Set) Name(i int) string { return b.labels.names[b.info[i].label] }

// Call gives a body its name.
func (b *Set) Call(i int, name string) {
	b.info[i].label = b.labels.numberOf(name, b.info)
}

// labels are the names of bodies, each kept once.
type labels struct {
	names   []string
	numbers map[string]uint32 // of each name in names
}

// numberOf returns the number of a name for one of some bodies. It lets go of names that no body has any more once
// there are more of them than of bodies.
func (l *labels) numberOf(name string, bodies []info) uint32 {
	if _, known := l.numbers[name]; !known && len(l.names) > 2*len(bodies) {
		var used labels
		for i := range bodies {
			bodies[i].label = used.put(l.names[bodies[i].label])
		}
		*l = used
	}
	return l.put(name)
}

// put returns the number of a name, which it adds if it is new.
func (l *labels) put(name string) uint32 {
	n, known := l.numbers[name]
	if !known {
		if l.numbers == nil {
			l.numbers = map[string]uint32{}
		}
		n = uint32(len(l.names))
		l.names, l.numbers[name] = append(l.names, name), n
	}
	return n
}
