import { readUnits } from '#kernel/unit-text.ts'
import { parseInput, editText, type CellError } from '#ui/grid/columns/cell-input.ts'
import {
  readClipboard,
  parseHtmlTable,
  toHtml,
  toTsv,
  type TextBlock,
} from '#ui/grid/rows/clipboard.ts'
import { isNumeric, type GridColumn } from '#ui/grid/columns/column.ts'
import type { GridModel } from './grid-model.ts'
import { cellCount, indexesBetween, type Range } from '#ui/grid/rows/selection.ts'

/** Larger selections are copied in the background, as plain text only. */
const COPY_LIMIT = 50_000

/** Larger selections need an export, because the clipboard itself takes too long. */
const LARGE_COPY_LIMIT = 2_000_000

/** Larger changes would block the keyboard and fill the undo history. */
const CHANGE_LIMIT = 100_000

export interface PasteResult {
  readonly written: number
  readonly refused: number
  readonly appended: number
}

/** Enters text into a cell or returns the error. Rejected text changes nothing. */
export function enterText(
  model: GridModel,
  place: { row: number; column: GridColumn },
  text: string,
): CellError | null {
  const { row, column } = place
  if (!model.isEditable(row, column)) return { code: 'readOnly', text }
  const result = parseInput(column, text)
  if (!result.ok) return acceptUnits(model, place, result.error) ? null : result.error
  model.setCell(row, column.id, result.value)
  return null
}

/** Accepts rejected text as a quantity in another unit, to be converted. False if it is none. */
function acceptUnits(
  model: GridModel,
  { row, column }: { row: number; column: GridColumn },
  { code, text }: CellError,
): boolean {
  const { unitsTyped } = model.options
  if (code !== 'number' || !unitsTyped || column.pieces !== true || !readUnits(text)) return false
  model.refuse(row, column.id, { code: 'unit', text })
  unitsTyped(model.rowId(row), column.id, text)
  return true
}

/**
 * Like `enterText`, but rejected text remains marked in its cell. Used for paste and for leaving a
 * cell.
 */
export function enterOrHold(
  model: GridModel,
  place: { row: number; column: GridColumn },
  text: string,
): boolean {
  const error = enterText(model, place, text)
  if (error && error.code !== 'readOnly') model.refuse(place.row, place.column.id, error)
  return error === null
}

export function isTooLargeToChange({ cursor }: GridModel): boolean {
  return cursor.ranges.reduce((cells, range) => cells + cellCount(range), 0) > CHANGE_LIMIT
}

export function isTooLargeToCopy({ cursor }: GridModel): boolean {
  return cursor.range !== null && cellCount(cursor.range) > LARGE_COPY_LIMIT
}

function columnsIn(model: GridModel, range: Range): readonly GridColumn[] {
  return model.drawn.slice(range.left, range.right + 1)
}

/**
 * Rows and columns of ranges that form one block: they all share the same rows or the same columns,
 * as in a spreadsheet. Null if they do not.
 */
function joinRanges(
  ranges: readonly Range[],
): { readonly rows: readonly number[]; readonly columns: readonly number[] } | null {
  const [first] = ranges
  if (!first) return null
  const sameRows = ranges.every(({ top, bottom }) => top === first.top && bottom === first.bottom)
  const sameColumns = ranges.every(
    ({ left, right }) => left === first.left && right === first.right,
  )
  if (!sameRows && !sameColumns) return null
  const rows = new Set(ranges.flatMap(({ top, bottom }) => indexesBetween(top, bottom)))
  const columns = new Set(ranges.flatMap(({ left, right }) => indexesBetween(left, right)))
  return {
    rows: [...rows].toSorted((a, b) => a - b),
    columns: [...columns].toSorted((a, b) => a - b),
  }
}

/** Selection as text. Null if it is empty, forms no block or exceeds the limit. */
export function copyBlock(model: GridModel): { tsv: string; html: string } | null {
  const { ranges } = model.cursor
  if (ranges.reduce((cells, range) => cells + cellCount(range), 0) > COPY_LIMIT) return null
  const joined = joinRanges(ranges)
  if (!joined) return null
  // Rows that are not loaded are copied asynchronously, like a large block.
  const { windows } = model
  if (windows && !ranges.every(({ top, bottom }) => windows.has(top, bottom))) return null
  const columns = joined.columns.flatMap((at) => model.drawn[at] ?? [])
  const block = joined.rows.map((row) => columns.map((column) => copyText(model, row, column)))
  return {
    tsv: toTsv(block),
    html: toHtml(block, (at) => columns[at] !== undefined && !isNumeric(columns[at])),
  }
}

