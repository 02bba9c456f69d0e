package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/spell"
	"example.org/tumble/ui/studio"
)

// isPath reports whether a text of --view is a path.
func isPath(s string) bool { return strings.Contains(s, "..") || strings.Contains(s, ":") }

// parsePath reads TIME:VIEW;TIME:VIEW... or one view with ranges, as 0..360,15 and 30..60,20..40,0.4..0.3.
// Azimuths are not reduced: from 0 to 360 is one full turn.
func parsePath(s string) (*studio.Path, error) {
	if !strings.Contains(s, ":") {
		var ends [2][]string
		for _, part := range strings.Split(s, ",") {
			from, to, ranged := strings.Cut(part, "..")
			if !ranged {
				to = from
			}
			ends[0], ends[1] = append(ends[0], from), append(ends[1], to)
		}
		p := &studio.Path{SpansVideo: true}
		for i := range ends {
			eye, err := parseEye(strings.Join(ends[i], ","))
			if err != nil {
				return nil, err
			}
			p.Keys = append(p.Keys, studio.Key{Eye: eye})
		}
		return p, nil
	}
	p := &studio.Path{}
	for _, part := range strings.Split(s, ";") {
		at, where, ok := strings.Cut(part, ":")
		if !ok {
			return nil, fmt.Errorf("must be TIME:VIEW;TIME:VIEW..., got %s", spell.Quote(part))
		}
		time, err := parseMoment(at)
		if err != nil {
			return nil, err
		}
		if n := len(p.Keys); n > 0 && !(time > p.Keys[n-1].Time) {
			return nil, fmt.Errorf("times must grow, got %s after %s", spell.Time(time), spell.Time(p.Keys[n-1].Time))
		}
		eye, err := parseEye(strings.TrimSpace(where))
		if err != nil {
			return nil, err
		}
		p.Keys = append(p.Keys, studio.Key{Time: time, Eye: eye})
	}
	if len(p.Keys) < 2 {
		return nil, errors.New("must have at least two key frames TIME:VIEW")
	}
	return p, nil
}

// parseTurn reads the angle of a turntable [°].
func parseTurn(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(math.Abs(v) <= 36000) || v == 0 {
		return 0, fmt.Errorf("must be an angle from -36000 to 36000 degrees that is not 0, got %s", spell.Quote(s))
	}
	return v, nil
}

// parseSlow reads a stretch of time and its speed, as in 0.5s..0.8s:0.1, or none.
func parseSlow(s string) (*bridge.SetSlow, error) {
	var slow bridge.SetSlow
	if s == "none" {
		return &slow, nil
	}
	stretch, speed, ok := strings.Cut(s, ":")
	from, to, both := strings.Cut(stretch, "..")
	var errs [3]error
	slow.Begin, errs[0] = parseMoment(from)
	slow.End, errs[1] = parseTime(to)
	slow.Speed, errs[2] = strconv.ParseFloat(speed, 64)
	if !ok || !both || errors.Join(errs[:]...) != nil || slow.End <= slow.Begin {
		return nil, fmt.Errorf("must be none, or a stretch of time and its speed, as in 0.5s..0.8s:0.1, got %s",
			spell.Quote(s))
	}
	return &slow, slow.Check()
}
