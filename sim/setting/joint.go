package setting

// Joint is what a motor, a spring and a damper do at a hinge or a slider, which can be changed as a world runs.
type Joint struct {
	Drive     float64 // of a motor: torque about the hinge [N·m], or force along the slider [N]
	Holds     bool    // the motor holds a speed instead ...
	Speed     float64 // ... about the hinge [rad/s] or along the slider [m/s] ...
	Limit     float64 // ... with at most this torque [N·m] or force [N]; 0: with any
	Stiffness float64 // of the spring, which is at rest where the body came [N·m/rad], [N/m]
	Damping   float64 // of the damper [N·m·s/rad], [N·s/m]
}

// JointKind returns the key of a hinge or a slider in a scene.
func JointKind(slides bool) string {
	if slides {
		return "slider"
	}
	return "hinge"
}

// JointNumber is a number of a Joint.
type JointNumber struct {
	Key, Unit string // in a scene
	Word      string // for people
	Help      string
	Of        *float64
}

// Numbers returns the numbers of a joint that act now: of a motor that holds a speed its limit, too.
func (j *Joint) Numbers(slides bool) []JointNumber {
	load, unit, speed, spring, damper := "torque", "N·m", "rad/s", "N·m/rad", "N·m·s/rad"
	if slides {
		load, unit, speed, spring, damper = "force", "N", "m/s", "N/m", "N·s/m"
	}
	list := []JointNumber{{load, unit, "Set " + load, "What the motor exerts on the body.", &j.Drive}}
	if j.Holds {
		list = []JointNumber{{"speed", speed, "Set speed", "What the motor holds.", &j.Speed},
			{"limit", unit, "Limit", "The largest " + load + " of the motor; 0: any.", &j.Limit}}
	}
	return append(list,
		JointNumber{"stiffness", spring, "Stiffness", "Of the spring, which is at rest where the body came.", &j.Stiffness},
		JointNumber{"damping", damper, "Damping", "Of the damper.", &j.Damping})
}
