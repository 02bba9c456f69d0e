// Package hot holds the kernels of package tumble/sim/wide/hot for four contacts or bodies at a
// time. They are copies of those, compiled as they are.
package hot
