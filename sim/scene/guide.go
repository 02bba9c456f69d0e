package scene

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/tumble/sim"
	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/setting"
	"example.org/tumble/sim/spell"
)

// checkLine returns an error for a text that has several lines or is too long.
func checkLine(text string) error {
	if strings.ContainsAny(text, "\n\r\t") {
		return fmt.Errorf("must be one line")
	}
	return limit.Line.Check(len([]rune(text)))
}

// guide returns the hints and stories that the scene shows to a person who opens it.
//
// Errors name the entry and say what is wrong with it.
func (b *builder) guide() (g bridge.Guide, err error) {
	s := &b.spec
	for _, line := range []struct{ key, text string }{{"look", s.Look}, {"try", s.Try}} {
		if err := checkLine(line.text); err != nil {
			return g, b.at(line.key, err)
		}
	}
	g = bridge.Guide{Look: spell.Line(s.Look), Try: spell.Line(s.Try)}
	if err := limit.Stories.Check(len(s.Stories)); err != nil {
		return g, b.at("stories", err)
	}
	for i := range s.Stories {
		story, err := b.story(&s.Stories[i])
		if err != nil {
			return g, b.at(fmt.Sprintf("stories.%d", i), err)
		}
		g.Stories = append(g.Stories, story)
	}
	return g, nil
}

func (b *builder) story(s *Story) (story bridge.Story, err error) {
	story = bridge.Story{Title: spell.Line(s.Title), Look: spell.Line(s.Look)}
	switch {
	case s.Title == "":
		return story, fmt.Errorf("title must say what the story shows")
	case len(s.Steps) == 0:
		return story, fmt.Errorf("steps: there must be at least one")
	}
	err = cmp.Or(checkLine(s.Title), checkLine(s.Look), limit.StorySteps.Check(len(s.Steps)))
	if err != nil {
		return story, err
	}
	now := specOf(b.world) // the scene as the steps so far have changed it
	for i := range s.Steps {
		step, err := b.step(&s.Steps[i], &now)
		if err != nil {
			return story, fmt.Errorf("step %d: %w", i+1, err)
		}
		story.Steps = append(story.Steps, step)
	}
	return story, nil
}

// step returns a step of a story in the form of the window. A step that edits the scene also changes now.
func (b *builder) step(s *Step, now *Spec) (step bridge.StoryStep, err error) {
	given := 0
	give := func(yes bool, key, text string, time float64) {
		if yes {
			given++
			step = bridge.StoryStep{Key: key, Text: spell.Line(text), Time: time}
		}
	}
	give(s.Play != 0, bridge.StoryPlay, "", s.Play)
	give(s.Stop != "", bridge.StoryStop, s.Stop, 0)
	if s.At != nil {
		give(true, bridge.StoryAt, "", *s.At)
	}
	give(s.Set != "", bridge.StorySet, s.Set, 0)
	give(s.Do != "", bridge.StoryDo, s.Do, 0)
	give(s.Overlays != nil, bridge.StoryOverlays, strings.Join(s.Overlays, ","), 0)
	give(s.ColorBy != "", bridge.StoryColorBy, s.ColorBy, 0)
	if given != 1 {
		return step, fmt.Errorf("must have exactly one of %s, got %d", strings.Join(bridge.StoryKeys, ", "), given)
	}
	if err := limit.Text.Check(len(step.Text)); err != nil {
		return step, fmt.Errorf("%s: %w", step.Key, err)
	}
	switch step.Key {
	case bridge.StoryPlay, bridge.StoryAt:
		if step.Time < 0 { // checkNumbers checks the upper bound
			err = fmt.Errorf("must not be negative, got %g s", step.Time)
		}
	case bridge.StoryStop:
		_, err = checkStops(lines([]string{s.Stop}), b.checkStop)
	case bridge.StoryDo:
		if !slices.Contains(bridge.StoryActions, step.Text) {
			err = fmt.Errorf("must be one of %s, got %s", strings.Join(bridge.StoryActions, ", "), spell.Quote(step.Text))
		}
	case bridge.StorySet:
		step.Edit, err = now.change(b.world, s.Set)
	}
	if err != nil {
		return step, fmt.Errorf("%s: %w", step.Key, err)
	}
	return step, nil
}

// change applies one setting, PATH=VALUE, to the scene that specOf made of a world, and returns the edit that makes
// the same change in the world.
//
// The edit is nil if the setting has this value already, which --set can bring about.
//
// Errors: those of changed, a value that is not allowed.
func (s *Spec) change(w *sim.World, set string) (bridge.Edit, error) {
	next, edits, err := s.changed(w, []string{set})
	if err != nil || len(edits) == 0 {
		return nil, err
	}
	for i := range setting.Table {
		row := &setting.Table[i]
		if v := next.settingValue(row); v != s.settingValue(row) {
			err = cmp.Or(err, row.Check(v))
		}
	}
	for i := range next.Materials {
		err = cmp.Or(err, next.Materials[i].law().Check())
	}
	*s = next
	return edits[0], err
}
