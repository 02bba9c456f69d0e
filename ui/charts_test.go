package ui

import "testing"

// A chart that is chosen is shown, in the place of the last one where there is no room for more.
func TestChosenChartsAreShown(t *testing.T) {
	m := newTestModel()
	m.shell.Charts = 1<<0 | 1<<1 | 1<<2
	m.charts.toggleChart(4, false, 2)
	if got := m.charts.shownCharts(6, 2); len(got) != 2 || got[0] != 0 || got[1] != 4 {
		t.Errorf("shown are %v", got)
	}
	m.charts.toggleChart(0, true, 2)
	if got := m.charts.shownCharts(6, 2); len(got) != 1 || got[0] != 4 {
		t.Errorf("then %v", got)
	}
	table, scatter := m.charts.find(titleTable), m.charts.find("Scatter")
	m.shell.Charts = 1 << 0
	m.charts.show(table)
	m.charts.show(scatter)
	if got := m.charts.shownCharts(32, 2); len(got) != 2 || got[0] != table || got[1] != scatter {
		t.Errorf("shown are %v: parts of the table stay together", got)
	}
}
