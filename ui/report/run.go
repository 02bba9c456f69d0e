package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"example.org/tumble/sim/law"
	"example.org/tumble/sim/run/batch"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/report/page"
)

// page makes the report of a run at its end.
func (w *reporter) page(ctx context.Context, film *page.Picture, ended error,
	progress batch.ProgressFunc) (*page.Page, error) {
	r := &w.result
	title := w.what.Scene.Title
	if title == "" {
		title = r.Scene
	}
	to := &page.Page{Title: title, Made: r.Program.String(), Subtitle: w.subtitle(), Remarks: w.remarks(ended),
		Facts: []page.Fact{
			{Name: "Bodies that move", Value: page.Grouped(w.census.moving())},
			{Name: "Their mass", Value: page.Quantity(w.census.mass(), "kg")},
			{Name: "Simulated", Value: spell.Time(r.Time - w.what.Goal.Begin.Time)},
			{Name: "Steps", Value: page.Grouped(r.Steps - w.what.Goal.Begin.Steps)}, {Name: "Hash", Value: r.Hash},
		}}
	pictures, why := w.album.Draw(ctx, progress)
	moments := page.Section{Title: "Moments", Pictures: pictures}
	if why != nil {
		moments.Text = []string{"Without pictures: " + why.Error() + "."}
	}
	to.Sections = append(to.Sections, moments)
	moving, err := w.moving(film, pictures)
	if err != nil {
		return nil, err
	}
	if moving != nil {
		to.Sections = append(to.Sections, page.Section{Title: "The run", Moving: moving})
	}
	charts, err := w.charts()
	if err != nil {
		return nil, err
	}
	to.Sections = append(to.Sections, w.trust(), w.numbers(), charts, w.again())
	return to, nil
}

// subtitle describes the subject of the report.
func (w *reporter) subtitle() string {
	r := &w.result
	text := fmt.Sprintf("Scene %s, seed %d", r.Scene, r.Seed)
	if len(r.Set) > 0 {
		text += ", with " + strings.Join(r.Set, ", ")
	}
	return text
}

// remarks are the facts that a reader must know first.
func (w *reporter) remarks(ended error) (list []string) {
	switch {
	case w.fault != "":
		list = append(list, fmt.Sprintf("The simulation stopped at %s, step %d: %s", spell.Time(w.result.Time),
			w.result.Steps, w.fault))
	case errors.Is(ended, batch.ErrInterrupted):
		list = append(list, fmt.Sprintf("The run was interrupted at %s. This is the report of the run until then.",
			spell.Time(w.result.Time)))
	case ended != nil:
		list = append(list, sentence(ended.Error()))
	}
	if m := w.result.Resumed; m != nil {
		list = append(list, fmt.Sprintf("The run goes on from a saved state at %s, step %d.", spell.Time(m.Time), m.Steps))
	}
	return list
}

// moving returns the film or the replay; nil if neither is requested.
func (w *reporter) moving(film *page.Picture, pictures []page.Picture) (*page.Moving, error) {
	m := &page.Moving{Film: film}
	if n := len(pictures); n > 0 {
		m.Poster = &pictures[n/2]
	}
	switch {
	case film != nil:
		m.Caption = "A film of the run."
	case w.recording == nil || w.recording.Len() == 0:
		return nil, nil
	default:
		var text bytes.Buffer
		if err := w.recording.Page(&text); err != nil {
			return nil, err
		}
		m.Replay = text.Bytes()
		m.Caption = fmt.Sprintf("The run in 3D, with a pose every %s: turn it, zoom, play, and point at a body for its "+
			"numbers. It needs no network.", intervalWords(w.poses))
	}
	return m, nil
}

// level is 0 below the first bound, 1 from the first to the second, and 2 from the second on.
func level(x float64, bounds [2]float64) int {
	switch {
	case x >= bounds[1]:
		return 2
	case x >= bounds[0]:
		return 1
	}
	return 0
}

