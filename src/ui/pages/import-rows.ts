import type { Fields, WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import type { CodeLists, MappedRow, SheetFault, SheetRow } from '#kernel/sheet-mapping.ts'
import { guessMapping, rowReader, splitSheet, titleCells } from '#kernel/sheet-mapping.ts'
import type { FaultCode } from '#ui/grid/cell-input.ts'
import type { GridModel } from '#ui/grid/grid-model.ts'

/** What became of a sheet. */
export interface ImportResult {
  readonly inserted: number
  readonly updated: number
  readonly faults: number
  /** Rows below the first empty A, which were not read. */
  readonly unread: number
  /** Names of the columns that the sheet's titles were matched to. */
  readonly columns: readonly string[]
}

/** Why a sheet's cell was refused, in the grid's words; the text itself stays in the cell. */
const faultCodes: Readonly<Partial<Record<SheetFault['code'], FaultCode>>> = {
  'too-long': 'length',
  'digits-only': 'digits',
  'too-many-decimals': 'scale',
  'not-an-integer': 'scale',
  'not-a-date': 'date',
  'no-such-date': 'date',
  'not-a-month': 'date',
  'not-a-date-time': 'datetime',
  'not-a-flag': 'check',
  'not-in-list': 'option',
}

function faultCode(fault: SheetFault, column: Column): FaultCode {
  return faultCodes[fault.code] ?? (column.kind === 'number' ? 'number' : 'option')
}

/** The columns a sheet may fill: those people may type into, in a new row or an old one. */
function importable(columns: readonly Column[]): Fields {
  const typed = columns.filter(({ editable, kind }) => editable !== false && kind !== 'progress')
  return Object.fromEntries(typed.map((column) => [column.name, column]))
}

/** Rows of the grid by their key; empty without key columns. */
function rowsByKey(model: GridModel, key: readonly string[]): Map<string, number> {
  const known = new Map<string, number>()
  if (key.length === 0) return known
  for (const id of model.rows.order.ids()) {
    known.set(keyText(model.rows.row(id), key), id)
  }
  return known
}

function keyText(row: WireRow, key: readonly string[]): string {
  return JSON.stringify(key.map((name) => String(row[name] ?? '')))
}

interface Target {
  readonly model: GridModel
  readonly columns: readonly Column[]
  readonly key: readonly string[]
}

function refuseCells(target: Target, viewRow: number, mapped: MappedRow) {
  for (const fault of mapped.faults) {
    const column = target.columns.find(({ name }) => name === fault.column)
    // A required cell that is empty is told by the check before the save.
    if (!column || fault.code === 'required') continue
    const { lengthMax, scale } = column
    const code = faultCode(fault, column)
    const limit =
      code === 'length' ? { limit: lengthMax } : code === 'scale' ? { limit: scale } : {}
    target.model.refuse(viewRow, fault.column, { code, text: fault.text, ...limit })
  }
}

function updateRow(target: Target, viewRow: number, mapped: MappedRow, read: readonly string[]) {
  for (const name of read) {
    const column = target.model.column(name)
    const faulty = mapped.faults.some((fault) => fault.column === name)
    if (!column || faulty || target.key.includes(name)) continue
    if (!target.model.isEditable(viewRow, column)) continue
    target.model.setCell(viewRow, name, mapped.row[name] ?? null)
  }
}

/**
 * Puts the rows of a sheet into a grid: a row whose key is there already is updated, any other is
 * inserted. Columns are found by title (either language) or field name. Nothing is saved; cells
 * that hold no value of their column keep the sheet's text, marked.
 */
export function importSheet(
  target: Target,
  sheet: readonly SheetRow[],
  codes: CodeLists,
): ImportResult {
  const { model, columns, key } = target
  const fields = importable(columns)
  const mapping = guessMapping(fields, titleCells(sheet))
  const read = Object.keys(mapping)
  const { body, unread } = splitSheet(sheet)
  const result = { inserted: 0, updated: 0, faults: 0, unread: unread.length, columns: read }
  if (read.length === 0) return result
  const readRow = rowReader(fields, mapping, {}, codes)
  // Filters would hide what comes in; everything that was imported is to be seen.
  if (model.filters.length > 0) model.filter([])
  return model.transaction(() => {
    const known = rowsByKey(model, key)
    for (const sheetRow of body) {
      const mapped = readRow(sheetRow)
      const keyed = keyText(mapped.row, key)
      const id = known.get(keyed)
      let viewRow = id === undefined ? -1 : model.viewRowOf(id)
      if (viewRow >= 0) {
        updateRow(target, viewRow, mapped, read)
        result.updated++
      } else {
        const inserted = model.insertRow(model.rowCount, mapped.row)
        viewRow = model.viewRowOf(inserted)
        if (key.length > 0) known.set(keyed, inserted)
        result.inserted++
      }
      refuseCells(target, viewRow, mapped)
      result.faults += mapped.faults.length
    }
    return result
  })
}
