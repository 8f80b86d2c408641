import { integer, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { cell } from '../tables/place.ts'
import { cells } from './masters.ts'

const rangeField = (ko: string, en: string) =>
  text(label(ko, en), { required: true, maxLength: 60, width: 120 })

/**
 * Creates the cells of an aisle-bay-level pattern in one zone, in picking order. Creates all of
 * them or none.
 */
export const generateCells = defineProcedure({
  name: 'master/generate-cells',
  title: label('셀 일괄생성', 'Generate cells'),
  with: [cells.save],
  action: 'save',
  scope: 'warehouse',
  bound: 'refused',
  maxRows: 20,
  input: {
    ZONE_CD: withOptions(cell.fields.ZONE_CD, { required: true }),
    PATTERN: text(label('셀코드 형식', 'Cell code pattern'), {
      required: true,
      maxLength: 60,
      default: '{AISLE}-{BAY:2}-{LEVEL}',
    }),
    AISLES: rangeField('통로', 'Aisles'),
    BAYS: rangeField('열', 'Bays'),
    LEVELS: rangeField('단', 'Levels'),
    CELL_TYPE_CD: cell.fields.CELL_TYPE_CD,
    CAPACITY_CBM: cell.fields.CAPACITY_CBM,
    MIX_CD: cell.fields.MIX_CD,
    PICK_SEQ: integer(label('첫 피킹순서', 'First pick order'), { min: 0, max: 900_000 }),
  },
})
