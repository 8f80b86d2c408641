import sql, { raw, type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { postMovements } from '#areas/inventory/server/post-movements.ts'
import type { PlacementDoor } from '#areas/inventory/rules/placement-doors.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type SaveCall,
  type SaveResult,
} from '#server/engine/handler.ts'
import { requireConfirmation } from '#server/engine/require-confirmation.ts'
import { toRowErrors, findViolations, recordsetSql } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { scopeConditions, whereAll } from '#server/engine/search-sql.ts'
import { receive, receiveBulk, receivingLines } from '../operations/receiving.ts'
import { receiptStepFrom } from '../rules/receipt-status.ts'
import { unannouncedSerials } from './announced-serials.ts'
import { findArrivalDoubts } from '#areas/inventory/server/arrival-doubts.ts'
import { lockReceipts } from './lock-receipts.ts'
import {
  invalidRejections,
  assertValidRejections,
  recordRejections,
  type Rejection,
} from './rejecting.ts'
import { expiryBeforeProduction } from '#areas/inventory/rules/valid-before-made.ts'
import { serialTexts } from '#areas/inventory/server/serial-errors.ts'
import { openCell } from '#areas/inventory/server/open-cell.ts'
import { withNotices } from '#areas/inventory/server/with-notices.ts'
import { receivingTexts } from './receiving-texts.ts'
import { withShippedLots } from './with-shipped-lots.ts'
import { selectSuggestedCells } from './suggested-cells.ts'

export const receiptNotOpen = label(
  '이미 입고완료되었거나 취소된 전표입니다.',
  'Already received or cancelled.',
)

/** Lateral per open receipt, because the planner cannot estimate how many lines are still open. */
const openLines = sql`
  select r.receipt_no, l.*, r.wcode, r.receipt_dt, r.supplier_cd, r.shipment_no, r.owner_order_no, s.stock_nm,
    s.barcode, s.box_qty, s.serial_cd, case s.cbm when 0 then 'Y' else 'N' end unmeasured_yn, greatest(l.order_qty - l.receive_qty - l.reject_qty, 0) open_qty
  from receipt r
  cross join lateral (
    select line_no, owner_cd, stock_cd, order_qty, receive_qty, reject_qty, cell_cd, lot_no,
      mark, plot, made_dt, valid_dt, serial_no
    from receipt_line where receipt_no = r.receipt_no and receive_qty + reject_qty < order_qty
    offset 0) l
  join stock s on s.owner_cd = l.owner_cd and s.stock_cd = l.stock_cd
  where r.state_cd in (${quoteCodes(receiptStepFrom.receive)})`

/** Skips suggesting cells when rows are only counted. */
const noSuggestedCells = sql`
  select null::text owner_cd, null::text stock_cd, null::text cell_cd where false`

export const receivingLinesHandler = handleQuery(
  receivingLines,
  'v.receipt_no, v.line_no',
  ({ scope, isCounted }) => sql`
    select l.receipt_no, l.line_no, l.wcode, l.owner_cd, l.stock_cd, l.stock_nm, l.barcode, l.box_qty,
      l.receipt_dt, l.supplier_cd, l.owner_order_no, l.order_qty, l.receive_qty,
      l.reject_qty, l.open_qty, l.open_qty now_qty, null::numeric damaged_now_qty, null::numeric reject_now_qty,
      null::text reject_reason, coalesce(l.cell_cd, c.cell_cd) cell_cd, l.lot_no, l.made_dt, l.valid_dt,
      l.unmeasured_yn, '' pallet_no, '' box_no, null::text serials, l.serial_cd,
      (select count(*) from announced_serial e where e.receipt_no = l.receipt_no
        and e.line_no = l.line_no) announced_qty
    from (${openLines}) l
    left join (${isCounted ? noSuggestedCells : selectSuggestedCells(scope.wcode, sql`select * from (${openLines}) v ${whereAll(scopeConditions(receivingLines.scope, scope))}`)}) c
      on c.owner_cd = l.owner_cd and c.stock_cd = l.stock_cd`,
)

