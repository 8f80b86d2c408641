import sql from 'sql-template-tag'
import { ambiguityError } from '#kernel/ambiguous-code.ts'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { readGtins, matchesAnyItem, namedItems } from '#areas/master/server/item-code.ts'
import { serialTexts } from '#areas/inventory/server/serial-errors.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  withRejectionRecord,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { checkScan } from '../operations/shipping.ts'
import { distributeCount, type Countable } from '../rules/distribute-count.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import {
  checkSerialTexts,
  clearUncounted,
  explainSerial,
  storeChecked,
  type CheckedSerial,
} from './check-serials.ts'
import {
  labelledLots,
  LotTally,
  storeCheckedLots,
  trimCheckedLots,
  type LabelledLine,
} from './checked-lots.ts'
import { lockShipments } from './lock-shipments.ts'
import { rejectStoppedShipments } from './stops.ts'

interface CheckLine extends Record<string, unknown>, Countable, LabelledLine {
  no: number
  line_no: number
  stock_cd: string
  stock_nm: string
  pick_qty: number
  rivals: string[] | null
  /** Matched by its own code, not by the code of a box that contains it. */
  is_own: boolean
  /** Picked from the lot and with the date in the code. */
  is_lot: boolean
  /** The scanned serial, if it is matched to the line. */
  serial: string | null
  is_checked: boolean
  /** Its label has a serial of another line, although all pieces of this line have a serial. */
  is_other_serial: boolean
}

const shipmentNumber = (row: SaveRow): string => String(row.values['SHIPMENT_NO'])

/** Lines that match the scanned codes, by row. Matches by the item's own code come first. */
async function readScannedLines(call: SaveCall): Promise<Map<number, CheckLine[]>> {
  const scans = call.rows.map((row) => {
    const code = String(row.values['CODE'])
    const { LOT_NO: lot = null, VALID_DT: valid = null, SERIAL_NO: serial = null } = row.values
    const facts = { lot, valid, serial }
    return { no: row.no, shipment_no: shipmentNumber(row), code, ...readGtins(code), ...facts }
  })
  const item = matchesAnyItem({ text: sql`r.code`, gtin: sql`r.gtin`, piece: sql`r.piece` })
  const named = await call.tx.query<CheckLine>(sql`
    select r.no, l.line_no, l.stock_cd, k.stock_nm, l.pick_qty, l.pick_qty up_to, l.check_qty counted,
      case when m.match_no is null then ${item.factor} else 1 end factor, ${item.own} is_own,
      case when m.match_no is null then ${item.rivals} end rivals, m.match_no serial,
      m.checked_at is not null is_checked,
      r.serial is not null and m.match_no is null and k.serial_cd = 'ALL' is_other_serial,
      exists (select from allocation a
        join stock_balance b using (balance_id) join lot t using (lot_id)
        where a.shipment_no = l.shipment_no and a.line_no = l.line_no and a.pick_qty > 0
          and (r.lot is null or t.lot_no = '' or upper(t.lot_no) = upper(r.lot))
          and (t.valid_dt is null or t.valid_dt = coalesce(r.valid, t.valid_dt))) is_lot,
      ${labelledLots} lots
    from jsonb_to_recordset(${JSON.stringify(scans)}::jsonb) as r(no integer, shipment_no text,
      code text, gtin text, piece text, lot text, valid date, serial text)
    join shipment_line l on l.shipment_no = r.shipment_no
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    left join shipment_match m on m.shipment_no = l.shipment_no and m.line_no = l.line_no
      and m.match_cd = 'SERIAL' and m.match_no = upper(coalesce(r.serial, r.code))
    where l.pick_qty > 0 and (m.match_no is not null or ${item.any})
    order by r.no, l.line_no`)
  const byRow = Map.groupBy(named, (line) => line.no)
  for (const [no, lines] of byRow) {
    const serials = lines.filter((line) => line.serial !== null)
    const own = lines.filter((line) => line.is_own)
    if (serials.length > 0) byRow.set(no, serials)
    else if (lines.some((line) => line.is_other_serial)) byRow.delete(no)
    else if (own.length > 0) byRow.set(no, own)
  }
  return byRow
}

interface ScanOutcome {
  readonly items?: ReadonlyMap<number, string>
  readonly errors?: ReadonlyMap<number, Label>
}

