package ledger

// Energy is the ledger of the world [J].
type Energy struct {
	Kinetic, Elastic, Potential float64
	Dissipated                  float64 // taken by damping, in contacts and by drag
	// brought by imposed motion, forces from outside, inlets less outlets, edits and the contact rule
	Work         float64
	ClosureError float64 // what the ledger does not explain

	Translation, Rotation                       float64 // make up Kinetic
	ElasticNormal, ElasticShear, ElasticRolling float64 // make up Elastic; the last with twisting
	// make up Dissipated: Cundall damping, sliding, dashpots, rolling and twisting, and the energy that contacts
	// which still pulled held as they ended, and drag in fluids
	Damping, Friction, Viscous, Rolling, Adhesion, Drag float64
	Inlets, Outlets                                     float64 // brought and taken by bodies that came and went
	Imposed, Edits                                      float64 // brought by imposed motion and the hand, and by edits
	External                                            float64 // brought by forces from outside, and by moving fluids
	ContactRule                                         float64 // given by contacts beyond what they stored and dissipated
}
