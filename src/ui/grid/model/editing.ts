import { readUnits } from '#kernel/unit-text.ts'
import { parseInput, editText, type CellError, type Entry } from '#ui/grid/columns/cell-input.ts'
import {
  formatPart,
  joinParts,
  readClipboard,
  parseHtmlTable,
  toTsv,
  type TextBlock,
} from '#ui/grid/rows/clipboard.ts'
import { type GridColumn, type GridRow } from '#ui/grid/columns/column.ts'
import type { GridModel } from './grid-model.ts'
import { cellCount, indexesBetween, type Range } from '#ui/grid/rows/selection.ts'

/** Larger selections are copied in the background. */
const COPY_LIMIT = 50_000

/** Larger selections need an export, because the clipboard itself takes too long. */
const LARGE_COPY_LIMIT = 2_000_000

/** Larger changes would block the keyboard and fill the undo history. */
const CHANGE_LIMIT = 100_000

export interface PasteResult {
  readonly written: number
  readonly refused: number
  /** Texts without an editable cell: in a read-only cell or beyond the grid. */
  readonly skipped: number
  readonly appended: number
}

/** Enters text into a cell or returns the error. Rejected text changes nothing. */
export function enterText(
  model: GridModel,
  place: { row: number; column: GridColumn },
  text: string,
  how: Entry = 'typed',
): CellError | null {
  const { row, column } = place
  if (!model.isEditable(row, column)) return { code: 'readOnly', text }
  const result = parseInput(column, text, how)
  if (!result.ok) return acceptUnits(model, place, result.error) ? null : result.error
  model.setCell(row, column.id, result.value)
  return null
}

/** Accepts rejected text as a quantity in another unit, to be converted. False if it is not one. */
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
  how: Entry = 'typed',
): boolean {
  const error = enterText(model, place, text, how)
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
  const isSameRows = ranges.every(({ top, bottom }) => top === first.top && bottom === first.bottom)
  const isSameColumns = ranges.every(
    ({ left, right }) => left === first.left && right === first.right,
  )
  if (!isSameRows && !isSameColumns) return null
  const rows = new Set(ranges.flatMap(({ top, bottom }) => indexesBetween(top, bottom)))
  const columns = new Set(ranges.flatMap(({ left, right }) => indexesBetween(left, right)))
  return {
    rows: [...rows].toSorted((a, b) => a - b),
    columns: [...columns].toSorted((a, b) => a - b),
  }
}

/**
 * Selection as text. Null if it is empty, forms no block or exceeds the limit. Groups have no copy
 * in the background.
 */
export function copyBlock(
  model: GridModel,
  canBeLarge = false,
): { tsv: string; html: string } | null {
  const limit = canBeLarge && model.rows.groups ? LARGE_COPY_LIMIT : COPY_LIMIT
  const { ranges } = model.cursor
  if (ranges.reduce((cells, range) => cells + cellCount(range), 0) > limit) return null
  const joined = joinRanges(ranges)
  if (!joined) return null
  // Rows that are not loaded are copied asynchronously, like a large block.
  const { windows } = model
  if (windows && !ranges.every(({ top, bottom }) => windows.has(top, bottom))) return null
  const columns = joined.columns.flatMap((at) => model.drawn[at] ?? [])
  const block = joined.rows.map((row) => columns.map((column) => copyText(model, row, column)))
  const html = joinParts([formatPart(block, columns, 'text/html')], 'text/html').join('')
  return { tsv: toTsv(block), html }
}

/** A select cell is copied by name, which can be pasted again. */
function copyText(model: GridModel, row: number, column: GridColumn): string {
  const error = model.rejection(row, column.id)
  return error ? error.text : editText(column, model.value(row, column.id))
}

/** View rows with data. Group rows between them show totals and take no input. */
function dataRows(
  model: GridModel,
  { top, bottom }: Pick<Range, 'top' | 'bottom'>,
  max = Number.POSITIVE_INFINITY,
): number[] {
  const rows: number[] = []
  for (let row = top; row <= bottom && rows.length < max; row++) {
    if (!model.groupAt(row)) rows.push(row)
  }
  return rows
}

function dataRowsBelow(model: GridModel, top: number, max: number): number[] {
  return dataRows(model, { top, bottom: model.rowCount - 1 }, max)
}

function dataRowAbove(model: GridModel, row: number): number {
  let above = row - 1
  while (above >= 0 && model.groupAt(above)) above--
  return above
}

