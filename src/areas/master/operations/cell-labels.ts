import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut } from '#kernel/operation.ts'
import { cell } from '../tables/place.ts'

export const cellLabels = definePrintOut({
  name: 'master/cell-labels',
  title: label('셀라벨', 'Cell labels'),
  action: 'print',
  scope: 'warehouse',
  bound: 'open',
  input: { CELL_CD: withOptions(cell.fields.CELL_CD, { required: true }) },
})