/** A select cell is copied by name, which can be pasted again. */
function copyText(model: GridModel, row: number, column: GridColumn): string {
  const error = model.rejection(row, column.id)
  return error ? error.text : editText(column, model.value(row, column.id))
}

/**
 * Pastes a block at the top left of the selection. A single copied row or cell fills the entire
 * selection. Rows beyond the last one are appended. Cells that reject a value keep the text with
 * its error. Read-only cells are unchanged.
 */
export function pasteBlock(
  model: GridModel,
  data: { text: string; html: string },
  canAppend: boolean,
): PasteResult {
  const range = model.cursor.range
  const block = readClipboard({ ...data, parseHtml: parseHtmlTable })
  const width = Math.max(0, ...block.map((row) => row.length))
  if (!range || width === 0) return { written: 0, refused: 0, appended: 0 }
  // A block wider than the remaining columns continues in the folded ones.
  if (range.left + width > model.drawn.length) model.unfold()
  const filled = repeatBlock(block, range, width)
  return model.transaction(() => {
    const appended = canAppend ? appendForPaste(model, range.top + filled.length) : 0
    const outcome = writeBlock(model, filled, range)
    const place = { row: range.top, at: range.left }
    model.cursor.setRange(place, {
      top: range.top,
      left: range.left,
      bottom: Math.min(model.rowCount, range.top + filled.length) - 1,
      right: Math.min(model.drawn.length, range.left + (filled[0]?.length ?? 1)) - 1,
    })
    model.touch()
    return { ...outcome, appended }
  })
}

function repeatBlock(block: TextBlock, range: Range, width: number): TextBlock {
  const height = range.bottom - range.top + 1
  const across = range.right - range.left + 1
  const rows = height % block.length === 0 ? height : block.length
  const columns = across % width === 0 ? across : width
  return Array.from({ length: rows }, (_, row) => {
    const source = block[row % block.length] ?? []
    return Array.from({ length: columns }, (__, at) => source[at % width] ?? '')
  })
}

function appendForPaste(model: GridModel, rowsNeeded: number): number {
  const missing = Math.max(0, rowsNeeded - model.rowCount)
  for (let added = 0; added < missing; added++) model.insertRow(model.rowCount)
  return missing
}

function writeBlock(model: GridModel, block: TextBlock, range: Range) {
  let written = 0
  let refused = 0
  for (const [down, texts] of block.entries()) {
    const row = range.top + down
    if (row >= model.rowCount) break
    for (const [across, text] of texts.entries()) {
      const column = model.drawn[range.left + across]
      if (!column || !model.isEditable(row, column)) continue
      if (enterOrHold(model, { row, column }, text)) written++
      else refused++
    }
  }
  return { written, refused }
}

function eachCell(
  model: GridModel,
  ranges: readonly Range[],
  work: (row: number, column: GridColumn) => void,
): void {
  model.transaction(() => {
    for (const range of ranges) {
      for (const column of columnsIn(model, range)) {
        for (let row = range.top; row <= range.bottom; row++) work(row, column)
      }
    }
  })
}

export function clearSelection(model: GridModel): void {
  eachCell(model, model.cursor.ranges, (row, column) => {
    if (!model.isEditable(row, column)) return
    model.setCell(row, column.id, column.kind === 'check' ? 'N' : null)
  })
}

/** Ctrl+D: copies the top row of the selection down. A single cell takes the value above. */
export function fillDown(model: GridModel): void {
  const range = model.cursor.range
  if (!range) return
  const single = range.top === range.bottom
  const source = single ? range.top - 1 : range.top
  if (source < 0) return
  eachCell(model, [{ ...range, top: source + 1 }], (row, column) => {
    if (model.isEditable(row, column)) model.setCell(row, column.id, model.value(source, column.id))
  })
}

/**
 * Ctrl+R: copies the left column of the selection to the right. A single cell takes the value to
 * its left.
 */
export function fillRight(model: GridModel): void {
  const range = model.cursor.range
  if (!range) return
  const at = range.left === range.right ? range.left - 1 : range.left
  const source = model.drawn[at]
  if (!source) return
  eachCell(model, [{ ...range, left: at + 1 }], (row, column) => {
    enterOrHold(model, { row, column }, copyText(model, row, source))
  })
}

export function fillText(model: GridModel, text: string): void {
  eachCell(model, model.cursor.ranges, (row, column) => {
    enterOrHold(model, { row, column }, text)
  })
}

export function toggleChecks(model: GridModel): void {
  const { current } = model
  if (!current) return
  const value = model.value(current.row, current.column) === 'Y' ? 'N' : 'Y'
  eachCell(model, model.cursor.ranges, (row, column) => {
    if (column.kind === 'check' && model.isEditable(row, column)) {
      model.setCell(row, column.id, value)
    }
  })
}
