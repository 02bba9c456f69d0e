package woo

import (
	"math"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"

	"example.org/tumble/sim"
	"example.org/tumble/sim/scene"
)

// pyRunnerClass is the class of commands that run periodically, plotClass the class of S.plot.
var pyRunnerClass, plotClass *class

// runnerState is the state of a PyRunner between two runs of its command.
type runnerState struct {
	program []ast.Stmt
	count   int64
	next    float64 // simulated time of the next run [s], if it goes by time
}

// initRunners makes the classes of PyRunner and of S.plot.
func initRunners() {
	pyRunnerClass = &class{name: "PyRunner", build: newRunner, fields: periodic(
		field{name: "initRun", conv: yesNo, init: true}, field{name: "dead", conv: yesNo, init: false},
		field{name: "command", conv: words, init: ""},
		field{name: "virtPeriod", conv: notNegative, init: 0.0}, field{name: "nDo", conv: whole, init: int64(-1)},
		field{name: "realPeriod", conv: only(0.0, "what a script sees must not depend on the clock: use stepPeriod or "+
			"virtPeriod"), init: 0.0})}
	plotClass = &class{name: "Plot", single: true,
		fields: append(muted("labels", "xylabels"), field{name: "plots", conv: plots}),
		methods: map[string]func(*interp, *object, *args) value{
			"autoData": collect, "addData": collect, "saveDataTxt": plotNothing, "plot": plotNothing,
		}}
	for i := range plotClass.fields {
		if f := &plotClass.fields[i]; f.mute != "" {
			f.mute = "nothing is plotted here: the table of the run has times, energies and contacts"
		}
	}
}

// plots reads S.plot.plots, which decides what data autoData collects.
var plots converter = func(in *interp, what string, v value) value {
	if _, ok := v.(*dict); !ok {
		in.fail("%s must be a dict, got %s", what, in.brief(v))
	}
	return v
}

// plot returns S.plot.
func (s *session) plot(in *interp) value {
	if s.view.objects[plotClass.name] == nil {
		s.view.objects[plotClass.name] = plotClass.object(in)
	}
	return s.view.objects[plotClass.name]
}

// plotNothing stands for the functions that draw and save data: here they do nothing.
func plotNothing(in *interp, o *object, a *args) value { return none{} }

// collect stands for the functions that collect data: a PyRunner that calls them becomes a table.
func collect(in *interp, o *object, a *args) value {
	in.dropped(a.names)
	return none{}
}

// dropped says which of the columns that a script collects are not in the table of a run.
func (in *interp) dropped(columns []string) {
	var list []string
	for _, name := range columns {
		if name != "i" && name != "t" && !in.session.plotted[name] { // every table has step and time
			list = append(list, name)
		}
	}
	if list != nil {
		in.notice("S.plot: dropped: %s; the table of a run has times, energies and contacts, and with "+
			"tumble run --csv FILE --follow BODY what a body does", strings.Join(list, ", "))
	}
}

// newRunner makes a PyRunner. Its period and command can be given without their names, in
// either order.
func newRunner(in *interp, a *args) value {
	o := pyRunnerClass.object(in)
	for _, v := range a.pos {
		name := "stepPeriod"
		if _, ok := v.(string); ok {
			name = "command"
		}
		if o.given(name) {
			in.fail("PyRunner() takes a period and a command")
		}
		o.setAttr(in, name, v)
	}
	o.update(in, &args{names: a.names, named: a.named, lines: a.lines})
	if strings.TrimSpace(o.get("command").(string)) == "" {
		in.fail("PyRunner needs a command")
	}
	if o.given("stepPeriod") == (o.float("virtPeriod") > 0) {
		in.fail("PyRunner needs stepPeriod or virtPeriod, and not both")
	}
	o.extra = &runnerState{program: in.program(o.line, "PyRunner", o.get("command").(string))}
	return o
}

// program reads the text of a command that stands in a line.
func (in *interp) program(line int, what, text string) []ast.Stmt {
	in.allocate(programSize * len(text))
	// The empty lines let errors name the line in the script.
	m, err := parse(strings.Repeat("\n", max(line-1, 0))+text+"\n", py.ExecMode, &in.watch)
	program, ok := m.(*ast.Module)
	if err != nil || !ok {
		in.failAt(line, "%s '%s' cannot be read as Python", what, text)
	}
	return program.Body
}

// command runs a program among the names of the script, where S is the scene.
func (in *interp) command(program []ast.Stmt) {
	if in.globals.get("S") == nil {
		in.globals.set("S", in.session.theScene())
	}
	in.block(in.globals, program)
}

// runners returns the commands of a scene that are to run.
func (in *interp) runners(top *object) (list []*object) {
	for _, v := range in.elements(top.get("engines")) {
		if e, ok := v.(*object); ok && e.class == pyRunnerClass && !e.bool("dead") {
			list = append(list, e)
		}
	}
	return list
}

// runDue runs the commands that are due, before the first step and after each.
func (in *interp) runDue(runners []*object, w *sim.World) {
	for _, e := range runners {
		if s := e.extra.(*runnerState); s.due(e, w) {
			in.runNow(s)
		}
	}
}

// runNow runs a command.
func (in *interp) runNow(s *runnerState) {
	in.session.state, in.session.commanded = nil, true
	defer func() { in.session.commanded = false }()
	in.command(s.program)
}

// due reports whether a command is to run now, and counts it.
func (s *runnerState) due(e *object, w *sim.World) bool {
	if n := e.int("nDo"); n > 0 && s.count >= n || w.Clock().Step == 0 && !e.bool("initRun") {
		return false
	}
	if period := e.float("virtPeriod"); period > 0 {
		t := w.Clock().Time + 1e-6*w.Clock().Dt // the sum of many time steps is not exact
		if t < s.next {
			return false
		}
		s.next = period * (math.Floor(t/period) + 1)
	} else if w.Clock().Step%int64(e.float("stepPeriod")) != 0 {
		return false
	}
	s.count++
	return true
}

// runner adds a PyRunner to the scene: one that collects data becomes a table, any other runs only with the script
// and is not in a scene file made of it.
func (b *specBuilder) runner(e *object) {
	if e.bool("dead") {
		return
	}
	in, only := b.in, collects(e)
	data, found := in.collected(e.extra.(*runnerState).program, false)
	if !only {
		in.notice("PyRunner: the command runs with the script; a scene file made of it has no commands")
	}
	switch {
	case !found:
		return
	case b.table != nil && only:
		in.fail("there can be one PyRunner that collects data")
	case b.table != nil:
		return
	}
	if b.spec.Export == nil {
		b.spec.Export = &scene.Export{}
	}
	csv := &scene.CSVExport{File: in.session.options.Title + "-series.csv", Every: e.float("virtPeriod")}
	if csv.Every == 0 {
		csv.EverySteps = int64(e.float("stepPeriod"))
	}
	b.spec.Export.CSV, b.table = csv, &table{csv, data, e.line}
	in.notice("PyRunner: what S.plot collects is the table %s in the output folder, with times, energies and contacts",
		csv.File)
}
