import sql from 'sql-template-tag'
import { ambiguityError } from '#kernel/ambiguous-code.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { receiptStatus } from '#areas/inbound/rules/receipt-status.ts'
import { lockReceipts } from '#areas/inbound/server/lock-receipts.ts'
import { lotTexts } from '#areas/inbound/server/shipped-lots.ts'
import { endClaims, extendClaims } from '#areas/inventory/server/claims.ts'
import { withNotices } from '#areas/inventory/server/with-notices.ts'
import { namedItems } from '#areas/master/server/item-code.ts'
import { distributeCount } from '#areas/outbound/rules/distribute-count.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { finishInspection, gradeScan, inspectLines } from '../operations/inspecting.ts'
import { dispose } from './disposing.ts'
import { lineOutcomes } from './line-outcomes.ts'
import { recordGrades, type GradedLine } from './record-grades.ts'
import { isUndo, notInReturn, scannedLines, type ScannedLine } from './scanned-lines.ts'
import { nothingToUndo, undoGrade } from './undo-grade.ts'

const notArrived = label(
  '검품할 수 없는 반품입니다. 도착을 먼저 등록하세요.',
  'This return cannot be inspected. Register its arrival first.',
)

export const inspectionTexts = {
  done: label('도착한 수량을 모두 검품했습니다.', 'All arrived pieces are inspected.'),
  lot: label(
    '도착한 로트가 아닙니다. 라벨을 확인하세요.',
    'This lot did not arrive. Check the label.',
  ),
  expired: label(
    '유통기한이 지나 양품이 될 수 없습니다. 다른 등급을 선택하세요.',
    'Expired stock cannot be grade A. Select another grade.',
  ),
  late: label(
    '반품기한이 지났습니다. 타상품(X)으로 등록하세요.',
    'The return period is over. Register it as unexpected (X).',
  ),
  undo: nothingToUndo,
  serial: label(
    '시리얼이 여러 개 도착한 품목입니다. 시리얼을 스캔하세요.',
    'Several serials of this item arrived. Scan the serial.',
  ),
} as const

const inspectLinesHandler = handleQuery(
  inspectLines,
  'v.receipt_no, v.line_no',
  () => sql`
    select l.receipt_no, l.line_no, l.owner_cd, l.stock_cd, k.stock_nm, l.serial_no, r.wcode, f.*
    from receipt_line l
    join receipt r using (receipt_no)
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    cross join lateral (${lineOutcomes}) f
    where r.order_kind_cd = 'RETURN' and f.arrived_qty > 0`,
)

interface OpenLot extends Record<string, unknown> {
  readonly receipt_no: string
  readonly line_no: number
  readonly lot_id: number
  readonly open_qty: number
  readonly arrived_qty: number
  readonly graded_qty: number
  readonly lot_no: string
  readonly valid_dt: string | null
  readonly is_expired: boolean
  readonly days: number | null
}

/** Lots of the scanned lines with their ungraded quantity, earliest expiry date first. */
function readLots(call: SaveCall, lines: readonly ScannedLine[]): Promise<OpenLot[]> {
  const named = lines.map(({ receipt_no, line_no }) => ({ receipt_no, line_no }))
  return call.tx.query<OpenLot>(sql`
    select q.receipt_no, q.line_no, q.lot_id, q.arrived_qty, q.graded_qty,
      q.arrived_qty - q.graded_qty open_qty, t.lot_no, to_char(t.valid_dt, 'YYYYMMDD') valid_dt,
      coalesce(t.valid_dt < ${call.today}::date, false) is_expired,
      t.received_dt - warehouse_day(s.shipped_at) days
    from (select distinct receipt_no, line_no
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) n(receipt_no text, line_no integer)) n
    join return_lot q using (receipt_no, line_no)
    join lot t using (lot_id)
    join receipt r using (receipt_no)
    left join shipment s on s.shipment_no = r.shipment_no
    where q.arrived_qty > 0
    order by q.receipt_no, q.line_no, t.valid_dt nulls last, q.lot_id`)
}

interface CountedLot {
  readonly lot: OpenLot
  readonly up_to: number
  readonly counted: number
}

/** Lots of which only some pieces are graded. If there are several, the lot is ambiguous. */
function possibleLots(
  lots: readonly CountedLot[],
  counts: readonly { readonly qty: number }[],
): readonly OpenLot[] {
  const open = lots.filter(({ up_to, counted }) => counted < up_to)
  const remaining = open.reduce((sum, { up_to, counted }) => sum + thousandths(up_to - counted), 0)
  if (remaining <= counts.reduce((sum, { qty }) => sum + thousandths(qty), 0)) return []
  const key = ({ lot }: CountedLot) => `${lot.lot_no.toUpperCase()} ${lot.valid_dt}`
  return [...new Map(open.map((one) => [key(one), one.lot])).values()]
}