async function recordScans(
  call: SaveCall,
  rows: readonly SaveRow[],
  { items, errors }: ScanOutcome,
): Promise<void> {
  const records = rows.map((row) => ({
    no: row.no,
    shipment_no: shipmentNumber(row),
    code: row.values['CODE'],
    qty: row.values['QTY'],
    stock_cd: items?.get(row.no) ?? null,
    fault_ko: errors?.get(row.no)?.ko ?? null,
    fault_en: errors?.get(row.no)?.en ?? null,
    // An attempt is identified by its idempotency key, and also by its row if the request has
    // several scans.
    key: call.rows.length === 1 ? call.idempotencyKey : `${call.idempotencyKey} ${row.no}`,
  }))
  await call.tx.execute(sql`
    insert into check_record (wcode, shipment_no, code, stock_cd, qty, fault_ko, fault_en, user_id,
      check_dt, idempotency_key)
    select ${call.scope.wcode}, shipment_no, code, stock_cd, qty, fault_ko, fault_en,
      ${call.userId}, ${call.today}::date, key
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(no integer, shipment_no text,
      code text, stock_cd text, qty numeric, fault_ko text, fault_en text, key text)
    order by no
    on conflict do nothing`)
}

const scannedColumns = new Set(['CODE', 'LOT_NO'])

export const checkScanTexts = {
  unknown: label('이 출고에 없는 품목입니다.', 'This item is not in the shipment.'),
  lot: label(
    '피킹한 로트·유통기한과 다릅니다. 라벨을 확인하세요.',
    'Lot or expiry date differs from what was picked.',
  ),
  over: label('수량 초과: 검수가 끝난 품목입니다.', 'Over quantity: this item is fully checked.'),
  lotOver: label(
    '수량 초과: 이 로트는 피킹한 만큼 검수했습니다. 다른 로트와 섞였는지 확인하세요.',
    'Over quantity: this lot is checked as far as it was picked. Check for mixed lots.',
  ),
  more: label(
    '수량 초과: 남은 수량보다 많습니다. 수량을 확인하세요.',
    'Over quantity: more than the quantity left to check. Check the quantity.',
  ),
  undo: label(
    '수량 초과: 검수한 수량보다 많이 취소할 수 없습니다.',
    'Over quantity: you cannot undo more than was checked.',
  ),
} as const

/** Reason why a quantity does not fit. Reports group by it, so it contains no figures. */
function excessQuantityError(lines: readonly CheckLine[], qty: number): Label {
  if (qty < 0) return checkScanTexts.undo
  const isOpen = lines.some(({ up_to, counted }) => up_to > counted)
  return isOpen ? checkScanTexts.more : checkScanTexts.over
}

/**
 * Reason why a scan fits no line. `named` are the lines of the scanned item, `lines` those of them
 * with the lot on the label.
 */
function findScanError(
  named: readonly CheckLine[],
  lines: readonly CheckLine[],
  qty: number,
): Omit<RowError, 'row'> {
  if (named.length === 0) return { text: checkScanTexts.unknown, column: 'CODE' }
  if (lines.length === 0) return { text: checkScanTexts.lot, column: 'LOT_NO' }
  const remaining = lines.reduce((sum, { up_to, counted }) => sum + up_to - counted, 0)
  const isOfLot = qty > 0 && lines.some(({ lots }) => lots !== null)
  return isOfLot && remaining >= qty * (lines[0]?.factor ?? 1)
    ? { text: checkScanTexts.lotOver, column: 'LOT_NO' }
    : { text: excessQuantityError(lines, qty), column: 'CODE' }
}

class ScanTally {
  readonly #counts = new Map<string, { shipment_no: string; line_no: number; qty: number }>()
  readonly errors: RowError[] = []
  readonly serials = new Map<string, CheckedSerial>()
  readonly lots = new LotTally()

