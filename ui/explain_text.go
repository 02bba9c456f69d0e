package ui

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/vec"
	"example.org/tumble/ui/format"
)

// explainText writes how a contact was found, with all digits, so that a reader can check that the weighted mean
// of the points in its table is the contact point.
func explainText(c *bridge.ContactNumbers) string {
	e := &c.Explained
	var b strings.Builder
	fmt.Fprintf(&b, "Contact %s\nrule %s: %s\n", contactTitle(c), e.Rule, e.Branch)
	b.WriteString("place\ton\twhat became of it\tdistance [m]\toverlap [m]\tweight\tx [m]\ty [m]\tz [m]\n")
	for i := range e.Places {
		p := &e.Places[i]
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", p.Part, p.On, p.Outcome, format.AllDigits(p.Distance),
			format.AllDigits(p.Overlap),
			format.AllDigits(p.Weight), format.AllDigits(p.Point.X), format.AllDigits(p.Point.Y), format.AllDigits(p.Point.Z))
	}
	fmt.Fprintf(&b, "law %s: %s\n", c.Law, c.Formula)
	b.WriteString(exactText("numbers", contactRows(c)))
	return b.String()
}

// explainTeX is explainText as LaTeX: a table and the equations of the mean and the force.
func explainTeX(c *bridge.ContactNumbers) string {
	e := &c.Explained
	var b strings.Builder
	fmt.Fprintf(&b, "%% Contact %s; rule %s: %s\n", contactTitle(c), e.Rule, e.Branch)
	b.WriteString("\\begin{tabular}{lrrrrrr}\n" +
		"place & $d_i$ [m] & $u_i$ [m] & $w_i$ & $x_i$ [m] & $y_i$ [m] & $z_i$ [m] \\\\ \\hline\n")
	for i := range e.Places {
		p := &e.Places[i]
		name := p.Part
		if p.On != "" {
			name += ", " + p.On
		}
		fmt.Fprintf(&b, "%s & %s \\\\\n", texName(name), strings.Join(texAll(p.Distance, p.Overlap, p.Weight, p.Point.X,
			p.Point.Y, p.Point.Z), " & "))
	}
	b.WriteString("\\end{tabular}\n")
	fmt.Fprintf(&b, "\\[ p = \\sum_i w_i p_i = %s\\ \\mathrm{m},\\quad n = %s,\\quad u = %s\\ \\mathrm{m} \\]\n",
		texVector(c.Point), texVector(c.Normal), texNumber(c.Overlap))
	fmt.Fprintf(&b, "\\[ %s = %s\\ \\mathrm{N},\\quad k_n = %s\\ \\mathrm{N/m},\\quad k_t = %s\\ \\mathrm{N/m} \\]\n",
		c.FormulaTeX, texNumber(c.NormalForce), texNumber(c.Kn), texNumber(c.Kt))
	fmt.Fprintf(&b, "\\[ |F_t| = %s\\ \\mathrm{N},\\quad \\mu = %s,\\quad \\frac{|F_t|}{\\mu F_n} = %s \\]\n",
		texNumber(c.TangentialForce), texNumber(c.Friction), texNumber(c.Used))
	return b.String()
}

// texNumber writes a number with all its digits for the math mode of LaTeX.
func texNumber(v float64) string {
	digits, power, ok := strings.Cut(format.AllDigits(v), "e")
	if !ok {
		return digits
	}
	n, _ := strconv.Atoi(power)
	return fmt.Sprintf("%s \\cdot 10^{%d}", digits, n)
}

func texAll(list ...float64) (out []string) {
	for _, v := range list {
		out = append(out, "$"+texNumber(v)+"$")
	}
	return out
}

func texVector(v vec.Vec3) string {
	return fmt.Sprintf("(%s,\\; %s,\\; %s)", texNumber(v.X), texNumber(v.Y), texNumber(v.Z))
}

// texName writes a name for LaTeX, where signs need another spelling.
func texName(s string) string {
	return strings.NewReplacer("−", "$-$", "+", "$+$", "–", "--").Replace(s)
}