/** Lot numbers, with their expiry dates if two lots have the same number. */
function nameLots(lots: readonly OpenLot[]): string[] {
  const isUnique = new Set(lots.map(({ lot_no }) => lot_no.toUpperCase())).size === lots.length
  return lots.map(({ lot_no, valid_dt }) =>
    isUnique ? lot_no : [lot_no, valid_dt].filter(Boolean).join(' '),
  )
}

const thousandths = (qty: number): number => Math.round(qty * 1000)

interface DistributedGrade extends GradedLine {
  readonly line: ScannedLine
  readonly lot: OpenLot
}

const matchesLot = (row: SaveRow) => (lot: OpenLot) => {
  const { LOT_NO, VALID_DT } = row.values
  const isLot = !LOT_NO || !lot.lot_no || lot.lot_no.toUpperCase() === String(LOT_NO).toUpperCase()
  return isLot && (!VALID_DT || !lot.valid_dt || lot.valid_dt === VALID_DT)
}

/** Distributes scans over the lots that arrived. Throws for scans that do not fit. */
function distributeGrades(
  rows: readonly SaveRow[],
  named: ReadonlyMap<number, ScannedLine[]>,
  lots: readonly OpenLot[],
): DistributedGrade[] {
  const taken = new Map<OpenLot, number>()
  const errors: RowError[] = []
  const spread = rows.flatMap((row): DistributedGrade[] => {
    const lines = named.get(row.no) ?? []
    const errorAt = (column: string, text: RowError['text']) => {
      errors.push({ row: row.no, column, text })
      return []
    }
    const ambiguous = ambiguityError(namedItems(lines))
    if (ambiguous) return errorAt('CODE', ambiguous)
    if (lines.length === 0) return errorAt('CODE', notInReturn)
    const all = lines.flatMap((line) =>
      lots
        .filter((lot) => lot.receipt_no === line.receipt_no && lot.line_no === line.line_no)
        .map((lot) => ({
          stock_cd: line.stock_cd,
          factor: line.factor,
          up_to: lot.arrived_qty,
          counted: lot.graded_qty + (taken.get(lot) ?? 0),
          line,
          lot,
        })),
    )
    const own = all.filter(({ lot }) => matchesLot(row)(lot))
    if (all.length > 0 && own.length === 0) return errorAt('LOT_NO', inspectionTexts.lot)
    const counts = distributeCount(own, Number(row.values['QTY']))
    if (counts.length === 0) return errorAt('CODE', inspectionTexts.done)
    const possible = possibleLots(own, counts)
    if (possible.length > 1) return errorAt('LOT_NO', lotTexts.several(nameLots(possible)))
    const grade_cd = String(row.values['GRADE_CD'])
    if (grade_cd === 'A' && counts.some(({ line: { lot } }) => lot.is_expired)) {
      return errorAt('GRADE_CD', inspectionTexts.expired)
    }
    return counts.map(({ line: { line, lot }, qty }) => {
      taken.set(lot, (taken.get(lot) ?? 0) + qty)
      const { receipt_no, line_no, lot_id } = lot
      return { no: row.no, receipt_no, line_no, lot_id, grade_cd, qty, line, lot }
    })
  })
  if (errors.length > 0) throw invalidRows(errors)
  return spread
}

interface GradeRule extends Record<string, unknown> {
  readonly at: number
  readonly dispose_cd: string | null
  readonly approve_yn: string
  readonly limit_days: number | null
  readonly second_stock_cd: string | null
}

/** Without a policy, good stock is restocked and defective stock becomes damaged stock. */
function readRules(call: SaveCall, graded: readonly DistributedGrade[]): Promise<GradeRule[]> {
  const given = graded.map(({ grade_cd, line }, index) => {
    return { at: index, grade_cd, owner_cd: line.owner_cd, stock_cd: line.stock_cd }
  })
  return call.tx.query<GradeRule>(sql`
    select g.at, case when p.grade_cd is not null then p.dispose_cd
        when g.grade_cd = 'A' then 'RESTOCK' when g.grade_cd = 'C' then 'DAMAGED' end dispose_cd,
      coalesce(p.approve_yn, 'N') approve_yn, p.limit_days, p.second_stock_cd
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) g(at integer, grade_cd text,
      owner_cd text, stock_cd text)
    left join lateral return_rule(g.owner_cd, g.stock_cd, g.grade_cd) p on true
    order by g.at`)
}

function rejectLateReturns(graded: readonly DistributedGrade[], rules: readonly GradeRule[]): void {
  const late = graded.filter(({ grade_cd, lot }, index) => {
    const limit = rules[index]?.limit_days ?? null
    return grade_cd !== 'X' && limit !== null && lot.days !== null && lot.days > limit
  })
  if (late.length === 0) return
  throw invalidRows(
    late.map(({ no }) => ({ row: no, column: 'GRADE_CD', text: inspectionTexts.late })),
  )
}