/** Stock to receive on a line. Read once to make all statements work on the same rows. */
export interface ReceivedStock extends Record<string, unknown> {
  readonly no: number
  readonly receipt_no: string
  readonly owner_cd: string
  readonly stock_cd: string
  readonly qty: number
  readonly cell_cd: string | null
  /**
   * Absent if the stock has the condition of its receipt: normal, sample or awaiting inspection.
   */
  readonly condition_cd?: string
  /** Serials of the pieces, unless the row of the call lists them. */
  readonly serials?: string | null
  /** Customs cargo number. Absent for free stock. */
  readonly cargo_no?: string
}

const receivedColumns = Object.keys(receive.input)

export const receiveHandler = handleProcedure(receive, async (call) => {
  const locked = lockReceipts(call, receiptStepFrom.receive, receiptNotOpen)
  const given = recordsetSql(receive.input, receivedColumns, call.rows)
  const checked = rejectBadLines(call, given)
  const request = call.tx.query<ReceivedStock>(sql`
    select r.no, l.receipt_no, l.line_no, l.owner_cd, l.stock_cd, q.qty, q.condition_cd, r.cell_cd,
      coalesce(r.lot_no, l.lot_no, '') lot_no, coalesce(l.mark, '') mark, coalesce(l.plot, '') plot,
      coalesce(r.made_dt, l.made_dt) made_dt, coalesce(r.valid_dt, l.valid_dt) valid_dt,
      coalesce(r.pallet_no, '') pallet_no, coalesce(r.box_no, '') box_no
    from ${given}
    join receipt_line l on l.receipt_no = r.receipt_no and l.line_no = r.line_no
    cross join lateral (values (r.now_qty, null), (r.damaged_now_qty, 'DAMAGED')) q(qty, condition_cd)
    where q.qty > 0`)
  // The order of the awaits decides which error is reported.
  await Promise.allSettled([locked, checked, request])
  await locked
  await checked
  const goods = await withShippedLots(call, await request)
  const [rejections, notices] = await Promise.all([
    recordRejections(call, given),
    postReceipt(call, 'RECEIVE', goods),
  ])
  const message = receivedMessage(goods, rejections.length)
  return withNotices({ rows: await undoableRows(call, rejections), message }, notices)
})

function receivedMessage(goods: readonly ReceivedStock[], rejected = 0): Label {
  const count = countLines(goods)
  return rejected === 0
    ? receivingTexts.received(count)
    : receivingTexts.receivedAndRejected(count, rejected)
}

/** One row per posting and rejection of the call, with the number for cancelling it. */
async function undoableRows(
  { tx, rows, idempotencyKey, userId }: SaveCall,
  rejections: readonly Rejection[],
): Promise<NonNullable<SaveResult['rows']>> {
  const receipts = rows.map(({ values }) => String(values['RECEIPT_NO']))
  const posted = await tx.query<{ receipt_no: string; line_no: number; movement_no: number }>(sql`
    select doc_no receipt_no, doc_line line_no, movement_no from stock_movement
    where movement_cd = 'RECEIPT' and doc_no = any(${receipts}::text[])
      and idempotency_key = ${idempotencyKey} and user_id = ${userId} order by movement_no`)
  const key = (receipt: unknown, line: unknown) => `${String(receipt)} ${String(line)}`
  const rowNumbers = new Map(
    rows.map(({ no, values }) => [key(values['RECEIPT_NO'], values['LINE_NO']), no]),
  )
  const rowNo = (receipt: string, line: number) => rowNumbers.get(key(receipt, line)) ?? 0
  return [
    ...posted.map(({ receipt_no: RECEIPT_NO, line_no: LINE_NO, movement_no: MOVEMENT_NO }) => ({
      ROW: rowNo(RECEIPT_NO, LINE_NO),
      RECEIPT_NO,
      LINE_NO,
      MOVEMENT_NO,
    })),
    ...rejections.map(({ receipt_no: RECEIPT_NO, line_no: LINE_NO, reject_no: REJECT_NO }) => ({
      ROW: rowNo(RECEIPT_NO, LINE_NO),
      RECEIPT_NO,
      LINE_NO,
      REJECT_NO,
    })),
  ]
}

/** Counts distinct lines, because normal and damaged stock can share a line. */
const countLines = (goods: readonly ReceivedStock[]): number =>
  new Set(goods.map((item) => `${item.receipt_no}|${String(item['line_no'])}`)).size

