# Clumps of two spheres, placed by a loop, fall on a turning cylinder. Older spelling of
# the helper functions. Runs with: tumble run dumbbells.py --until 0.5s
import woo, woo.core, woo.dem, woo.utils, math
from minieigen import *

S = woo.master.scene = woo.core.Scene(fields=[woo.dem.DemField(gravity=(0, 0, -10))])
stone = woo.dem.FrictMat(young=1e7, density=2500, tanPhi=.6)
steel = woo.utils.defaultMaterial()

S.dem.par.append([
    woo.utils.wall(-.2, axis=2, sense=1, mat=steel),
    woo.utils.infCylinder((0, 0, 0), radius=.1, axis=1, mat=steel, glAB=(-.2, .2)),
])
S.dem.par[1].angVel = (0, 3, 0)


def dumbbell(where, size, turned):
    arm = turned * Vector3(.7 * size, 0, 0)
    return [woo.utils.sphere(where + s * arm, radius=size * .8, mat=stone, color=c) for s, c in ((-1, .1), (1, .9))]


nodes = []
for i in range(-2, 3):
    for k in range(3):
        q = Quaternion(Vector3.UnitZ, math.radians(30 * (i + k)))
        nodes.append(S.dem.par.appendClumped(dumbbell(Vector3(.002 * i, .07 * i, .2 + .06 * k), .02, q)))
assert len(nodes) == 15, 'fifteen of them'
print('%d clumps of %.3f kg each' % (len(nodes), nodes[0].dem.mass))

S.engines = woo.utils.defaultEngines(damping=.1)
S.stopAtTime = .6
S.dem.collectNodes()
