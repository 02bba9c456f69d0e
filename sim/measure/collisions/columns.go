package collisions

// Column is a column of a table of collisions: a number, or a material.
type Column struct {
	Name, Unit, About string
	Whole             bool // whole numbers

	Of       func(*Collision) float64 // nil of a material
	Material func(*Collision) int     // its number; nil of others
}

// Columns are all columns of a table of collisions. Whatever writes or reads single collisions has these.
var Columns = []Column{
	{Name: "time", Unit: "s", About: "of the first touch", Of: func(c *Collision) float64 { return c.Begin }},
	{Name: "duration", Unit: "s", About: "from the first touch until they had parted",
		Of: func(c *Collision) float64 { return c.Duration }},
	{Name: "body A", About: "number of the first body", Whole: true,
		Of: func(c *Collision) float64 { return float64(c.BodyA) }},
	{Name: "shape A", About: "number of its shape in it", Whole: true,
		Of: func(c *Collision) float64 { return float64(c.ShapeA) }},
	{Name: "material A", About: "of this shape", Material: func(c *Collision) int { return c.MaterialA }},
	{Name: "body B", About: "number of the second body", Whole: true,
		Of: func(c *Collision) float64 { return float64(c.BodyB) }},
	{Name: "shape B", About: "number of its shape in it", Whole: true,
		Of: func(c *Collision) float64 { return float64(c.ShapeB) }},
	{Name: "material B", About: "of this shape", Material: func(c *Collision) int { return c.MaterialB }},
	{Name: "normal speed", Unit: "m/s", About: "of approach at the first touch",
		Of: func(c *Collision) float64 { return c.Normal }},
	{Name: "tangential speed", Unit: "m/s", About: "of sliding at the first touch",
		Of: func(c *Collision) float64 { return c.Tangential }},
	{Name: "normal energy lost", Unit: "J", About: "what forces along the normal took and did not give back",
		Of: func(c *Collision) float64 { return c.LostNormal }},
	{Name: "tangential energy lost", Unit: "J", About: "what tangential forces and couples took",
		Of: func(c *Collision) float64 { return c.LostTangential }},
	{Name: "overlap", Unit: "m", About: "the largest", Of: func(c *Collision) float64 { return c.Overlap }},
	{Name: "normal force", Unit: "N", About: "the largest", Of: func(c *Collision) float64 { return c.Force }},
}