export const receiveBulkHandler = handleProcedure(receiveBulk, async (call) => {
  const numbers = await lockReceipts(call, receiptStepFrom.receive, receiptNotOpen)
  const lines = sql`select * from (${openLines}) o where o.receipt_no = any(${numbers}::text[])`
  await rejectIncompleteLines(call, lines)
  await rejectClosedCells(call, lines)
  const open = await call.tx.query<ReceivedStock>(sql`
    select 0 no, l.receipt_no, l.line_no, l.owner_cd, l.stock_cd, l.open_qty qty, l.cell_cd,
      coalesce(l.lot_no, '') lot_no, coalesce(l.mark, '') mark, coalesce(l.plot, '') plot,
      l.made_dt, l.valid_dt, '' pallet_no, '' box_no
    from (${lines}) l`)
  // A receipt listed twice is received only once.
  const rows = new Map(call.rows.map((row) => [row.values['RECEIPT_NO'], row.no]))
  const goods = open.map((line) => ({ ...line, no: rows.get(line.receipt_no) ?? 0 }))
  const placed = await putAway(call, await withShippedLots(call, goods))
  const notices = await postReceipt(call, 'RECEIVE', placed)
  const message = receivedMessage(placed)
  return withNotices({ rows: call.rows.map(({ no }) => ({ ROW: no })), message }, notices)
})

/** Assigns suggested cells to stock without a cell. */
export async function putAway(
  { tx, scope }: SaveCall,
  goods: readonly ReceivedStock[],
): Promise<ReceivedStock[]> {
  const key = (pick: Pick<ReceivedStock, 'owner_cd' | 'stock_cd'>) =>
    `${pick.owner_cd}\n${pick.stock_cd}`
  const withoutCell = goods.filter((item) => item.cell_cd === null)
  if (withoutCell.length === 0) return [...goods]
  // Passed as arrays because the planner knows their length. It would estimate a recordset as one
  // row.
  const owners = withoutCell.map((stock) => stock.owner_cd)
  const codes = withoutCell.map((stock) => stock.stock_cd)
  const quantities = withoutCell.map((stock) => stock.qty)
  const wanted = sql`select * from unnest(${owners}::text[], ${codes}::text[],
    ${quantities}::numeric[]) i(owner_cd, stock_cd, open_qty)`
  const found = await tx.query<Pick<ReceivedStock, 'owner_cd' | 'stock_cd' | 'cell_cd'>>(
    selectSuggestedCells(scope.wcode, wanted),
  )
  const cells = new Map(found.map((pick) => [key(pick), pick.cell_cd]))
  return goods.map((item) => ({ ...item, cell_cd: item.cell_cd ?? cells.get(key(item)) ?? null }))
}

/** Number of serials of open line `l` that are known before they are scanned. */
const knownSerials = sql`case when l.serial_no is not null then 1 else (
  select count(*) from announced_serial e
  where e.receipt_no = l.receipt_no and e.line_no = l.line_no) end`

/** Rejects receipts with lines whose lot, expiry date or serials have to be entered. */
async function rejectIncompleteLines(call: SaveCall, lines: Sql): Promise<void> {
  const isUndated = sql`l.shipment_no is null and ((s.valid_yn = 'Y' and l.valid_dt is null)
    or (s.lot_yn = 'Y' and coalesce(l.lot_no, '') = ''))`
  const isUnnamed = sql`s.serial_cd = 'ALL' and ${knownSerials} <> l.open_qty`
  const found = await call.tx.query<{ no: string; undated: number; unnamed: number }>(sql`
    select l.receipt_no no, count(*) filter (where ${isUndated}) undated,
      count(*) filter (where ${isUnnamed}) unnamed
    from (${lines}) l join stock s on s.owner_cd = l.owner_cd and s.stock_cd = l.stock_cd
    where ${isUndated} or ${isUnnamed} group by l.receipt_no`)
  if (found.length === 0) return
  const counts = new Map(found.map((row) => [row.no, row]))
  throw invalidRows(
    call.rows.flatMap((row): RowError[] => {
      const own = counts.get(String(row.values['RECEIPT_NO']))
      if (!own) return []
      const { noLotOrExpiry, noSerials } = receivingTexts
      const text = own.undated > 0 ? noLotOrExpiry(own.undated) : noSerials(own.unnamed)
      return [{ row: row.no, text }]
    }),
  )
}

const openCells = sql`select from cell c join zone z using (wcode, zone_cd) where ${openCell}`

