package woo

import (
	"strings"

	"github.com/go-python/gpython/ast"
)

// modules are what a script can import, by their full name.
var modules map[string]*module

// wooModules are the parts of the module woo.
var wooModules = []string{"core", "dem", "gl", "triangulated", "utils", "master"}

// initModules makes the modules.
func initModules() {
	fixed := func(name string, content map[string]value) *module {
		return &module{name: name, list: sortedNames(content), get: func(in *interp, n string) value { return content[n] }}
	}
	helpers := map[string]value{
		"sphere": builtin{"sphere", makeSphere}, "capsule": builtin{"capsule", makeCapsule},
		"wall":        builtin{"wall", makeWall},
		"infCylinder": builtin{"infCylinder", makeCylinder}, "facet": builtin{"facet", makeFacet},
		"defaultEngines": builtin{"defaultEngines", minimalEngines},
		"importSTL":      builtin{"importSTL", importSTL}, "defaultMaterial": builtin{"defaultMaterial",
			func(in *interp, a *args) value {
				a.take(in, "defaultMaterial", 0, 0)
				return in.session.defaultMaterial(in)
			}},
	}
	modules = map[string]*module{
		"math": fixed("math", mathModule), "minieigen": fixed("minieigen", minieigen),
		"woo.dem": fixed("woo.dem", demContent()),
		"woo.core": fixed("woo.core", map[string]value{"Scene": sceneClass, "Node": nodeClass, "Master": masterClass,
			"PyRunner": pyRunnerClass}),
		"woo.utils": fixed("woo.utils", helpers),
		"woo.triangulated": fixed("woo.triangulated", map[string]value{
			"importSTL": helpers["importSTL"], "box": builtin{"box", makeBox}, "cylinder": builtin{"cylinder", makeTube},
			"quadrilateral": builtin{"quadrilateral", makeQuadrilateral},
		}),
	}
	modules["woo.gl"] = &module{name: "woo.gl", get: func(in *interp, n string) value {
		if n == viewSetup.name {
			return viewOptions(in)
		}
		return in.session.view.object(in, n)
	}}
	for _, c := range viewClasses {
		modules["woo.gl"].list = append(modules["woo.gl"].list, c.name)
	}
	// A part of woo is there as soon as woo is, as in Woo itself.
	modules["woo"] = &module{name: "woo", list: wooModules, get: func(in *interp, n string) value {
		if n == "master" {
			return in.session.master(in)
		}
		if m := modules["woo."+n]; m != nil {
			return m
		}
		return nil
	}}
}

// demContent is the module woo.dem: all classes that bodies and engines are made of.
func demContent() map[string]value {
	content := map[string]value{}
	for _, c := range []*class{
		materialClass, demDataClass, clumpDataClass, particleClass, sphereClass, capsuleClass, wallClass, cylinderClass,
		meshClass,
		leapfrogClass, colliderClass, contactLoopClass, dynDtClass, cylinderInletClass, boxInletClass, boxOutletClass,
		vtkExportClass,
		motionClass, harmonicClass, alignedClass, pyRunnerClass, pharmaClass, minMaxClass, psdSphereClass, psdCapsuleClass,
		psdClumpClass, clumpGeomClass, demFieldClass,
	} {
		content[c.name] = c
	}
	return content
}

// master returns woo.master.
func (s *session) master(in *interp) value {
	o := s.view.objects[masterClass.name]
	if o == nil {
		o = masterClass.object(in)
		s.view.objects[masterClass.name] = o
	}
	return o
}

// module finds a module that a script imports.
func (in *interp) module(name string) *module {
	if m := modules[name]; m != nil {
		return m
	}
	in.fail("import %s: there is no such module here (there are %s)", name, strings.Join(sortedNames(modules), ", "))
	return nil
}

func (in *interp) importNames(s *scope, n *ast.Import) {
	for _, a := range n.Names {
		name := string(a.Name)
		m := in.module(name)
		if a.AsName != "" {
			in.bind(s, string(a.AsName), m)
			continue
		}
		top, _, _ := strings.Cut(name, ".")
		in.bind(s, top, in.module(top)) // import a.b binds a
	}
}

func (in *interp) importFrom(s *scope, n *ast.ImportFrom) {
	if n.Level > 0 {
		in.fail("relative imports are not supported in scripts")
	}
	name := string(n.Module)
	if name == "__future__" {
		return
	}
	m := in.module(name)
	for _, a := range n.Names {
		if a.Name == "*" {
			for _, k := range m.list {
				in.bind(s, k, m.get(in, k))
			}
			continue
		}
		v := m.get(in, string(a.Name))
		if v == nil {
			in.fail("module %s: %s is not supported%s", name, a.Name, nearest(string(a.Name), m.list))
		}
		as := a.AsName
		if as == "" {
			as = a.Name
		}
		in.bind(s, string(as), v)
	}
}