func closureCheck(x float64, about string) page.Check {
	return check("Energy closure", x, bridge.TrustClosure, about)
}

func overlapCheck(x float64, about string) page.Check {
	return check("Greatest overlap", x, bridge.TrustOverlap, about)
}

// check is a share with two bounds: from the first on it needs attention, from the second on it cannot be
// trusted.
func check(name string, x float64, bounds [2]float64, about string) page.Check {
	percent := func(x float64) string { return fmt.Sprintf("%.3g\u00a0%%", 100*x) }
	return page.Check{Name: name, Value: percent(x), Level: level(x, bounds),
		About: fmt.Sprintf("%s Good below %s, wrong from %s on.", about, percent(bounds[0]), percent(bounds[1]))}
}

// trust is the section that shows whether the run can be trusted.
func (w *reporter) trust() page.Section {
	r := &w.result
	s := page.Section{Title: "Can it be trusted?"}
	if !math.IsNaN(w.closure) {
		s.Checks = append(s.Checks, closureCheck(w.closure, fmt.Sprintf("Unexplained by the ledger are %s of the %s that "+
			"were dissipated.", page.Quantity(r.Energy.ClosureError, "J"), page.Quantity(r.Energy.Dissipated, "J"))))
	}
	s.Checks = append(s.Checks, overlapCheck(r.MaxOverlapRatio, "Of all steps, over the smaller radius."))
	if !math.IsNaN(w.share) {
		s.Checks = append(s.Checks, check("Time step", w.share, bridge.TrustStep,
			"Its largest share of that at which the contacts become unstable."))
	}
	warnings := page.Check{Name: "Warnings", Value: "none", About: "What the program found wrong as it ran."}
	events := page.Table{Title: "What the program said", Head: []string{"Step", "", "Message"}, Words: 3}
	count := 0
	for _, n := range w.notices {
		if n.Level != bridge.Info {
			count++
			warnings.Level = max(warnings.Level, [...]int{bridge.Warning: 1, bridge.Refused: 1, bridge.Fault: 2}[n.Level])
		}
		kind := [...]string{bridge.Info: "", bridge.Warning: "warning", bridge.Refused: "refused",
			bridge.Fault: "fault"}[n.Level]
		events.Rows = append(events.Rows, []string{page.Grouped(n.Step), kind, n.Text})
	}
	if count > 0 {
		warnings.Value = fmt.Sprint(count)
	}
	s.Checks = append(s.Checks, warnings)
	if len(events.Rows) > 0 {
		s.Tables = []page.Table{events}
	}
	return s
}

// numbers is the section of the scene.
func (w *reporter) numbers() page.Section {
	s := page.Section{Title: "Scene"}
	s.Tables = append(s.Tables, w.parameters(), w.materials(), w.bodies())
	for _, t := range []page.Table{w.flows(), w.motions(), w.collided()} {
		if len(t.Rows) > 0 {
			s.Tables = append(s.Tables, t)
		}
	}
	return s
}

// parameters lists the numbers of the whole scene.
func (w *reporter) parameters() page.Table {
	p, r, g := &w.last.Params, &w.result, w.what.Goal
	t := page.Table{Title: "Parameters", Words: 2}
	row := func(name, value string) { t.Rows = append(t.Rows, []string{name, value}) }
	for i := range setting.Table {
		if s := &setting.Table[i]; s.Listed(p) {
			row(s.Name, strings.TrimSpace(s.Text(s.Value(p))+" "+s.Unit))
		}
	}
	step := page.Quantity(r.TimeStep, "s")
	if _, dt := w.table.Column("dt"); len(dt) > 0 {
		lo, hi := math.Inf(1), 0.0
		for _, x := range dt {
			if x > 0 { // before the first step there is no time step
				lo, hi = min(lo, x), max(hi, x)
			}
		}
		if lo < hi {
			step += fmt.Sprintf(" at the end, %s to %s in the run", page.Quantity(lo, "s"), page.Quantity(hi, "s"))
		}
	}
	row("Time step", step)
	switch {
	case p.TimeStep > 0:
		row("Chosen", "by the scene")
	case !math.IsNaN(w.share):
		row("Chosen", fmt.Sprintf("as %g of the critical one of the contacts there are; %.3g of it at most",
			p.TimeStepSafety, w.share))
	}
	row("Duration", fmt.Sprintf("%s, from %s to %s, in %s steps", spell.Time(r.Time-g.Begin.Time),
		spell.Time(g.Begin.Time), spell.Time(r.Time), page.Grouped(r.Steps-g.Begin.Steps)))
	return t
}