/** Rejects cells that were locked after a line named them. */
async function rejectClosedCells(call: SaveCall, lines: Sql): Promise<void> {
  const closed = await call.tx.query<{ no: string; n: number }>(sql`
    select l.receipt_no no, count(*) n from (${lines}) l
    where l.cell_cd is not null and not exists (
      ${openCells} and c.wcode = l.wcode and c.cell_cd = l.cell_cd)
    group by l.receipt_no`)
  if (closed.length === 0) return
  const counts = new Map(closed.map((row) => [row.no, row.n]))
  const errors = call.rows.flatMap((row): RowError[] => {
    const n = counts.get(String(row.values['RECEIPT_NO']))
    if (n === undefined) return []
    return [{ row: row.no, text: receivingTexts.cellsClosed(n), column: 'CELL_CD' }]
  })
  throw invalidRows(errors)
}

export const returnsAreInspected = label(
  '반품은 검품대기로 입고합니다. 불량은 반품검품에서 등록하세요.',
  'Returns are received for inspection. Register damage in "Return inspection".',
)

/** Received quantity of row `r`, including damaged stock. */
const receivedQty = sql`(r.now_qty + coalesce(r.damaged_now_qty, 0))`

async function rejectBadLines({ tx, rows, scope }: SaveCall, given: Sql): Promise<void> {
  const joined = sql`
    select r.*, l.line_no known_no, l.serial_no own_serial, l.limit_qty - l.receive_qty - l.reject_qty room, s.lot_yn,
      s.valid_yn, h.order_kind_cd, h.shipment_no is not null is_shipped, ${receivedQty} comes, coalesce(r.lot_no, l.lot_no, '') lot,
      coalesce(r.made_dt, l.made_dt) made, coalesce(r.valid_dt, l.valid_dt) valid,
      sum(${receivedQty} + coalesce(r.reject_now_qty, 0))
        over (partition by r.receipt_no, r.line_no) wanted
    from ${given} left join receipt_line l
      on l.receipt_no = r.receipt_no and l.line_no = r.line_no
    left join stock s on s.owner_cd = l.owner_cd and s.stock_cd = l.stock_cd
    left join receipt h on h.receipt_no = r.receipt_no`
  const found = await findViolations(tx, joined, [
    sql`r.valid < r.made`,
    sql`r.known_no is null`,
    sql`r.wanted > r.room`,
    sql`r.comes > 0 and not exists (
      ${openCells} and c.wcode = ${scope.wcode} and c.cell_cd = r.cell_cd)`,
    sql`r.comes > 0 and r.lot_yn = 'Y' and r.lot = '' and not r.is_shipped`,
    sql`r.comes > 0 and r.valid_yn = 'Y' and r.valid is null and not r.is_shipped`,
    sql`r.damaged_now_qty > 0 and r.order_kind_cd = 'RETURN'`,
    sql`upper(trim(both ' ,;' from r.serials)) not in ('', r.own_serial)`,
    ...invalidRejections,
  ])
  const [
    early = [],
    lines = [],
    excess = [],
    cells = [],
    lots = [],
    dates = [],
    damages = [],
    serials = [],
    ...rejects
  ] = found
  const errors = [
    ...toRowErrors(early, rows, 'VALID_DT', () => expiryBeforeProduction),
    ...toRowErrors(lines, rows, 'LINE_NO', () => receivingTexts.lineMissing),
    ...toRowErrors(excess, rows, 'NOW_QTY', () => receivingTexts.excess),
    ...toRowErrors(cells, rows, 'CELL_CD', () => receivingTexts.cellClosed),
    ...toRowErrors(lots, rows, 'LOT_NO', () => receivingTexts.lotRequired),
    ...toRowErrors(dates, rows, 'VALID_DT', () => receivingTexts.expiryRequired),
    ...toRowErrors(damages, rows, 'DAMAGED_NOW_QTY', () => returnsAreInspected),
    ...toRowErrors(serials, rows, 'SERIALS', () => serialTexts.otherLine),
  ]
  if (errors.length) throw invalidRows(errors)
  assertValidRejections(rows, rejects)
}

const stockColumnTypes = `no integer, receipt_no text, line_no integer, owner_cd text, stock_cd text,
  qty numeric, cell_cd text, lot_no text, mark text, plot text, made_dt date, valid_dt date,
  pallet_no text, box_no text, condition_cd text, cargo_no text, serials text`

