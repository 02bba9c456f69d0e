package woo

import "strings"

// wooOnly are the classes, functions and parts that Woo has and this program does not have yet.
var wooOnly = map[string]bool{}

func init() {
	for _, name := range strings.Fields(wooNames) {
		wooOnly[name] = true
	}
	for _, name := range strings.Fields(wooParts) {
		wooOnly["woo."+name] = true
	}
}

// notIn returns the message that a module has no such name, with a remark that Woo has it, or with the name that
// may be meant.
func notIn(module, name string, list []string) string {
	what := "module " + module + ": " + name + " is not supported"
	if wooOnly[name] || wooOnly[module+"."+name] {
		return what + onlyWoo
	}
	return what + nearest(name, list)
}

const onlyWoo = ": Woo has it, Tumble does not yet"

const wooNames = `
	Aabb AabbCollider AabbTreeCollider ActReactGlRep AlignedMinMaxShooter AnisoPorosityAnalyzer ArcInlet
	ArcOutlet ArcShooterBase AxialBias AxialGravity Bo1_Capsule_Aabb Bo1_Cone_Aabb Bo1_Ellipsoid_Aabb
	Bo1_Facet_Aabb Bo1_InfCylinder_Aabb Bo1_Rod_Aabb Bo1_Sphere_Aabb Bo1_Tetra_Aabb Bo1_Wall_Aabb Bound
	BoundDispatcher BoundFunctor BoxInlet2d BoxTraceTimeSetter CData CGeom CGeomDispatcher CGeomFunctor CPhys
	CPhysDispatcher CPhysFunctor Cell CentralGravityEngine Cg2_Capsule_Capsule_L6Geom Cg2_Cone_Sphere_L6Geom
	Cg2_Ellipsoid_Ellipsoid_L6Geom Cg2_Facet_Capsule_L6Geom Cg2_Facet_Ellipsoid_L6Geom Cg2_Facet_Facet_L6Geom
	Cg2_Facet_InfCylinder_L6Geom Cg2_Facet_Sphere_L6Geom Cg2_InfCylinder_Capsule_L6Geom
	Cg2_InfCylinder_Sphere_L6Geom Cg2_Rod_Sphere_L6Geom Cg2_Sphere_Capsule_L6Geom Cg2_Sphere_Ellipsoid_L6Geom
	Cg2_Sphere_Sphere_G3Geom Cg2_Sphere_Sphere_L6Geom Cg2_Wall_Capsule_L6Geom Cg2_Wall_Ellipsoid_L6Geom
	Cg2_Wall_Facet_L6Geom Cg2_Wall_Sphere_G3Geom Cg2_Wall_Sphere_L6Geom CircularOrbit ClusterAnalysis
	ClusterMatState Collider CombinedImpose ConcreteMat ConcreteMatState ConcretePhys Cone ConstantForce
	Contact ContactContainer ContactHook ConveyorInlet CountContactsHook Cp2_ConcreteMat_ConcretePhys
	Cp2_FrictMat_FrictPhys Cp2_FrictMat_FrictPhys_CrossAnisotropic Cp2_FrictMat_HertzPhys
	Cp2_HertzMat_HertzPhys Cp2_IceMat_IcePhys Cp2_LudingMat_LudingPhys Cp2_PelletMat_PelletPhys CrazyOutlet
	CylGlRep DemDataTagged DetectSteadyState Dispatcher DisplayParameters ElastMat Ellipsoid EnergyTracker
	EnergyTrackerGrid Engine Field FlowAnalysis ForceResetter ForcesToHdf5 FrictPhys Functor G3Geom G3GeomCData
	Gl1_Aabb Gl1_ConcretePhys Gl1_Cone Gl1_Ellipsoid Gl1_GridBound Gl1_Membrane Gl1_Rod Gl1_Tet4 Gl1_Tetra
	GlData GlExtraDrawer GlExtra_AnisoPorosityAnalyzer GlExtra_EnergyTrackerGrid GlExtra_LocalAxes
	Grid1_Facet Grid1_InfCylinder Grid1_Sphere Grid1_Wall GridBound GridBoundDispatcher GridBoundFunctor
	GridCollider GridStore HalfspaceBuoyancy HdapsGravityEngine HertzMat HertzPhys IceCData IceMat IcePhys
	IdealElPlData Impose In2_Facet In2_Membrane_ElastMat In2_Membrane_FrictMat In2_Sphere_ElastMat
	In2_Tet4_ElastMat In2_Truss_ElastMat In2_Wall_ElastMat Inlet InletMatState IntraForce IntraFunctor L6Geom
	LabelGlRep Law2_G3Geom_FrictPhys_IdealElPl Law2_L6Geom_ConcretePhys Law2_L6Geom_FrictPhys_IdealElPl
	Law2_L6Geom_FrictPhys_LinEl6 Law2_L6Geom_HertzPhys_DMT Law2_L6Geom_IcePhys Law2_L6Geom_LudingPhys
	Law2_L6Geom_PelletPhys_Pellet LawDispatcher LawFunctor LawTester LawTesterStage LayeredAxialBias Local6Dofs
	LudingMat LudingMatState LudingPhys MatState MatchMaker Material Membrane MeshData MeshVolume
	NodalForcesToHdf5 NodeData NodeVisRep NonuniformAxisPlacementBias NormDistArcShooter OpenCLCollider Outlet
	POVRayExport ParallelEngine ParticleGenerator ParticleShooter PelletAgglomerator PelletCData PelletMat
	PelletMatState PelletPhys PeriIsoCompressor PeriodicEngine Pot1_Sphere Pot1_Wall PotentialDispatcher
	PotentialFunctor Preprocessor PsdAxialBias PsdEllipsoidGenerator RadialForce RandomInlet RangeArcShooter
	RawShape RawShapeClump ReadForce Rod ScalarGlRep ScalarRange SceneAttachedObject SceneCtrl Shape ShapeClump
	ShapeCompound ShapePack SnapshotEngine SpatialBias StableCircularOrbit StackedBoxOutlet Suspicious
	TensorGlRep Tet4 Tetra TraceVisRep Tracer Truss VariableAlignedRotation VariableVelocity3d VectorGlRep
	VelocityAndReadForce VoroField WeirdTriaxControl

	SpherePack ellipsoid cone rod truss membrane tetra tet4 wallBox importNmesh unbalancedForce unbalancedEnergy
	spherePWaveDt makeVideo readParamsFromTable waitIfBatch runningInBatch htmlReport ribbedMill sweep2d
`

const wooParts = `batch eudoxos linterpolation log models objectlibrary pack paraviewscript plot post2d pre qt
	remote runtime system timing`
