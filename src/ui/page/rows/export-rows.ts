import type { WireRow } from '#kernel/field.ts'
import { download, receiveFile } from '#ui/remote/api.ts'
import { saveBlob } from '#ui/base/file-name.ts'
import type { CellValue, ColumnKind, GridColumn } from '#ui/grid/columns/column.ts'
import type { FilterCondition } from '#ui/grid/rows/filter.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { filtersAsked } from './query-source.ts'

type SheetKind = 'text' | 'number' | 'date' | 'datetime'

/** Rows of one call; more of them the server reads by itself. */
const EXPORT_ROWS_MAX = 200_000

/** A sheet as `/api/file/exportExcel` takes it. */
export interface ExportSheet {
  readonly COLUMNS: readonly { readonly title: string; readonly kind: SheetKind }[]
  readonly ROWS: readonly (readonly CellValue[])[]
  /** How deep each row stands in groups. */
  readonly LEVELS?: readonly number[]
}

function sheetKind(kind: ColumnKind): SheetKind {
  if (kind === 'progress') return 'number'
  return kind === 'number' || kind === 'date' || kind === 'datetime' ? kind : 'text'
}

/** A code list shows its names, so its names are exported; the sheet then holds texts. */
function exported(column: GridColumn): (value: CellValue) => CellValue {
  if (column.kind !== 'select') return (value) => value
  const names = new Map((column.options ?? []).map(({ CODE, NAME }) => [CODE, NAME]))
  return (value) => (value === null ? null : (names.get(String(value)) ?? value))
}

/** What is shown: columns in their order, folded ones too, and the rows the filter leaves, as sorted. */
export function shownSheet(model: GridModel): ExportSheet {
  const columns = model.unfolded
  const values = columns.map((column) => ({ id: column.id, read: exported(column) }))
  const rows = Array.from({ length: model.rowCount }, (_, row) =>
    values.map(({ id, read }) => read(model.value(row, id))),
  )
  const COLUMNS = columns.map(({ title, kind }) => ({ title, kind: sheetKind(kind) }))
  const { groups } = model.rows
  if (!groups) return { COLUMNS, ROWS: rows }
  const deepest = groups.grouping.keys.length
  const LEVELS = rows.map((_, row) => model.groupAt(row)?.level ?? deepest)
  return { COLUMNS, ROWS: rows, LEVELS }
}

/** Where the rows of a grid come from: a question and what it was asked with. */
export interface ExportSource {
  readonly query: string
  /** What it is asked with: what is searched for, and groups that are not as declared. */
  readonly body: { readonly SEARCH: WireRow }
  /** Conditions of the grid, where only the rows it shows are wanted. */
  readonly filters?: readonly FilterCondition[]
}

/** Whether what a grid shows is too much for one call, and is written by the server instead. */
export function isLargeExport(model: GridModel): boolean {
  return model.windows !== null || model.rowCount > EXPORT_ROWS_MAX
}

/**
 * All rows that answer the question of a grid, or those its filters leave, in its columns and order,
 * written by the server while it reads. Throws CallError, or the signal's reason once it is aborted.
 */
export async function exportAll(
  model: GridModel,
  source: ExportSource,
  file: { readonly name: string; readonly format: 'csv' | 'xlsx' },
  options: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void },
): Promise<string> {
  const asked = model.unfolded.map((column) => ({
    name: column.id,
    title: column.title,
    kind: sheetKind(column.kind),
    ...(column.kind === 'select' && column.options
      ? { names: Object.fromEntries(column.options.map(({ CODE, NAME }) => [CODE, NAME])) }
      : {}),
  }))
  const body = {
    QUERY: source.query,
    ...source.body,
    FILTERS: filtersAsked(source.filters ?? []),
    FILE_NM: file.name,
    FORMAT: file.format,
    COLUMNS: asked,
    ORDER: model.sortKeys.map(({ column, direction }) => ({ column, direction })),
  }
  const { blob, name } = await receiveFile('/api/file/exportQuery', body, options)
  options.signal.throwIfAborted()
  saveBlob(blob, name)
  return name
}

/**
 * Saves what a grid shows as a file named after the screen and returns the file's name. Throws
 * CallError. The caller has seen to it that there are rows: an empty grid writes nothing (spec §7).
 */
export function exportGrid(
  model: GridModel,
  fileName: string,
  format: 'csv' | 'xlsx',
): Promise<string> {
  const body = { FILE_NM: fileName, FORMAT: format, ...shownSheet(model) }
  return download('/api/file/exportExcel', body)
}
