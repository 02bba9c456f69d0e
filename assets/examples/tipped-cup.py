# Capsules fall into a cup of walls; when enough of them are in, one wall slides up and
# they flow out. Runs with: tumble open tipped-cup.py
import woo, math
from woo.core import *
from woo.dem import *
from minieigen import *

pill = FrictMat(young=1e7, density=1200, tanPhi=.3, ktDivKn=.2)
S = woo.master.scene = Scene(fields=[DemField(gravity=(0, 0, -9.81))], dtSafety=.5)
S.title = 'Capsules behind a gate'

# Four walls and a floor; the gate is the one towards +x.
half = .03
S.dem.par.add([
    Wall.make(0, axis=2, sense=1, mat=pill, glAB=((-.05, -half), (.15, half))),
    Wall.make(-half, axis=0, sense=1, mat=pill),
    Wall.make(-half, axis=1, sense=1, mat=pill),
    Wall.make(half, axis=1, sense=-1, mat=pill),
])
gate = Wall.make(half, axis=0, sense=-1, mat=pill)
S.dem.par.add(gate)


def openGate(S):
    # Wait for the pile to come to rest, then pull the gate away.
    start = gate.pos
    gate.impose = InterpolatedMotion(t0=S.time + .2, poss=[start, start + Vector3(.3, 0, 0)],
                                     oris=[Quaternion.Identity] * 2, times=[0, .1])


S.engines = DemField.minimalEngines(damping=.2, dynDtPeriod=100) + [
    BoxInlet(box=((-.028, -.028, .08), (.028, .028, .12)), stepPeriod=200, materials=[pill], massRate=0, maxNum=60,
             generator=PsdCapsuleGenerator(psdPts=[(.008, 0), (.01, 1)], shaftRadiusRatio=(.5, 2)), label='rain',
             doneHook='openGate(S)', color=-1),
]
S.saveTmp()

import woo.gl
woo.gl.Renderer.iniViewDir = (-.4, 1, -.4)
woo.gl.Gl1_DemField.colorBy = 'vel'
