// Package contact owns the contacts of a world: which pairs of shapes touch, how they push, and what goes on
// from step to step.
//
// A Set has a neighbour List for each two kinds of shapes, which package neighbour fills with pairs. Update asks the
// function that package narrow has for the kinds (rules.go has the table), lets each contact that is found continue
// one of the step before (history.go), and applies the law (forces.go, with kernels forces_batch.go). SumSpan then
// adds up, body by body, what the contacts do to it. Where they act is in central.go. Pairs are done chunk by chunk, so
// that any number of workers gives the same bits; partition.go says who does what.
package contact
