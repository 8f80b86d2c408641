import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { isGranted } from '#kernel/operation.ts'
import { findSerial } from '#areas/inventory/operations/find-serial.ts'
import { readSerials } from '#areas/inventory/rules/serial-numbers.ts'
import { serialStepFrom } from '#areas/inventory/rules/serial-status.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { call } from '#ui/remote/api.ts'
import { findScreen } from '#ui/remote/menu.ts'
import type { InterpretedScan, ScanResponse } from '#ui/scanner/codes/scan-part.ts'
import { cellText, countSerial, rejectedScan } from './count-scan.ts'
import { moveScan } from './move-scan.ts'

const serials = 'SERIALS'
const targetColumn = 'TO_CELL_CD'

/** Columns in which a row and the place of a serial agree if both have them. */
const places = ['BALANCE_ID', 'OWNER_CD', 'STOCK_CD', 'CELL_CD', 'LOT_NO', 'PALLET_NO', 'BOX_NO']

/** Columns in which a row to receive and the receipt of an expected serial agree. */
const receipts = ['RECEIPT_NO', 'LINE_NO', 'OWNER_CD', 'STOCK_CD']

/**
 * Scans the serial of a piece: its row is selected and checked, and its quantity becomes the number
 * of its serials. The next cell label is the target of the rows scanned so far. Undefined for other
 * codes and on pages without serials.
 */
export async function serialScan(
  page: PageModel,
  scan: InterpretedScan,
): Promise<ScanResponse | undefined> {
  const { grid, screen } = page
  const isTaken = grid.column(serials)?.editable && grid.editing === null && page.mayEdit
  if (!isTaken || scan.refusal || !isGranted(findScreen(screen.route)?.actions, findSerial)) {
    return undefined
  }
  const code = serialCode(grid, scan)
  if (code !== undefined) {
    const found = await findPlaces(code)
    if (isReceiptGrid(grid)) return arrivingSerial(page, found)
    if (found.length > 0 && isPickGrid(grid)) return returningSerial(page, found)
    if (found.length > 0) return nameSerial(page, found)
    if (scan.parts.some(({ kind }) => kind === 'serial')) {
      return rejectedScan(
        label(
          `${code}: 입고한 적이 없는 시리얼입니다.`,
          `${code}: This serial was never received.`,
        ),
      )
    }
  }
  return screen.scans ? undefined : scanTarget(grid, scan)
}

/** The serial of a label, or a plain text that is in no row. */
function serialCode(grid: GridModel, { parts }: InterpretedScan): string | undefined {
  const serial = parts.find(({ kind }) => kind === 'serial')
  if (serial) return serial.value
  const [part, ...more] = parts
  if (part?.kind !== 'unknown' || more.length > 0) return undefined
  const text = part.value.toUpperCase()
  const names = ['STOCK_CD', 'BARCODE', 'CELL_CD', 'PALLET_NO', 'BOX_NO', 'LOT_NO']
  const isHere = rowNumbers(grid).some((row) =>
    names.some((name) => cellText(grid, row, name) === text),
  )
  return isHere ? undefined : text
}

const rowNumbers = (grid: GridModel): number[] =>
  Array.from({ length: grid.rowCount }, (_, row) => row)

async function findPlaces(code: string): Promise<readonly WireRow[]> {
  const SERIAL_NO = /[<>=!~,%]/.test(code) ? `=${code}` : code
  const body = { SEARCH: { SERIAL_NO } }
  const { data } = await call<{ data: WireRow[] }>(`/api/wms/${findSerial.name}`, body, {
    quiet: true,
    patient: true,
  })
  return data.filter((row) => String(row['SERIAL_NO']).toUpperCase() === code.toUpperCase())
}

function nameSerial({ grid, screen }: PageModel, found: readonly WireRow[]): ScanResponse {
  const free = found.filter((serial) => (serial['REASON'] ?? null) === null)
  const [first] = free.length > 0 ? free : found
  const code = String(first?.['SERIAL_NO'])
  const reason = first?.['REASON']
  if (reason) return rejectedScan(label(`${code}: ${String(reason)}`, `${code}: ${String(reason)}`))
  const row = free.map((serial) => findRow(grid, serial)).find((at) => at !== undefined)
  if (row === undefined) return serialNotFound(code, first?.['CELL_CD'], first?.['STOCK_CD'])
  const columns = screen.scans
  if (columns && 'count' in columns) return countSerial(grid, columns, row, code)
  return addSerial(grid, row, code)
}

function serialNotFound(code: string, ...place: unknown[]): ScanResponse {
  const where = place.filter(Boolean).join(' · ')
  return rejectedScan(
    label(
      `${code}: 조회한 행에 없는 시리얼입니다(${where}). 다시 조회하세요.`,
      `${code} is not on the rows found (${where}). Search again.`,
    ),
  )
}

