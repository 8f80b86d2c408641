import type { Value } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { InterpretedScan, ScanPartKind } from '#ui/scanner/scan-code.ts'
import type { ScanAnswer } from '#ui/scanner/scan-router.ts'
import type { PageModel } from './page-model.ts'
import type { PageView } from './page-view.ts'
import { partColumns } from './scan-columns.ts'

/** Columns that mean a part of a code, the first there is; an item by its barcode before its code. */
const columnsFor: Readonly<Partial<Record<ScanPartKind, readonly string[]>>> = {
  ...partColumns,
  item: ['BARCODE', 'STOCK_CD'],
  document: ['RECEIPT_NO', 'SHIPMENT_NO'],
  quantity: ['NOW_QTY', 'WORK_QTY', 'ORDER_QTY', 'QTY'],
}

/** Kinds that are one plain number, which is for the field it is scanned into. */
const plain: readonly ScanPartKind[] = ['item', 'unknown', 'handling-unit']

/**
 * Brings each part of a code to the field that means it, whichever of them has the focus: into the
 * search, which then runs, or into the row of the grid in focus. Undefined where the code is one
 * plain number, or nothing here means any of it: then it is for the field in focus.
 */
export function takeParts(
  page: PageModel,
  view: PageView,
  scan: InterpretedScan,
): ScanAnswer | undefined {
  const isPlain = scan.parts.every(({ kind }) => plain.includes(kind))
  if (isPlain || scan.refusal) return undefined
  if (view.panel?.contains(document.activeElement)) return intoSearch(page, view, scan)
  return document.activeElement?.closest('.grid-pane') ? intoRow(page, scan) : undefined
}

/** Each part with the name of its column among some names; parts nothing means are left out. */
function placed(
  scan: InterpretedScan,
  names: readonly string[],
): readonly (readonly [name: string, value: Value])[] {
  return scan.parts.flatMap(({ kind, value }) => {
    const name = columnsFor[kind]?.find((each) => names.includes(each))
    return name === undefined ? [] : [[name, value] as const]
  })
}

function answered(values: readonly (readonly [string, Value])[]): ScanAnswer {
  const said = values.map(([, value]) => String(value)).join(' · ')
  return { ok: true, message: label(said, said) }
}

function intoSearch(
  page: PageModel,
  view: PageView,
  scan: InterpretedScan,
): ScanAnswer | undefined {
  const values = placed(
    scan,
    page.searchColumns.map(({ name }) => name),
  )
  if (values.length === 0) return undefined
  for (const [name, value] of values) page.setSearch(name, value)
  // The fields show what was scanned, not what was being typed in them.
  page.formVersion += 1
  page.changed()
  void page.load(page.search, {
    onFirst: () => {
      if (page.grid.rowCount > 0) view.focusGrid('grid')
    },
  })
  return answered(values)
}

function intoRow(page: PageModel, scan: InterpretedScan): ScanAnswer | undefined {
  const grid = page.focused
  const row = grid.current?.row
  if (row === undefined || grid.editing !== null) return undefined
  const editable = grid.drawn.filter((column) => grid.isEditable(row, column)).map(({ id }) => id)
  const values = placed(scan, editable)
  if (values.length === 0) return undefined
  grid.transaction(() => {
    for (const [name, value] of values) grid.setCell(row, name, value)
  })
  return answered(values)
}