  /** Counts a scan and returns its result, or records an error if it cannot be counted. */
  take(row: SaveRow, named: readonly CheckLine[]): { readonly ROW: number } & WireRow {
    const shipment = shipmentNumber(row)
    const text = ambiguityError(namedItems(named))
    if (text) {
      this.errors.push({ row: row.no, text, column: 'CODE' })
      return { ROW: row.no }
    }
    const refused = this.#takeSerial(row, named)
    if (refused) {
      this.errors.push({ row: row.no, ...refused })
      return { ROW: row.no }
    }
    const lines = named
      .filter((line) => line.is_lot || line.serial !== null)
      .map((line) => ({ ...line, counted: line.counted + this.#counted(shipment, line.line_no) }))
    const scannedQty = Number(row.values['QTY'])
    const counts = distributeCount(
      lines.map((line) => this.#withinLots(shipment, line)),
      scannedQty,
    )
    for (const { line, qty } of counts) {
      this.lots.count(shipment, line, qty)
      const { line_no } = line
      const sum = roundToThousandths(this.#counted(shipment, line_no) + qty)
      this.#counts.set(`${shipment} ${line_no}`, { shipment_no: shipment, line_no, qty: sum })
    }
    const last = counts.at(-1)
    if (!last) {
      this.errors.push({ row: row.no, ...findScanError(named, lines, scannedQty) })
      return { ROW: row.no }
    }
    const { line, qty } = last
    const { line_no: LINE_NO, stock_cd: STOCK_CD, stock_nm: STOCK_NM } = line
    const answer = { ROW: row.no, SHIPMENT_NO: shipment, LINE_NO, STOCK_CD, STOCK_NM }
    // If the count is spread over several lines, no single quantity applies and the station reloads
    // them.
    if (counts.length > 1) return answer
    return { ...answer, PICK_QTY: line.pick_qty, CHECK_QTY: roundToThousandths(line.counted + qty) }
  }

  /**
   * The line, limited to the remaining pieces of the lots on the label. A serial identifies a
   * single piece.
   */
  #withinLots(shipment: string, line: CheckLine): CheckLine {
    if (line.serial !== null) return { ...line, lots: null }
    const room = this.lots.room(shipment, line)
    return { ...line, up_to: Math.min(line.up_to, roundToThousandths(line.counted + room)) }
  }

  /** Marks the piece of a serial as checked or unchecked, or returns why that is not possible. */
  #takeSerial(row: SaveRow, [line]: readonly CheckLine[]): Omit<RowError, 'row'> | undefined {
    if (!line || line.serial === null) return undefined
    const { serial, line_no } = line
    const qty = Number(row.values['QTY'])
    if (Math.abs(qty) !== 1) return { text: serialTexts.onePiece, column: 'QTY' }
    const shipment_no = shipmentNumber(row)
    const key = `${shipment_no} ${line_no} ${serial}`
    const isChecked = this.serials.get(key)?.isChecked ?? line.is_checked
    if (isChecked === qty > 0) {
      const text = isChecked ? checkSerialTexts.checked : checkSerialTexts.unchecked
      return { text, column: 'CODE' }
    }
    this.serials.set(key, { shipment_no, line_no, serial, isChecked: qty > 0 })
    return undefined
  }

  #counted(shipment: string, line: number): number {
    return this.#counts.get(`${shipment} ${line}`)?.qty ?? 0
  }

  get addedQuantities() {
    return [...this.#counts.values()]
  }
}

/** Quantities have at most three decimals. */
const roundToThousandths = (qty: number): number => Math.round(qty * 1000) / 1000

const countScans = handleProcedure(checkScan, async (call) => {
  const [, named] = await Promise.all([
    lockShipments(call, shipmentStepFrom.check),
    readScannedLines(call),
    rejectStoppedShipments(call),
  ])
  const tally = new ScanTally()
  const rows = call.rows.map((row) => tally.take(row, named.get(row.no) ?? []))
  if (tally.errors.length > 0) throw invalidRows(await explainErrors(call, tally.errors))
  const items = new Map(rows.map((row) => [row.ROW, String(row['STOCK_CD'])] as const))
  await Promise.all([
    call.tx.execute(sql`
      update shipment_line l set check_qty = l.check_qty + c.qty
      from jsonb_to_recordset(${JSON.stringify(tally.addedQuantities)}::jsonb)
        as c(shipment_no text, line_no integer, qty numeric)
      where l.shipment_no = c.shipment_no and l.line_no = c.line_no`),
    recordScans(call, call.rows, { items }),
    storeChecked(call, [...tally.serials.values()]),
    storeCheckedLots(call, tally.lots.counts),
  ])
  const undone = tally.addedQuantities.filter(({ qty }) => qty < 0)
  if (undone.length > 0) {
    const shipments = undone.map(({ shipment_no }) => shipment_no)
    await clearUncounted(call, shipments)
    await trimCheckedLots(call, shipments)
  }
  return { rows }
})

/** Replaces the error of an unknown code with the location of its serial. */
async function explainErrors(call: SaveCall, errors: readonly RowError[]): Promise<RowError[]> {
  return Promise.all(
    errors.map(async (error): Promise<RowError> => {
      const row = call.rows.find(({ no }) => no === error.row)
      if (!row || error.text !== checkScanTexts.unknown) return error
      return { ...error, text: (await explainSerial(call, row)) ?? error.text }
    }),
  )
}

export const checkScanHandler = withRejectionRecord(countScans, async (call, { rows }) => {
  const errors = new Map(
    rows.flatMap(({ row, column, text }) =>
      scannedColumns.has(column ?? '') ? [[row, text] as const] : [],
    ),
  )
  const refused = call.rows.filter((row) => errors.has(row.no))
  if (refused.length > 0) await recordScans(call, refused, { errors })
})