// materials has a column for each material, and rows for its numbers and for numbers that follow from
// them.
func (w *reporter) materials() page.Table {
	t := page.Table{Title: "Materials", Head: []string{"", "Name"}, Words: 2,
		About: "Names are those of --set. Radius, stiffness and critical time step, r √(ρ/E), are those of the smallest " +
			"shape of a material; the stiffness is that of two such shapes in contact."}
	list := w.last.Materials
	for i := range list {
		t.Head = append(t.Head, list[i].Name)
	}
	kind, err := law.ByName(w.last.Params.Law)
	for k := range law.Fields {
		f := &law.Fields[k]
		used, line := false, []string{sentence(strings.SplitN(f.Meaning, " (", 2)[0]), f.Name}
		for i := range list {
			x := *f.Of(&list[i].Law)
			used = used || x != 0
			line = append(line, page.Quantity(x, f.Unit))
		}
		if used && (err != nil || law.Kinds[kind].Uses(f)) {
			t.Rows = append(t.Rows, line)
		}
	}
	for _, d := range []struct {
		name, unit string
		of         func(*bridge.Material) float64
	}{
		{"Smallest radius", "m", func(m *bridge.Material) float64 { return m.Radius }},
		{"Normal stiffness", "N/m", func(m *bridge.Material) float64 { return m.NormalStiffness }},
		{"Critical time step", "s", func(m *bridge.Material) float64 { return m.CriticalTimeStep }},
	} {
		line := []string{d.name, ""}
		for i := range list {
			x := d.of(&list[i])
			if x == 0 {
				x = math.NaN() // no shape uses the material
			}
			line = append(line, page.Quantity(x, d.unit))
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// bodies has a row for each group of bodies.
func (w *reporter) bodies() page.Table {
	t := page.Table{Title: "Bodies", Head: []string{"What", "Material", "Number", "Radius", "Length", "Mass of each",
		"Mass of all"}, Words: 2, About: "All that were there at a point of the charts, also those that an outlet took. " +
		"Radius and length are those of the shapes of which a body is made."}
	for _, g := range w.census.groups {
		all := "–"
		if g.Moves {
			all = page.Quantity(g.All, "kg")
		}
		t.Rows = append(t.Rows, []string{g.What, g.Material, page.Grouped(int64(g.Count)), span(g.Radius, "m"),
			span(g.Length, "m"), span(g.Mass, "kg"), all})
	}
	return t
}

// span writes the smallest and the largest value of a quantity; a largest value of 0 means that there are no
// values.
func span(x [2]float64, unit string) string {
	factor, with := page.Prefix(x[1], unit)
	lo, hi := fmt.Sprintf("%.4g", x[0]*factor), fmt.Sprintf("%.4g", x[1]*factor)
	switch {
	case x[1] == 0:
		return "–"
	case lo == hi:
		return hi + "\u00a0" + with
	}
	return lo + " to " + hi + "\u00a0" + with
}

// flows has a row for each inlet and outlet.
func (w *reporter) flows() page.Table {
	t := page.Table{Title: "Inlets and outlets", Words: 2,
		Head: []string{"Name", "", "Bodies", "Mass", "Mean rate", "Finished at", "Median age", "5 to 95 %"}}
	when := func(at *float64) string {
		if at == nil {
			return "–"
		}
		return spell.Time(*at)
	}
	for _, in := range w.result.Inlets {
		t.Rows = append(t.Rows, []string{in.Name, "inlet", page.Grouped(in.Bodies), page.Quantity(in.Mass, "kg"), "–",
			when(in.FinishedAt), "–", "–"})
	}
	for _, out := range w.result.Outlets {
		age := func(name string) float64 {
			if x := out.Ages.Numbers[name]; x != nil {
				return *x
			}
			return 0
		}
		t.Rows = append(t.Rows, []string{out.Name, "outlet", page.Grouped(out.Bodies), page.Quantity(out.Mass, "kg"),
			page.Quantity(out.Rate, "kg/s"), when(out.FinishedAt), span([2]float64{age("median age"), age("median age")}, "s"),
			span([2]float64{age("age 5 %"), age("age 95 %")}, "s")})
	}
	return t
}

// collided has a row for the collisions of each pair of materials.
func (w *reporter) collided() page.Table {
	t := page.Table{Title: "Collisions", Head: []string{"Materials"}, Words: 1}
	if w.result.Collisions == nil {
		return t
	}
	t.About = "From the first touch until they parted, of those that ended after " +
		spell.Time(w.result.Collisions.Since) + "."
	for i := range bridge.CollisionNumbers {
		t.Head = append(t.Head, sentence(bridge.CollisionNumbers[i].Name))
	}
	for _, p := range w.result.Collisions.Pairs {
		line := []string{p.Name}
		for i := range bridge.CollisionNumbers {
			n := &bridge.CollisionNumbers[i]
			switch x := p.Numbers[n.Name]; {
			case x == nil:
				line = append(line, "–")
			case n.Whole:
				line = append(line, page.Grouped(int64(*x)))
			default:
				line = append(line, page.Quantity(*x, n.Unit))
			}
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// motions has a row for each prescribed motion, and for each hinge and slider.
func (w *reporter) motions() page.Table {
	t := page.Table{Title: "Motions", Head: []string{"Name", "Kind", "Began at", "Lasts"}, Words: 2}
	kinds := [...]string{bridge.MotionKeys: "key frames", bridge.MotionHarmonic: "swings", bridge.MotionConstant: "steady",
		bridge.MotionSum: "sum of motions", bridge.MotionServo: "servo"}
	for i := range w.last.Motions {
		m := &w.last.Motions[i]
		began, lasts := "–", "without end"
		if m.Started {
			began = spell.Time(m.At)
		}
		switch n := len(m.Keys); {
		case m.Duration > 0:
			lasts = spell.Time(m.Duration)
		case m.Kind == bridge.MotionKeys && n > 0:
			lasts = spell.Time(m.Keys[n-1].Time)
		}
		t.Rows = append(t.Rows, []string{m.Name, kinds[m.Kind], began, lasts})
	}
	for i := range w.last.Joints {
		j := &w.last.Joints[i]
		t.Rows = append(t.Rows, []string{j.Name, setting.JointKind(j.Slides), "–", "without end"})
	}
	return t
}

// again is the section that shows how to reproduce the run.
func (w *reporter) again() page.Section {
	r := &w.result
	s := page.Section{Title: "How to make it again", Tables: []page.Table{provenance(r)}}
	if w.how != "" {
		s.Text = []string{w.how}
		return s
	}
	s.Text = []string{"The same command and program give the same hash, on any number of cores, with or without a window."}
	s.Code = []page.Code{{Title: "Command", Text: r.Command}}
	return s
}

// provenance says where a result comes from.
func provenance(r *batch.Result) page.Table {
	t := page.Table{Words: 2}
	for _, f := range r.Origin.Fields() {
		switch f[0] {
		case "Title", "Software", "Command":
			continue // these are shown elsewhere
		}
		if f[1] == "" {
			f[1] = "–"
		}
		t.Rows = append(t.Rows, []string{f[0], f[1]})
	}
	t.Rows = append(t.Rows, []string{"Hash at the end", r.Hash})
	return t
}
