import { expect, test } from 'vitest'
import { documentScreens } from '#kernel/document-screens.ts'
import { shipmentDocument } from '#areas/outbound/tables/shipment.ts'
import { shipmentCreateScreen } from '#areas/outbound/screens/ShipmentCreate.ts'
import { shipmentCreateSingleScreen } from '#areas/outbound/screens/ShipmentCreateSingle.ts'

const { grid: heads, lines, search } = shipmentCreateScreen

test('typed document columns are editable in the grids and, rare ones excepted, in the form', () => {
  const editableFields = (part: typeof heads) =>
    part.columns.flatMap((ref) => (typeof ref !== 'string' && ref.editable ? [ref.field] : []))
  expect(editableFields(heads)).toEqual(shipmentDocument.headerColumns)
  expect(editableFields(lines)).toEqual(shipmentDocument.lineColumns)
  expect(shipmentCreateSingleScreen.form).toEqual([
    'SHIPMENT_NO',
    'STATE_CD',
    ...shipmentDocument.headerColumns.filter((column) => column !== 'ORDER_KIND_CD'),
  ])
})

test('a typed column that no screen shows is named in the error', () => {
  const more = { ...shipmentDocument, headerColumns: ['OWNER_CD', 'SAMPLE_YN'] }
  expect(() => documentScreens({ document: more, search, heads, lines })).toThrow(
    'shipment: SAMPLE_YN is typed; add it to the columns of its screens',
  )
  const moreLines = { ...shipmentDocument, lineColumns: ['STOCK_CD', 'REASON'] }
  expect(() => documentScreens({ document: moreLines, search, heads, lines })).toThrow(
    'shipment_line: REASON is typed; add it to the columns of its screens',
  )
})
