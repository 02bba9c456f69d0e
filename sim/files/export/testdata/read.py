"""Reads PolyData files by VTK's own reader and prints, as JSON, what is in each."""
import json
import sys

import vtk


def read(path):
    errors = []
    reader = vtk.vtkXMLPolyDataReader()
    reader.AddObserver('ErrorEvent', lambda o, e: errors.append(e))
    reader.AddObserver('WarningEvent', lambda o, e: errors.append(e))
    reader.SetFileName(path)
    reader.Update()
    data = reader.GetOutput()
    found = {'errors': errors, 'points': data.GetNumberOfPoints(), 'verts': data.GetNumberOfVerts(),
             'lines': data.GetNumberOfLines(), 'polys': data.GetNumberOfPolys(), 'arrays': {}, 'words': {}}

    def add(group, array):
        n = array.GetNumberOfComponents()
        found['arrays'][group + '/' + array.GetName()] = [
            array.GetComponent(i, k) for i in range(array.GetNumberOfTuples()) for k in range(n)]

    for group, fields in (('point', data.GetPointData()), ('cell', data.GetCellData()), ('field', data.GetFieldData())):
        for i in range(fields.GetNumberOfArrays()):
            array = fields.GetAbstractArray(i)
            if array.IsA('vtkStringArray'):
                found['words'][array.GetName()] = [array.GetValue(k) for k in range(array.GetNumberOfValues())]
            else:
                add(group, array)
    if data.GetPoints():
        add('points', data.GetPoints().GetData())
    return found


print(json.dumps([read(path) for path in sys.argv[1:]]))
