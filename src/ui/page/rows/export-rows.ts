import type { WireRow } from '#kernel/field.ts'
import { download, receiveFile } from '#ui/remote/api.ts'
import { saveBlob } from '#ui/base/file-name.ts'
import type { CellValue, ColumnKind, GridColumn } from '#ui/grid/columns/column.ts'
import type { FilterCondition } from '#ui/grid/rows/filter.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { filterRequest } from './query-source.ts'

type SheetKind = 'text' | 'number' | 'date' | 'datetime'

/** Maximum rows per request. Above that, the server reads the rows itself. */
const MAX_EXPORT_ROWS = 200_000

/** Request body of `/api/file/exportExcel`. */
export interface ExportSheet {
  readonly COLUMNS: readonly { readonly title: string; readonly kind: SheetKind }[]
  readonly ROWS: readonly (readonly CellValue[])[]
  readonly LEVELS?: readonly number[]
}

function sheetKind(kind: ColumnKind): SheetKind {
  if (kind === 'progress') return 'number'
  return kind === 'number' || kind === 'date' || kind === 'datetime' ? kind : 'text'
}

/** Exports a code as its name, as shown in the grid. Such columns contain text. */
function exportValue(column: GridColumn): (value: CellValue) => CellValue {
  if (column.kind !== 'select') return (value) => value
  const names = new Map((column.options ?? []).map(({ CODE, NAME }) => [CODE, NAME]))
  return (value) => (value === null ? null : (names.get(String(value)) ?? value))
}

export function sheetAsShown(model: GridModel): ExportSheet {
  const columns = model.unfolded
  const values = columns.map((column) => ({ id: column.id, read: exportValue(column) }))
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

export interface ExportSource {
  readonly query: string
  readonly body: { readonly SEARCH: WireRow }
  readonly filters?: readonly FilterCondition[]
}

/** Whether the grid has too many rows for one request, in which case the server writes the file. */
export function isLargeExport(model: GridModel): boolean {
  return model.windows !== null || model.rowCount > MAX_EXPORT_ROWS
}

/**
 * Exports all rows of a grid's query, or those its filters match, in the grid's columns and order.
 * The server writes the file while reading. Throws CallError, or the signal's reason if aborted.
 */
export async function exportAll(
  model: GridModel,
  source: ExportSource,
  file: { readonly name: string; readonly format: 'csv' | 'xlsx' },
  options: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void },
): Promise<string> {
  const requests = model.unfolded.map((column) => ({
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
    FILTERS: filterRequest(source.filters ?? []),
    FILE_NM: file.name,
    FORMAT: file.format,
    COLUMNS: requests,
    ORDER: model.sortKeys.map(({ column, direction }) => ({ column, direction })),
  }
  const { blob, name } = await receiveFile('/api/file/exportQuery', body, options)
  options.signal.throwIfAborted()
  saveBlob(blob, name)
  return name
}

/**
 * Saves the rows shown as a file named after the screen and returns the file name. Throws
 * CallError. The caller ensures that there are rows, because an empty grid exports no file (spec
 * §7).
 */
export function exportGrid(
  model: GridModel,
  fileName: string,
  format: 'csv' | 'xlsx',
): Promise<string> {
  const body = { FILE_NM: fileName, FORMAT: format, ...sheetAsShown(model) }
  return download('/api/file/exportExcel', body)
}
