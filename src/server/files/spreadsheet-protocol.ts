import {
  isSpreadsheetErrorCode,
  type ErrorDetail,
  type SpreadsheetErrorCode,
} from './spreadsheet-error.ts'
import type { SheetRow } from './sheet-rows.ts'
import type { SpreadsheetKind } from './spreadsheet-content.ts'

/** Line sent before the file's bytes on the child's stdin. */
export interface ReadRequest {
  kind: SpreadsheetKind
  maxRows: number
  maxColumns: number
  sheet: number | undefined
}

export interface ReadSummary {
  sheetName: string
  lastRow: number
  skippedEmptyRows: number
  /** Rows with values that Excel does not show, filtered ones included. */
  hiddenRows: number
  /** Merged ranges. Only the first cell of each has a value. */
  mergedRanges: number
  /** Numbers of the rows with formulas that total a column. They are left out. */
  totalRows: number[]
}

export type ReadResponse =
  | { rows: SheetRow[] }
  | { done: ReadSummary }
  | {
      error: {
        code: SpreadsheetErrorCode
        detail: ErrorDetail | undefined
        sheetName: string | undefined
      }
    }

/**
 * Parses a line from the child process; undefined unless it has one of the three valid forms. The
 * line is validated because an uploaded file may have compromised the child.
 */
export function parseResponse(line: string): ReadResponse | undefined {
  let answer: unknown
  try {
    answer = JSON.parse(line)
  } catch {
    return undefined
  }
  if (!isRecord(answer)) return undefined
  if (isRows(answer['rows'])) return { rows: answer['rows'] }
  if (isSummary(answer['done'])) return { done: answer['done'] }
  const error = answer['error']
  if (!isRecord(error) || !isSpreadsheetErrorCode(error['code'])) return undefined
  const { code, detail, sheetName } = error
  return {
    error: {
      code,
      detail: isDetail(detail) ? detail : undefined,
      sheetName: typeof sheetName === 'string' ? sheetName : undefined,
    },
  }
}

function isDetail(value: unknown): value is ErrorDetail {
  if (typeof value === 'string') return true
  return isRecord(value) && typeof value['ko'] === 'string' && typeof value['en'] === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isRows(value: unknown): value is SheetRow[] {
  return Array.isArray(value) && value.every(isRow)
}

function isRow(value: unknown): boolean {
  if (!isRecord(value) || !Number.isInteger(value['row'])) return false
  return Array.isArray(value['cells']) && value['cells'].every(isCell)
}

function isCell(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (!isRecord(value)) return false
  const { date, number, text } = value
  if (typeof number === 'number') return typeof text === 'string'
  return typeof date === 'string' && (text === undefined || typeof text === 'string')
}

function isSummary(value: unknown): value is ReadSummary {
  if (!isRecord(value) || typeof value['sheetName'] !== 'string') return false
  const { totalRows } = value
  if (!Array.isArray(totalRows) || !totalRows.every(Number.isInteger)) return false
  return ['lastRow', 'skippedEmptyRows', 'hiddenRows', 'mergedRanges'].every((name) =>
    Number.isInteger(value[name]),
  )
}
