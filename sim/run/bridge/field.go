package bridge

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/spell"
)

// Field asks for the fields of what the bodies do together, over the cells of a box that stands still: density,
// velocity, stress and others. Each body and each contact is spread over a width by a kernel; see package fields.
type Field struct {
	Box    Region // with Cells
	Kernel string // a row of FieldKernels
	Width  float64
	From   float64 // means over time have the moments from here on [s]
}

// FieldKernel is a way to spread a body.
type FieldKernel struct {
	Name  string
	Reach float64                 // where it ends [widths]
	Of    func(x float64) float64 // of a distance [widths], but for a factor; not negative
	Parts bool                    // it is the product of those of the distances along the axes
}

// FieldKernels are all kernels.
var FieldKernels = []FieldKernel{
	{"gaussian", 3, func(x float64) float64 { return math.Exp(-x * x / 2) }, true},
	{"lucy", 2, func(x float64) float64 { return (1 + 1.5*x) * math.Pow(1-x/2, 3) }, false}, // Lucy (1977), Astron. J. 82
}

// FindFieldKernel returns the kernel of a name.
//
// Errors: there is none.
func FindFieldKernel(name string) (*FieldKernel, error) {
	var names []string
	for i := range FieldKernels {
		if names = append(names, FieldKernels[i].Name); FieldKernels[i].Name == name {
			return &FieldKernels[i], nil
		}
	}
	return nil, noneOf("kernel", name, names)
}

// MostFields is the largest number of fields of a run.
const MostFields = 16

// fieldSyntax says how a field is written.
const fieldSyntax = "must be NAME=box/x,y,z/x,y,z#CELLS#KERNEL/WIDTH in metres, as " +
	"bed=box/0,0,0/0.1,0.1,0.04#20x20x8#gaussian/0.005, with /FROM behind it for means from this time [s] on"

// String writes the field as ParseField reads it.
func (f Field) String() string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	text := fmt.Sprintf("%s#%dx%dx%d#%s/%s", f.Box.String(), f.Box.Cells[0], f.Box.Cells[1], f.Box.Cells[2], f.Kernel,
		number(f.Width))
	if f.From != 0 {
		text += "/" + number(f.From)
	}
	return text
}

// MarshalText writes the field as String does.
func (f Field) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads a field; see ParseField.
func (f *Field) UnmarshalText(text []byte) (err error) {
	*f, err = ParseField(string(text))
	return err
}

// ParseField reads a field as the command line, scenes and saved files have it.
func ParseField(text string) (f Field, err error) {
	bad := fmt.Errorf("%s, got %s", fieldSyntax, spell.Quote(text))
	parts := strings.Split(text, "#")
	if len(parts) != 3 {
		return f, bad
	}
	if f.Box, err = ParseRegion(parts[0]); err != nil {
		return Field{}, err
	}
	if f.Box.Cells, err = parseCells(parts[1]); err != nil {
		return Field{}, err
	}
	kernel := strings.Split(parts[2], "/")
	if len(kernel) < 2 || len(kernel) > 3 {
		return Field{}, bad
	}
	f.Kernel = kernel[0]
	for i, to := range []*float64{&f.Width, &f.From}[:len(kernel)-1] {
		if *to, err = strconv.ParseFloat(kernel[i+1], 64); err != nil {
			return Field{}, bad
		}
	}
	return f, f.Check()
}

// Bounds of the width of a field: widest cells, finest of its box. A body is then spread over at most 30,000 points.
const widest, finest = 5, 1e-6

// Check returns an error unless the field is possible.
func (f *Field) Check() error {
	if f.Box.Kind != 0 || f.Box.Body != "" || f.Box.Group != "" {
		return fmt.Errorf("field %s: must be in a box that stands still: %s", f.Box.Name, fieldSyntax)
	}
	if err := f.Box.Check(); err != nil {
		return err
	}
	if err := f.Box.checkCells(); err != nil {
		return err
	}
	if _, err := FindFieldKernel(f.Kernel); err != nil {
		return fmt.Errorf("field %s: %w", f.Box.Name, err)
	}
	least, most := 0.0, math.Inf(1)
	for k := range 3 {
		edge := f.Box.High.Component(k) - f.Box.Low.Component(k)
		least, most = max(least, finest*edge), min(most, widest*edge/float64(f.Box.Cells[k]))
	}
	switch {
	case !(least <= most):
		return fmt.Errorf("field %s: its cells are too flat for any width", f.Box.Name)
	case !(f.Width >= least && f.Width <= most):
		return fmt.Errorf("field %s: its width must be %.3g to %.3g m (%d cells), got %g", f.Box.Name, least, most, widest,
			f.Width)
	case !(f.From >= 0 && f.From <= 1e9):
		return fmt.Errorf("field %s: its means must begin at 0 to 1e9 s, got %g", f.Box.Name, f.From)
	}
	return nil
}

// ParseFields reads fields with distinct names.
func ParseFields(texts []string) (list []Field, err error) {
	if err := limitFields(len(texts)); err != nil { // before each is read
		return nil, err
	}
	for _, text := range texts {
		if err := limit.Line.Check(len(text)); err != nil {
			return nil, err
		}
		f, err := ParseField(text)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, CheckFields(list)
}

func limitFields(n int) error {
	if n > MostFields {
		return fmt.Errorf("must be at most %d fields, got %d", MostFields, n)
	}
	return nil
}

// CheckFields returns an error if there are too many fields, one that is not possible, or two of the same name.
func CheckFields(list []Field) error {
	if err := limitFields(len(list)); err != nil {
		return err
	}
	for i := range list {
		if err := list[i].Check(); err != nil {
			return err
		}
		if slices.ContainsFunc(list[:i], func(o Field) bool { return o.Box.Name == list[i].Box.Name }) {
			return fmt.Errorf("the field %s is there twice", list[i].Box.Name)
		}
	}
	return nil
}
