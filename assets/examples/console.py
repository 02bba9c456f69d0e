Woo[1]: from woo.core import *; from woo.dem import *
Woo[2]: S=Scene(fields=[DemField(gravity=(0,0,-10))],engines=DemField.minimalEngines(damping=.7),dt=2e-4)
Woo[3]: S.dem.par.add(Wall.make(0,axis=2,sense=1))
Out[3]: 0
Woo[4]: S.dem.par.add(Sphere.make((0,0,.5),.5)) # rests on the wall
Out[4]: 1
Woo[5]: S.dem.par[1].mass
Out[5]: 523.5987755982989
Woo[6]: S.run(4000,True)
Woo[7]: abs(S.dem.par[1].f[2]-10*S.dem.par[1].mass)<1
Out[7]: True