async function gradeScans(
  call: SaveCall,
  rows: readonly SaveRow[],
  named: Map<number, ScannedLine[]>,
) {
  const lots = await readLots(call, [...named.values()].flat())
  const graded = distributeGrades(rows, named, lots)
  const rules = await readRules(call, graded)
  rejectLateReturns(graded, rules)
  await recordGrades(call, graded)
  const decided = graded.flatMap((grade, index) => {
    const rule = rules[index]
    // Scrapping always needs a second user.
    if (!rule?.dispose_cd || rule.approve_yn === 'Y' || rule.dispose_cd === 'SCRAP') return []
    const { no, receipt_no, line_no, lot_id, grade_cd, qty } = grade
    const { dispose_cd, second_stock_cd } = rule
    return [{ no, receipt_no, line_no, lot_id, grade_cd, qty, dispose_cd, second_stock_cd }]
  })
  return decided.length > 0 ? dispose(call, decided) : []
}

async function gradedRow(call: SaveCall, row: SaveRow, lines: readonly ScannedLine[]) {
  const [line] = lines
  if (!line || lines.length > 1) return { ROW: row.no }
  const { receipt_no, line_no } = line
  const [fate] = await call.tx.query(sql`
    select f.graded_qty, f.a_qty, f.b_qty, f.c_qty, f.x_qty
    from (values (${receipt_no}::text, ${line_no}::integer)) l(receipt_no, line_no)
    cross join lateral (${lineOutcomes}) f`)
  const quantities = Object.entries(fate ?? {}).map(([name, qty]) => [name.toUpperCase(), qty])
  const item = { STOCK_CD: line.stock_cd, STOCK_NM: line.stock_nm, RECEIPT_NO: receipt_no }
  return { ROW: row.no, LINE_NO: line_no, ...item, ...Object.fromEntries(quantities) }
}

/** Rejects scans that do not tell which of several serials has the grade. */
function rejectUnnamedSerials(
  rows: readonly SaveRow[],
  named: ReadonlyMap<number, ScannedLine[]>,
): void {
  const unclear = rows.filter(({ no, values }) => {
    const pieces = (named.get(no) ?? []).filter((line) => line.is_named && line.receive_qty > 0)
    const isAll = pieces.length === Math.abs(Number(values['QTY']))
    return pieces.length > 1 && !isAll && !pieces.some((line) => line.is_serial)
  })
  if (unclear.length === 0) return
  const text = inspectionTexts.serial
  throw invalidRows(unclear.map(({ no }) => ({ row: no, column: 'CODE', text })))
}

const arrived = [receiptStatus.partlyReceived, receiptStatus.received]

const gradeScanHandler = handleProcedure(gradeScan, async (call) => {
  await lockReceipts(call, arrived, notArrived)
  const refs = new Map(call.rows.map(({ no, values }) => [no, String(values['RECEIPT_NO'])]))
  await extendClaims(call, 'RETURN', refs, 'CODE')
  const named = await scannedLines(call)
  rejectUnnamedSerials(call.rows, named)
  const grading = call.rows.filter((row) => !isUndo(row))
  const notices = grading.length > 0 ? await gradeScans(call, grading, named) : []
  for (const row of call.rows.filter(isUndo)) await undoGrade(call, row, named.get(row.no) ?? [])
  const rows = []
  for (const row of call.rows) rows.push(await gradedRow(call, row, named.get(row.no) ?? []))
  const message = label(
    `${formatCount(rows.length)}건을 검품했습니다.`,
    `${formatCount(rows.length, 'item')} inspected.`,
  )
  return withNotices({ rows, message }, notices)
})

const finishInspectionHandler = handleProcedure(finishInspection, async (call) => {
  const numbers = await lockReceipts(call, arrived, notArrived)
  const open = await call.tx.query<{ receipt_no: string; qty: number }>(sql`
    select receipt_no, sum(arrived_qty - graded_qty) qty from return_lot
    where receipt_no = any(${numbers}::text[]) group by 1 having sum(arrived_qty - graded_qty) > 0`)
  const remaining = new Map(open.map((receipt) => [receipt.receipt_no, receipt.qty]))
  const errors = call.rows.flatMap((row): RowError[] => {
    const qty = remaining.get(String(row.values['RECEIPT_NO']))
    const text = label(
      `검품하지 않은 수량이 ${formatCount(qty)}개 있습니다.`,
      `${formatCount(qty, 'piece')} not inspected.`,
    )
    return qty === undefined ? [] : [{ row: row.no, column: 'RECEIPT_NO', text }]
  })
  if (errors.length > 0) throw conflictingRows(errors)
  await endClaims(call, 'RETURN', numbers)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label('검품을 완료했습니다.', 'Inspection finished.'),
  }
})

export const inspectionHandlers: readonly Handler[] = [
  inspectLinesHandler,
  gradeScanHandler,
  finishInspectionHandler,
]