const condition = sql`coalesce(g.condition_cd, c.condition_cd)`

const bonded = sql`case when g.cargo_no is null then 'FREE' else 'BONDED' end`

/**
 * Creates missing lots and balances, then posts from the supplier, or from the customer for a
 * return, into the cells. Stock with a cargo number becomes bonded, other stock free. Returns the
 * placement notices.
 */
export async function postReceipt(
  call: SaveCall,
  door: Extract<PlacementDoor, 'RECEIVE' | 'UNPACK'>,
  goods: readonly ReceivedStock[],
): Promise<readonly Label[]> {
  const { tx, scope } = call
  const day = sql`${call.today}::date`
  if (goods.some((item) => item.cell_cd === null)) {
    const text = label(
      '입고할 셀이 없습니다. 셀을 먼저 등록하세요.',
      'No receiving cell. Create a cell first.',
    )
    throw invalidRows(call.rows.map((row) => ({ row: row.no, text })))
  }
  const g = sql`jsonb_to_recordset(${JSON.stringify(goods)}::jsonb) as g(${raw(stockColumnTypes)})`
  const doubts = findArrivalDoubts(
    call,
    sql`select g.*, r.order_kind_cd = 'RETURN' is_return from ${g} join receipt r using (receipt_no)`,
  )
  const [ofDates, ofSerials] = await Promise.all([doubts, unannouncedSerials(call)])
  requireConfirmation(call, [...ofDates, ...ofSerials])
  const lots = tx.execute(sql`
    insert into lot (owner_cd, stock_cd, lot_no, mark, plot, made_dt, received_dt, valid_dt)
    select distinct owner_cd, stock_cd, lot_no, mark, plot, made_dt, ${day}, valid_dt
    from ${g} order by 1, 2, 3 on conflict on constraint lot_facts do nothing`)
  const placed = sql`${g} join lot l on l.owner_cd = g.owner_cd and l.stock_cd = g.stock_cd
    and l.lot_no = lot_spelling(g.owner_cd, g.stock_cd, g.lot_no) and l.mark = g.mark and l.plot = g.plot and l.received_dt = ${day}
    and l.made_dt is not distinct from g.made_dt and l.valid_dt is not distinct from g.valid_dt
    join (select receipt_no, case when order_kind_cd = 'RETURN' then 'INSPECT'
        when sample_yn = 'Y' then 'SAMPLE' else 'NORMAL' end condition_cd,
        case order_kind_cd when 'RETURN' then 'CUSTOMER' else 'SUPPLIER' end place_cd
      from receipt) c using (receipt_no)`
  const balances = tx.execute(sql`
    insert into stock_balance
      (wcode, owner_cd, stock_cd, lot_id, cell_cd, pallet_no, box_no, condition_cd, bonded_cd,
      cargo_no)
    select distinct ${scope.wcode}, g.owner_cd, g.stock_cd, l.lot_id, g.cell_cd, g.pallet_no,
      g.box_no, ${condition}, ${bonded}, coalesce(g.cargo_no, '')
    from ${placed} order by 2, 3, 4, 5, 6, 7, 8, 9, 10
    on conflict on constraint stock_balance_key do nothing`)
  const posting = postMovements(
    call,
    door,
    sql`
    select g.no, b.wcode, g.owner_cd, g.stock_cd, 'RECEIPT' movement_cd,
      receipt_no doc_no, g.line_no doc_line, c.place_cd from_place_cd,
      null::bigint from_balance_id, 'CELL' to_place_cd, b.balance_id to_balance_id, g.qty, g.serials,
      null reason, null::bigint reverses_no
    from ${placed}
    join stock_balance b on b.wcode = ${scope.wcode} and b.owner_cd = g.owner_cd
      and b.stock_cd = g.stock_cd and b.lot_id = l.lot_id and b.cell_cd = g.cell_cd
      and b.pallet_no = g.pallet_no and b.box_no = g.box_no and b.condition_cd = ${condition}
      and b.bonded_cd = ${bonded} and b.cargo_no = coalesce(g.cargo_no, '')`,
  )
  const [, , { count, notices }] = await Promise.all([lots, balances, posting])
  if (count !== goods.length) throw new Error(`${count} of ${goods.length} lines were posted`)
  return notices
}