/**
 * Pastes a block at the top left of the selection. A single copied row or cell fills the entire
 * selection. Rows beyond the last one are appended, each starting as `newRow` returns it. Cells
 * that reject a value keep the text with its error. Read-only cells and those to the right of a
 * short row are unchanged.
 */
export function pasteBlock(
  model: GridModel,
  data: { text: string; html: string },
  newRow: (() => GridRow) | null,
): PasteResult {
  const range = model.cursor.range
  const block = readClipboard({ ...data, parseHtml: parseHtmlTable })
  const width = Math.max(0, ...block.map((row) => row.length))
  if (!range || width === 0) return { written: 0, refused: 0, skipped: 0, appended: 0 }
  // A block wider than the remaining columns continues in the folded ones.
  const first = model.drawn[range.left]
  if (range.left + width > model.drawn.length) model.unfold()
  // Columns can unfold to the left of the block.
  const left = model.drawn.findIndex(({ id }) => id === first?.id)
  const filled = repeatBlock(model, block, range)
  return model.transaction(() => {
    const missing = filled.length - dataRowsBelow(model, range.top, filled.length).length
    const appended = newRow ? missing : 0
    for (let added = 0; added < appended; added++) model.insertRow(model.rowCount, newRow?.())
    const rows = dataRowsBelow(model, range.top, filled.length)
    const outcome = writeBlock(model, filled, rows, left)
    const place = { row: range.top, at: left }
    model.cursor.setRange(place, {
      top: range.top,
      left,
      bottom: rows.at(-1) ?? range.top,
      right: Math.min(model.drawn.length, left + (filled[0]?.length ?? 1)) - 1,
    })
    model.touch()
    return { ...outcome, appended }
  })
}

type PastedBlock = readonly (readonly (string | undefined)[])[]

function repeatBlock(model: GridModel, block: TextBlock, range: Range): PastedBlock {
  const height = Math.max(1, dataRows(model, range).length)
  const width = Math.max(...block.map((row) => row.length))
  const across = range.right - range.left + 1
  const rows = height % block.length === 0 ? height : block.length
  const columns = across % width === 0 ? across : width
  return Array.from({ length: rows }, (_, row) => {
    const source = block[row % block.length] ?? []
    // A line break between wider rows is a row without cells, not one empty cell.
    const cells = width > 1 && source.length === 1 && source[0] === '' ? [] : source
    return Array.from({ length: columns }, (__, index) => cells[index % width])
  })
}

function writeBlock(model: GridModel, block: PastedBlock, rows: readonly number[], left: number) {
  let written = 0
  let refused = 0
  let skipped = 0
  for (const [down, texts] of block.entries()) {
    const row = rows[down]
    for (const [across, text] of texts.entries()) {
      if (text === undefined) continue
      const column = model.drawn[left + across]
      if (row === undefined || !column || !model.isEditable(row, column)) {
        if (text.trim() !== '') skipped++
      } else if (enterOrHold(model, { row, column }, text, 'pasted')) written++
      else refused++
    }
  }
  return { written, refused, skipped }
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

/** Copies a cell as it is shown: its value, or the rejected text that covers it. */
function copyCell(model: GridModel, source: number, row: number, column: GridColumn): void {
  if (!model.isEditable(row, column)) return
  const error = model.rejection(source, column.id)
  if (error) enterOrHold(model, { row, column }, error.text)
  else model.setCell(row, column.id, model.value(source, column.id))
}

export function repeatRejections(model: GridModel, from: number, to: number): void {
  for (const { row, column: name, rejection } of model.rejections()) {
    const column = model.column(name)
    if (row === from && column) enterOrHold(model, { row: to, column }, rejection.text)
  }
}

/** Ctrl+D: copies the top row of the selection down. A single row takes the values above. */
export function fillDown(model: GridModel): void {
  const range = model.cursor.range
  if (!range) return
  const [first, ...others] = dataRows(model, range)
  if (first === undefined) return
  const isSingle = others.length === 0
  const source = isSingle ? dataRowAbove(model, first) : first
  if (source < 0) return
  model.transaction(() => {
    for (const column of columnsIn(model, range)) {
      for (const row of isSingle ? [first] : others) copyCell(model, source, row, column)
    }
  })
}

/** Ctrl+': copies the cell above into the current one. */
export function repeatAbove(model: GridModel): void {
  const cell = model.currentCell
  const source = cell ? dataRowAbove(model, cell.row) : -1
  if (cell && source >= 0) copyCell(model, source, cell.row, cell.column)
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
