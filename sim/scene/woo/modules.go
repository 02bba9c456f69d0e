package woo

import (
	"strings"

	"github.com/go-python/gpython/ast"
)

// modules are the modules that a script can import, by their full names.
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
				a.positional(in, "defaultMaterial", 0, 0)
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
	// With woo all of its parts are imported, as in Woo itself.
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

// module finds a module that a script imports, which may be missing.
func (in *interp) module(name string) (m *module, found bool) {
	m, found = modules[name]
	switch part, ofWoo := strings.CutPrefix(name, "woo."); {
	case found:
	case ofWoo && wooOnly[name]:
		in.noteMissing("%s", notIn("woo", part, nil))
	default:
		in.noteMissing("import %s: there is no such module here (there are %s)", name,
			strings.Join(sortedNames(modules), ", "))
	}
	return m, found
}

func (in *interp) importNames(s *scope, n *ast.Import) {
	for _, a := range n.Names {
		name, as := string(a.Name), string(a.AsName)
		m, found := in.module(name)
		if as == "" { // import a.b binds a
			as, _, _ = strings.Cut(name, ".")
			if top, ok := modules[as]; ok {
				m, found = top, true
			}
		}
		if found {
			in.bind(s, as, m)
		} else {
			in.bind(s, as, missing{})
		}
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
	m, found := in.module(name)
	for _, a := range n.Names {
		as := a.AsName
		if as == "" {
			as = a.Name
		}
		switch v := value(missing{}); {
		case a.Name == "*" && !found:
			in.blind = true
		case a.Name == "*":
			for _, k := range m.list {
				in.bind(s, k, m.get(in, k))
			}
		default:
			if found {
				v = m.get(in, string(a.Name))
			}
			if v == nil {
				v = in.noteMissing("%s", notIn(name, string(a.Name), m.list))
			}
			in.bind(s, string(as), v)
		}
	}
}
