package hot

// Kernel is one of those that are written as assembly: a method of its arguments.
type Kernel struct {
	Name, Type string
	Arguments  any
	Run        func()
}

// List returns all of them.
func List() []Kernel {
	var friction Friction
	var touches Touches
	var sums Sums
	var motion Motion
	return []Kernel{
		{"friction", "Friction", &friction, friction.apply},
		{"touchSpheres", "Touches", &touches, touches.spheres},
		{"touchCapsules", "Touches", &touches, touches.capsules},
		{"sums", "Sums", &sums, func() { sums.add(false) }},
		{"sumsSpread", "Sums", &sums, func() { sums.add(true) }},
		{"move", "Motion", &motion, func() { motion.move(false, false) }},
		{"moveRound", "Motion", &motion, func() { motion.move(false, true) }},
		{"moveDamped", "Motion", &motion, func() { motion.move(true, false) }},
		{"moveDampedRound", "Motion", &motion, func() { motion.move(true, true) }},
	}
}
