import sql, { type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { WireRow } from '#kernel/field.ts'
import { itemNamed } from '#areas/master/server/item-code.ts'
import { badRows } from '#server/base/app-error.ts'
import { handleProcedure, type SaveCall, type SaveResult } from '#server/engine/handler.ts'
import { thisMoment } from '#server/engine/this-moment.ts'
import { countScan } from '../operations/counting.ts'
import { countStatus, countStepFrom } from '../rules/count-status.ts'
import { lockJobs } from './count-jobs.ts'
import { inScope, lockBalances } from './work-engine.ts'

interface Scan {
  readonly call: SaveCall
  readonly values: WireRow
  readonly job: string
  readonly code: string
  readonly cell: string
  readonly isDamaged: boolean
  readonly isRecount: boolean
}

function reject({ call }: Pick<Scan, 'call'>, text: Label, column = 'CODE'): Error {
  return badRows([{ row: call.rows[0]?.no ?? 1, text, column }])
}

export const countScanHandler = handleProcedure(countScan, async (call) => {
  const values = call.rows[0]?.values ?? {}
  const named = String(values['JOB_NO'])
  const [[job = ''], [found]] = await Promise.all([
    lockJobs(call, countStepFrom.count),
    call.tx.query<{ state_cd: string }>(sql`
      select state_cd from count_job where job_no = ${named}`),
  ])
  const scan: Scan = {
    call,
    values,
    job,
    code: String(values['CODE']),
    ...placeOf(String(values['CELL_CD'] ?? '')),
    isRecount: found?.state_cd === countStatus.recounting,
  }
  const place = await takePlace(scan)
  if (place) return place
  if (scan.cell === '') {
    throw reject(scan, label('셀을 먼저 스캔하세요.', 'Scan the cell first.'), 'CELL_CD')
  }
  const lines = await linesOf(scan)
  requireOneLot(scan, lines)
  const counted = await countLines(scan, lines.length > 0 ? lines : [await addFound(scan)])
  await call.tx
    .execute(sql`update count_job set state_cd = ${countStatus.counting}, updated_by = ${call.userId},
    updated_at = ${thisMoment} where job_no = ${job} and state_cd = ${countStatus.planned}`)
  return counted
})

/** Scanned or typed after a cell to count damaged stock in it from then on. */
const damagedWord = label('불량', 'DAMAGED')
const isDamagedWord = (text: string) => text === damagedWord.ko || text === damagedWord.en

function placeOf(place: string): Pick<Scan, 'cell' | 'isDamaged'> {
  const at = place.lastIndexOf(' ')
  const isDamaged = at > 0 && isDamagedWord(place.slice(at + 1))
  return { cell: isDamaged ? place.slice(0, at) : place, isDamaged }
}

async function takePlace(scan: Scan): Promise<SaveResult | undefined> {
  const { call, job, code, isRecount } = scan
  if (isDamagedWord(code) && scan.cell !== '') {
    const CELL_CD = `${scan.cell} ${damagedWord[call.language]}`
    return { rows: [{ ROW: call.rows[0]?.no ?? 1, JOB_NO: job, CELL_CD, PLACE_YN: 'Y' }] }
  }
  const [cell] = await call.tx.query<{ is_here: boolean; n: number }>(sql`
    select exists (select from count_line l join stock_balance b using (balance_id)
        join cell x on x.wcode = b.wcode and x.cell_cd = b.cell_cd
        where l.job_no = ${job} and x.zone_cd = c.zone_cd
          and (not ${isRecount} or (l.recount_yn = 'Y' and x.cell_cd = c.cell_cd))) is_here
    from cell c where c.wcode = ${call.scope.wcode} and c.cell_cd = ${code}`)
  if (!cell) return undefined
  if (!cell.is_here) {
    throw reject(
      scan,
      label(`이 실사작업의 셀이 아닙니다: ${code}`, `Not a cell of this count job: ${code}`),
    )
  }
  const row = { ROW: call.rows[0]?.no ?? 1, JOB_NO: job, CELL_CD: code, PLACE_YN: 'Y' }
  return { rows: [row] }
}

interface Line extends Record<string, unknown> {
  line_no: number
  balance_id: number
  stock_cd: string
  stock_nm: string
  lot_no: string
  /** `YYYYMMDD`, or empty. */
  valid_dt: string
  factor: number
  /** Quantity counted so far in this round, or null if not counted yet. */
  so_far: number | null
  counted_by: string | null
}

function selectLines(scan: Scan, where: Sql, factor: Sql): Sql {
  const { isRecount } = scan
  return sql`
    select l.line_no, l.balance_id, k.stock_cd, k.stock_nm, t.lot_no,
      coalesce(to_char(t.valid_dt, 'YYYYMMDD'), '') valid_dt, ${factor} factor,
      case when ${isRecount} then l.recount_qty else l.count_qty end so_far, l.counted_by
    from count_line l join stock_balance b using (balance_id) join lot t using (lot_id)
    join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
    where l.job_no = ${scan.job} and b.cell_cd = ${scan.cell} and ${inScope(scan.call)}
      and (b.condition_cd = 'DAMAGED') = ${scan.isDamaged}
      and (not ${isRecount} or (l.recount_yn = 'Y' and l.work_no is null)) and ${where}
    order by t.valid_dt nulls last, t.received_dt, l.line_no`
}

async function linesOf(scan: Scan): Promise<Line[]> {
  const { call, code, values } = scan
  const item = itemNamed(code)
  const lot = values['LOT_NO'] ?? null
  const valid = values['VALID_DT'] ?? null
  const sameLot = sql`(${lot}::text is null or upper(t.lot_no) = upper(${lot}::text))
    and (${valid}::date is null or t.valid_dt = ${valid}::date)`
  const lines = await call.tx.query<Line>(
    selectLines(
      scan,
      sql`((${item.any} and ${sameLot}) or (t.lot_no <> '' and upper(t.lot_no) = upper(${code})))`,
      sql`case when ${item.any} then ${item.factor} else 1 end`,
    ),
  )
  const items = new Set(lines.map((line) => line.stock_cd))
  if (items.size <= 1) return lines
  const text = label(
    `여러 품목에 해당하는 코드입니다: ${[...items].join(', ')}`,
    `This code matches several items: ${[...items].join(', ')}`,
  )
  throw reject(scan, text)
}

/**
 * Throws if several lots in the cell share the code, because book quantities must not decide which
 * one was counted. A count of zero for all of them is accepted.
 */
function requireOneLot(scan: Scan, lines: readonly Line[]): void {
  const lots = new Set(lines.map((line) => [line.lot_no, line.valid_dt].filter(Boolean).join(' ')))
  const isNone =
    Number(scan.values['QTY'] ?? 1) === 0 && lines.every(({ so_far }) => so_far === null)
  if (lots.size <= 1 || isNone) return
  const named = [...lots].map((lot) => lot || '–').join(', ')
  const text = label(
    `로트가 여럿입니다. 실사할 로트나 유통기한을 스캔하거나 입력하세요: ${named}`,
    `Several lots are here. Scan or enter the lot or expiry date you are counting: ${named}`,
  )
  throw reject(scan, text, 'LOT_NO')
}

/** Adds a line with book quantity 0 for stock not expected in this cell. */
async function addFound(scan: Scan): Promise<Line> {
  const { call, job, code, values, isRecount } = scan
  const none = label('이 셀의 재실사 대상 품목이 아닙니다.', 'Not due for recount in this cell.')
  if (isRecount) throw reject(scan, none)
  const item = itemNamed(code)
  const items = await call.tx.query<{ owner_cd: string; stock_cd: string; needs: boolean }>(sql`
    select k.owner_cd, k.stock_cd, (k.lot_yn = 'Y' and ${values['LOT_NO'] ?? null}::text is null)
      or (k.valid_yn = 'Y' and ${values['VALID_DT'] ?? null}::date is null) needs
    from stock k where k.use_yn = 'Y' and k.goods_yn = 'Y' and ${item.any}
      and k.owner_cd in (select owner_cd from count_line b where job_no = ${job})
      and ${ownersOf(call)}`)
  const [one] = items
  if (!one) {
    throw reject(scan, label('등록되지 않은 품목입니다.', 'Item not found.'))
  }
  if (items.length > 1) {
    const owners = items.map(({ owner_cd }) => owner_cd).join(', ')
    throw reject(
      scan,
      label(
        `화주가 여럿인 코드입니다: ${owners}`,
        `This code belongs to several owners: ${owners}`,
      ),
    )
  }
  if (one.needs) {
    const text = label(
      '이 셀의 전산재고에 없는 관리 품목입니다. 로트와 유통기한이 있는 라벨을 스캔하세요.',
      'Not in system stock here. Scan a label with lot and expiry date.',
    )
    throw reject(scan, text, 'LOT_NO')
  }
  const line = await insertFound(scan, one)
  const [made] = await call.tx.query<Line>(selectLines(scan, sql`l.line_no = ${line}`, item.factor))
  if (!made) throw new Error(`line ${line} of ${job} was not made`)
  return made
}

function ownersOf({ scope }: SaveCall): Sql {
  return sql`(${scope.owners === null} or k.owner_cd = any(${[...(scope.owners ?? [])]}::text[]))`
}

async function insertFound(
  scan: Scan,
  { owner_cd, stock_cd }: { owner_cd: string; stock_cd: string },
): Promise<number> {
  const { call, job, cell, values } = scan
  const condition = scan.isDamaged ? 'DAMAGED' : 'NORMAL'
  const day = sql`${call.today}::date`
  const facts = [owner_cd, stock_cd, values['LOT_NO'] ?? ''] as const
  const valid = values['VALID_DT'] ?? null
  await call.tx.execute(sql`
    insert into lot (owner_cd, stock_cd, lot_no, received_dt, valid_dt)
    values (${facts[0]}, ${facts[1]}, ${facts[2]}, ${day}, ${valid}::date)
    on conflict on constraint lot_facts do nothing`)
  await call.tx.execute(sql`
    insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, condition_cd)
    select ${call.scope.wcode}, owner_cd, stock_cd, lot_id, ${cell}, ${condition} from lot
    where (owner_cd, stock_cd, lot_no) = (${facts[0]}, ${facts[1]}, ${facts[2]})
      and (mark, plot, received_dt) = ('', '', ${day})
      and made_dt is null and valid_dt is not distinct from ${valid}::date
    on conflict on constraint stock_balance_key do nothing`)
  const [made] = await call.tx.query<{ line_no: number }>(sql`
    insert into count_line (job_no, line_no, owner_cd, balance_id, found_yn)
    select ${job}, (select max(line_no) + 1 from count_line where job_no = ${job}), b.owner_cd,
      b.balance_id, 'Y'
    from stock_balance b join lot t using (lot_id)
    where b.wcode = ${call.scope.wcode} and b.cell_cd = ${cell}
      and (b.owner_cd, b.stock_cd, t.lot_no) = (${facts[0]}, ${facts[1]}, ${facts[2]})
      and t.received_dt = ${day} and t.valid_dt is not distinct from ${valid}::date
      and (b.pallet_no, b.box_no, b.condition_cd, b.bonded_cd) = ('', '', ${condition}, 'FREE')
    returning line_no`)
  return made?.line_no ?? 0
}

/**
 * Adds the scanned quantity to the count of a lot in this cell. Several lines of the lot (pallets,
 * receipt dates) are filled in order up to their current book quantity. The last one takes the
 * rest. Picked stock has already left the cell, so it is excluded from the book quantity.
 */
async function countLines(scan: Scan, lines: readonly Line[]): Promise<SaveResult> {
  const { call, job, isRecount, values } = scan
  if (isRecount && lines.some((line) => line.counted_by === call.userId)) {
    const text = label(
      '재실사는 1차 실사자가 아닌 사용자가 해야 합니다.',
      'Another user must do the recount.',
    )
    throw reject(scan, text)
  }
  const balances = lines.map((line) => line.balance_id)
  const [, booked] = await Promise.all([
    lockBalances(call.tx, balances),
    call.tx.query<{ id: number; qty: number }>(sql`
      select balance_id id, qty - pick_qty qty from stock_balance
      where balance_id = any(${balances}::bigint[])`),
  ])
  const added = Number(values['QTY'] ?? 1) * (lines[0]?.factor ?? 1)
  const before = lines.reduce((sum, line) => sum + thousandths(line.so_far ?? 0), 0)
  const total = before + thousandths(added)
  if (total < 0) {
    throw reject(
      scan,
      label('실사한 수량보다 많이 취소할 수 없습니다.', 'You cannot undo more than was counted.'),
      'QTY',
    )
  }
  const books = new Map(booked.map((row) => [row.id, row.qty]))
  // After undoing all scans, the lines are uncounted again.
  const counts = total === 0 && added < 0 ? lines.map(() => null) : spread(lines, books, total)
  const rows = lines.map((line, at) => ({
    line_no: line.line_no,
    qty: counts[at],
    book: counts[at] === null ? null : (books.get(line.balance_id) ?? 0),
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r(line_no integer, qty numeric, book numeric)`
  const who = sql`case when r.qty is not null then ${call.userId} end`
  const now = sql`case when r.qty is not null then ${thisMoment} end`
  const set = isRecount
    ? sql`recount_qty = r.qty, recount_book_qty = r.book, recounted_by = ${who}, recounted_at = ${now}`
    : sql`count_qty = r.qty, book_qty = r.book, counted_by = ${who}, counted_at = ${now}`
  await Promise.all([
    call.tx.execute(sql`
      update count_line l set ${set} from ${given}
      where l.job_no = ${job} and l.line_no = r.line_no`),
    // An unexpected line without a count was a scanning mistake.
    call.tx.execute(sql`
      delete from count_line where job_no = ${job} and found_yn = 'Y' and count_qty is null`),
  ])
  return { rows: [answerOf(scan, lines, counts)] }
}

function spread(
  lines: readonly Line[],
  books: ReadonlyMap<number, number>,
  total: number,
): number[] {
  let left = total
  return lines.map((line, at) => {
    const room = thousandths(books.get(line.balance_id) ?? 0)
    const taken = at === lines.length - 1 ? left : Math.min(left, room)
    left -= taken
    return taken / 1000
  })
}

/** Quantities have at most three decimals, so thousandths add up exactly. */
function thousandths(quantity: number): number {
  return Math.round(quantity * 1000)
}

function answerOf(scan: Scan, lines: readonly Line[], counts: readonly (number | null)[]) {
  const [line] = lines
  const answer = {
    ROW: scan.call.rows[0]?.no ?? 1,
    JOB_NO: scan.job,
    CELL_CD: scan.cell,
    STOCK_CD: line?.stock_cd ?? null,
    STOCK_NM: line?.stock_nm ?? null,
  }
  // With several lines no single one has the total, so the station reloads them.
  if (lines.length > 1) return answer
  return { ...answer, LINE_NO: line?.line_no ?? null, COUNTED_QTY: counts[0] ?? null }
}