/** Rows of picks that can be cancelled. */
const isPickGrid = (grid: GridModel): boolean => grid.column('BACK_QTY') !== undefined

/** Picked serials select the row of their pick; others cannot be returned. */
function returningSerial({ grid, screen }: PageModel, found: readonly WireRow[]): ScanResponse {
  const picked = found.filter(({ ALLOC_ID }) => (ALLOC_ID ?? null) !== null)
  const [first] = picked.length > 0 ? picked : found
  const code = String(first?.['SERIAL_NO'])
  if (picked.length === 0) {
    return rejectedScan(
      label(`${code}: 피킹하지 않은 시리얼입니다.`, `${code}: This serial has not been picked.`),
    )
  }
  const row = picked
    .map((serial) => findRow(grid, serial, ['ALLOC_ID']))
    .find((at) => at !== undefined)
  const columns = screen.scans
  if (row === undefined || !columns || !('count' in columns)) {
    return serialNotFound(code, first?.['DOC_NO'], first?.['STOCK_CD'])
  }
  return countSerial(grid, columns, row, code)
}

/** Rows to receive refer to a receipt, but not to stock. */
const isReceiptGrid = (grid: GridModel): boolean =>
  grid.column('RECEIPT_NO') !== undefined && grid.column('BALANCE_ID') === undefined

/** Expected serials select their row. Undefined for serials that may be new to the current row. */
function arrivingSerial(
  { grid, screen }: PageModel,
  found: readonly WireRow[],
): ScanResponse | undefined {
  const columns = screen.scans
  if (!columns || !('count' in columns)) return undefined
  for (const serial of found.filter(({ RECEIPT_NO }) => RECEIPT_NO)) {
    const row = findRow(grid, serial, receipts)
    if (row !== undefined) return countSerial(grid, columns, row, String(serial['SERIAL_NO']))
  }
  const row = grid.current?.row
  const known =
    row === undefined ? undefined : found.find((candidate) => isSameItem(grid, row, candidate))
  if (!known || serialStepFrom.receive.includes(String(known['STATE_CD']))) return undefined
  const code = String(known['SERIAL_NO'])
  const { ko, en } = known['REASON']
    ? toLabel(known['REASON'])
    : alreadyInStockText(known['CELL_CD'])
  return rejectedScan(label(`${code}: ${ko}`, `${code}: ${en}`))
}

const isSameItem = (grid: GridModel, row: number, serial: WireRow): boolean =>
  ['OWNER_CD', 'STOCK_CD'].every((name) => cellText(grid, row, name) === String(serial[name]))

const toLabel = (text: unknown): Label => label(String(text), String(text))

const alreadyInStockText = (cell: unknown): Label =>
  label(`이미 재고에 있는 시리얼입니다(${String(cell)}).`, `Already in stock (${String(cell)}).`)

function findRow(grid: GridModel, place: WireRow, by = places): number | undefined {
  const names = by.filter((name) => grid.column(name) && (place[name] ?? null) !== null)
  return rowNumbers(grid).find((row) =>
    names.every((name) => cellText(grid, row, name) === String(place[name]).toUpperCase()),
  )
}

/** Pieces leave the row, so an adjustment is negative. */
const quantities = [
  ['WORK_QTY', 1],
  ['ADJUST_QTY', -1],
] as const

function addSerial(grid: GridModel, row: number, code: string): ScanResponse {
  const before = cellText(grid, row, serials)
  const { numbers } = readSerials(before)
  grid.setCurrent(row, grid.column(targetColumn) ? targetColumn : serials)
  if (numbers.includes(code)) {
    return rejectedScan(label(`${code}: 이미 스캔했습니다.`, `${code} is already scanned.`))
  }
  const count = numbers.length + 1
  grid.transaction(() => {
    grid.setCell(row, serials, `${before} ${code}`.trim())
    for (const [name, sign] of quantities) {
      if (grid.column(name)) grid.setCell(row, name, sign * count)
    }
  })
  grid.setChecked([row], true)
  const text = `${cellText(grid, row, 'STOCK_CD')} ${code} (${count})`
  return { ok: true, message: label(text, text) }
}

/** A cell label for the rows whose serials were scanned and that have no target yet. */
function scanTarget(grid: GridModel, scan: InterpretedScan): ScanResponse | undefined {
  const waiting = rowNumbers(grid).filter(
    (row) =>
      grid.isChecked(row) &&
      cellText(grid, row, serials) !== '' &&
      cellText(grid, row, targetColumn) === '',
  )
  if (waiting.length === 0 || !grid.column(targetColumn)?.editable) return undefined
  const isPlace = scan.parts.every(({ kind }) => kind === 'cell' || kind === 'unknown')
  return isPlace ? moveScan(grid, { find: [], to: targetColumn }, scan) : undefined
}
