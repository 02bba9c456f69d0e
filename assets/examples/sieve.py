# A feed of spheres of two sizes onto a tilted row of bars; what falls through is taken out.
# Runs with: tumble open sieve.py
from woo.core import *
from woo.dem import *
from minieigen import *
import woo

mat = FrictMat(young=4e6, density=2000, tanPhi=.4)
S = woo.master.scene = Scene(fields=[DemField(gravity=(3, 0, -9.4))], dtSafety=.6, title='Spheres on a row of bars')
S.dem.par.add([InfCylinder.make((.02 * i, 0, 0), .005, axis=1, mat=mat, glAB=(-.04, .04)) for i in range(-5, 6)])
S.dem.par.add([Wall.make(-.04, axis=1, sense=1, mat=mat), Wall.make(.04, axis=1, sense=-1, mat=mat)])
S.engines = DemField.minimalEngines(damping=.1) + [
    BoxInlet(box=((-.1, -.03, .05), (-.06, .03, .09)), stepPeriod=100, materials=[mat], massRate=.05, maxMass=.05,
             generator=PsdSphereGenerator(psdPts=[(.006, 0), (.006, .5), (.014, .5), (.014, 1)]), label='feed'),
    BoxOutlet(box=((-.15, -.1, -.08), (.3, .1, .2)), stepPeriod=100, label='end'),
]
S.stopAtTime = 1.5
S.saveTmp()
