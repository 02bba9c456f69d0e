# Two crossed blades of facets stir a mixture of two materials in a tube that walls close.
# Runs with: tumble run paddle-mixer.py, which also writes a table of energies.
import woo, woo.core, woo.dem, woo.triangulated
from minieigen import *

S = woo.master.scene = woo.core.Scene(fields=[woo.dem.DemField(gravity=(0, 0, -9.81))], dtSafety=.7)
S.title = 'Paddle mixer'
light = woo.dem.FrictMat(young=2e6, density=1000, tanPhi=.4, label='light')
heavy = woo.dem.FrictMat(young=2e6, density=2500, tanPhi=.3, label='heavy')

tube = woo.triangulated.cylinder(Vector3(0, 0, 0), Vector3(0, .12, 0), radius=.05, div=40, capA=True, capB=True,
                                 wallCaps=True, mat=light)
S.dem.par.add(tube)

# Each blade is two facets; the clump turns about its central node.
S.lab.paddle = woo.core.Node(pos=(0, .06, 0))
blades = []
for axis in (Vector3.UnitX, Vector3.UnitZ):
    a, b = .047 * axis + Vector3(0, .005, 0), .047 * axis + Vector3(0, .115, 0)
    c, d = -.047 * axis + Vector3(0, .115, 0), -.047 * axis + Vector3(0, .005, 0)
    blades += [woo.dem.Facet.make(v, halfThick=.001, mat=light, wire=False) for v in ((a, b, c), (a, c, d))]
S.dem.par.addClumped(blades, centralNode=S.lab.paddle)
S.lab.paddle.dem.blocked = 'xyzXYZ'


def stir(S):
    S.lab.paddle.dem.angVel = (0, 6, 0)


S.engines = woo.dem.DemField.minimalEngines(damping=.1) + [
    woo.dem.BoxInlet(box=((.002, .01, .002), (.03, .11, .035)), materials=[light, heavy], massRate=0, maxNum=160,
                     stepPeriod=100, generator=woo.dem.PsdSphereGenerator(psdPts=[(.006, 0), (.01, 1)]), label='feed',
                     doneHook='stir(S)'),
    woo.core.PyRunner(100, 'S.plot.autoData()'),
]
S.stopAtTime = 2
S.saveTmp()
woo.gl.Renderer.iniViewDir = (-.3, 1, -.35)
