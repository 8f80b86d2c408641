import { byteLength } from '#kernel/byte-length.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import { limitError } from '#kernel/read-decimal.ts'
import { type Column, type GridPart, resolveColumns, type Tone } from '#kernel/screen.ts'
import { isAcross } from '#kernel/summary.ts'
import { shapeError } from '#kernel/text-shape.ts'
import { t } from '#ui/base/language.ts'
import { dateReader } from '#ui/forms/typed-date.ts'
import type { ColumnKind, GridColumn, GridRow } from '#ui/grid/columns/column.ts'
import type { GridModelOptions } from '#ui/grid/model/grid-base.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { codeLists } from '#ui/remote/code-lists.ts'

function gridKind(column: Column): ColumnKind {
  switch (column.kind) {
    case 'flag':
      return 'check'
    case 'month':
    case 'file':
      return 'text'
    case 'text':
    case 'number':
    case 'date':
    case 'datetime':
    case 'select':
    case 'lookup':
    case 'progress':
      return column.kind
  }
}

function lengthLimits(column: Column): Partial<GridColumn> {
  if (column.kind === 'month') return { digitsOnly: true, maxLength: 6, isMonth: true }
  return { digitsOnly: column.digitsOnly, maxLength: column.maxLength }
}

function shapeCheck(column: Column): GridColumn['shapeOf'] {
  const { min, max, minLength, pattern, check } = column
  const isLimited = min !== undefined || max !== undefined
  if (!isLimited && minLength === 0 && !pattern && !check) return undefined
  return (text) => {
    const error = isLimited ? limitError(column, Number(text)) : shapeError(column, text)
    return error && t(error)
  }
}

function describeValue({ describeCode }: Column): GridColumn['meaningOf'] {
  if (!describeCode) return undefined
  return (text) => {
    const meaning = describeCode(text.trim().toUpperCase())
    return meaning && t(meaning)
  }
}

function editable(column: Column, mayEdit: boolean): GridColumn['editable'] {
  // Files have their own editor and cannot be typed.
  if (!mayEdit || column.kind === 'progress' || column.kind === 'file') return false
  const rule = column.editable
  return typeof rule === 'boolean' ? rule : (row: GridRow) => rule(row as WireRow)
}

function toFooter({ footer, footerText }: Column): GridColumn['footer'] {
  if (footer !== 'CUSTOM') return footer
  return footerText && ((values) => t(footerText(values)))
}

export function gridColumn(column: Column, mayEdit: boolean): GridColumn {
  const { tone, codes } = column
  return {
    id: column.name,
    title: t(column.label),
    kind: gridKind(column),
    width: column.width,
    align: column.align,
    editable: editable(column, mayEdit),
    // Not marked as required if only the server fills it.
    required: column.required && column.editable !== false,
    listsCodes: column.listOf !== undefined,
    options: codes === undefined ? undefined : (codeLists.get(codes) ?? []),
    upperCase: column.upperCase,
    closedUp: column.closedUp,
    pieces: column.pieces,
    scale: column.scale,
    dateOf: dateReader(column.kind),
    zeroToEmpty: column.zeroToEmpty,
    lengthOf: column.wide === 'double' ? (text) => byteLength(text, 'double') : undefined,
    shapeOf: shapeCheck(column),
    meaningOf: describeValue(column),
    minDecimals: column.minDecimals,
    maxDecimals: column.maxDecimals,
    zeroAsEmpty: column.zeroAsEmpty,
    footer: toFooter(column),
    currency: column.currency,
    voids: column.voids,
    ratio: column.ratio,
    frozen: column.frozen,
    isItem: column.name === 'STOCK_NM',
    identifies: column.identifies,
    leads: column.leads,
    seldom: column.seldom,
    isClose: isAcross(column.name),
    hidden: column.hidden,
    tone: tone && ((row: GridRow) => tone(row as WireRow)),
    ...lengthLimits(column),
  }
}

export function gridColumns(columns: readonly Column[], mayEdit: boolean): GridColumn[] {
  const units = new Set(columns.map(({ currency }) => currency))
  return columns.map((current) => {
    const column = gridColumn(current, mayEdit)
    return units.has(column.id) ? { ...column, isUnit: true } : column
  })
}

export function usedCodeLists(columns: readonly Column[]): string[] {
  return [...new Set(columns.flatMap(({ codes }) => (codes === undefined ? [] : [codes])))]
}

/**
 * Refreshes titles and code lists of grid columns. Preserves the user's widths, order and hidden
 * columns.
 */
export function refreshColumns(
  current: readonly GridColumn[],
  fresh: readonly GridColumn[],
): GridColumn[] {
  const named = new Map(fresh.map((column) => [column.id, column]))
  return current.map((column) => {
    const { title, options, editable: rule } = named.get(column.id) ?? column
    return { ...column, title, options, editable: rule }
  })
}

/**
 * Key columns of a grid with insertable rows. They are editable in a new row, but not in a saved
 * one, which has a VERSION.
 */
export function keyColumns(columns: readonly Column[]): string[] {
  const saved: WireRow = { VERSION: 1 }
  const added: WireRow = { VERSION: null, BATCH_FLAG: 'I' }
  return columns
    .filter(({ editable: rule }) => typeof rule === 'function' && rule(added) && !rule(saved))
    .map(({ name }) => name)
}

export type RowTone = (row: GridRow) => Tone | undefined

export function partRowTone(part: GridPart): RowTone | undefined {
  const { rowTone } = part
  return rowTone && ((row: GridRow) => rowTone(row as WireRow))
}

export function partColumns(
  route: string,
  part: GridPart,
  input: Fields | undefined,
): readonly Column[] {
  return resolveColumns(route, part.source.output, part.columns).map((column) => {
    const isWanted = column.editable !== false && input?.[column.name]?.required === true
    return isWanted ? { ...column, required: true } : column
  })
}

interface GridOptions {
  readonly part: GridPart
  readonly columns: readonly Column[]
  readonly mayEdit: boolean
  readonly proposes?: GridModelOptions['proposes']
  readonly derive?: GridModelOptions['derive']
  readonly unitsTyped?: GridModelOptions['unitsTyped']
}

export function partGridColumns(
  { source }: GridPart,
  columns: readonly Column[],
  mayEdit: boolean,
): GridColumn[] {
  return gridColumns(columns, mayEdit).map((column) => {
    return column.id === source.unit ? { ...column, isUnit: true } : column
  })
}

export function createGrid({ part, columns, mayEdit, ...typed }: GridOptions): GridModel {
  return new GridModel({
    columns: partGridColumns(part, columns, mayEdit),
    rowTone: partRowTone(part),
    ...typed,
  })
}

/** Whether a row accepts a file. Its cell is not editable, because files cannot be typed. */
export function acceptsFile({ kind, editable }: Column, row: WireRow): boolean {
  return kind === 'file' && (typeof editable === 'boolean' ? editable : editable(row))
}
