package widget

import "github.com/inkyblackness/imgui-go/v4"

// Rectangles are drawn by the functions of this file alone. Dear ImGui 1.85 divides by zero, which ends the
// program, where the room that a rectangle leaves for round corners is more than 0 and less than a millionth of a
// pixel, as with a width of 2.000002: for such a radius its table of circles has no segments.

// leastRadius is the least radius [pixels] of a round corner; smaller ones cannot be seen.
const leastRadius = 0.01

// Fill draws a filled rectangle.
func Fill(list imgui.DrawList, lo, hi imgui.Vec2, c imgui.PackedColor) {
	list.AddRectFilledV(lo, hi, c, 0, imgui.DrawFlagsNone)
}

// FillRounded draws a filled rectangle with a radius [pixels] at the given corners.
func FillRounded(list imgui.DrawList, lo, hi imgui.Vec2, c imgui.PackedColor, radius float32, corners imgui.DrawFlags) {
	list.AddRectFilledV(lo, hi, c, cornerRadius(lo, hi, radius), corners)
}

// Outline draws the edge of a rectangle, as thick as given [pixels], with a radius [pixels] at all corners.
func Outline(list imgui.DrawList, lo, hi imgui.Vec2, c imgui.PackedColor, radius, thickness float32) {
	// Dear ImGui draws along the middle of the edge: half a pixel further in at each side.
	radius = cornerRadius(lo, imgui.Vec2{X: hi.X - 1, Y: hi.Y - 1}, radius)
	list.AddRectV(lo, hi, c, radius, imgui.DrawFlagsRoundCornersAll, thickness)
}

// cornerRadius returns the radius of the corners of a rectangle, or 0 where the one that fits, as Dear ImGui finds it,
// would be too small.
func cornerRadius(lo, hi imgui.Vec2, radius float32) float32 {
	if min(radius, (hi.X-lo.X)/2-1, (hi.Y-lo.Y)/2-1) < leastRadius {
		return 0
	}
	return radius
}
