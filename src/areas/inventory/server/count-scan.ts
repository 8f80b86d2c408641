import sql, { type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { handleProcedure, type SaveResult } from '#server/engine/handler.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { countScan } from '../operations/counting.ts'
import { countStatus, countStepFrom } from '../rules/count-status.ts'
import { extendClaims } from './claims.ts'
import { lockJobs } from './count-jobs.ts'
import {
  closeLines,
  firstCountFlags,
  keepFirstCount,
  latestMovement,
  moveCount,
  movedSinceFirstScan,
  movedSinceLastScan,
  shelfQty,
} from './count-moves.ts'
import {
  addFound,
  addPresent,
  cellNeeded,
  damagedWord,
  findLinesOfOneLot,
  scanError,
  type Scan,
  type ScannedLine,
} from './count-scan-lines.ts'
import { countSerial, rejectBySerial } from './count-serials.ts'
import { lockBalances } from './work-engine.ts'

export const countScanHandler = handleProcedure(countScan, async (call) => {
  const values = call.rows[0]?.values ?? {}
  const named = String(values['JOB_NO'])
  const [[job = ''], [found]] = await Promise.all([
    lockJobs(call, countStepFrom.count),
    call.tx.query<{ state_cd: string }>(sql`
      select state_cd from count_job where job_no = ${named}`),
  ])
  const refs = new Map(call.rows.map(({ no }) => [no, job]))
  await extendClaims(call, 'COUNT', refs, 'CODE')
  const scan: Scan = {
    call,
    values,
    job,
    code: String(values['CODE']),
    ...parsePlace(String(values['CELL_CD'] ?? '')),
    isRecount: found?.state_cd === countStatus.recounting,
  }
  const place = await scanPlace(scan)
  if (place) return place
  if (scan.cell === '') {
    throw scanError(scan, cellNeeded, 'CELL_CD')
  }
  const counted =
    (await countSerial(scan, (line) => countLines(scan, [line]))) ?? (await countItem(scan))
  await call.tx
    .execute(sql`update count_job set state_cd = ${countStatus.counting}, updated_by = ${call.userId},
    updated_at = ${currentTimestamp} where job_no = ${job} and state_cd = ${countStatus.planned}`)
  return counted
})

async function countItem(scan: Scan): Promise<SaveResult> {
  await addPresent(scan)
  const lines = await findLinesOfOneLot(scan)
  await rejectBySerial(scan, lines)
  return countLines(scan, lines.length > 0 ? lines : [await addFound(scan)])
}

const isDamagedWord = (text: string) => text === damagedWord.ko || text === damagedWord.en

function parsePlace(place: string): Pick<Scan, 'cell' | 'isDamaged'> {
  const index = place.lastIndexOf(' ')
  const isDamaged = index > 0 && isDamagedWord(place.slice(index + 1))
  return { cell: isDamaged ? place.slice(0, index) : place, isDamaged }
}

async function scanPlace(scan: Scan): Promise<SaveResult | undefined> {
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
    throw scanError(
      scan,
      label(`이 실사작업의 셀이 아닙니다: ${code}`, `Not a cell of this count job: ${code}`),
    )
  }
  await closeLines(
    call,
    sql`l.job_no = ${job} and b.cell_cd <> ${code}
      and coalesce(l.recounted_by, l.counted_by) = ${call.userId}`,
  )
  const row = { ROW: call.rows[0]?.no ?? 1, JOB_NO: job, CELL_CD: code, PLACE_YN: 'Y' }
  return { rows: [row] }
}

export const undoBeyondCount = label(
  '실사한 수량보다 많이 취소할 수 없습니다.',
  'You cannot undo more than was counted.',
)

export const sameCounter = label(
  '재실사는 1차 실사자가 아닌 사용자가 해야 합니다.',
  'Another user must do the recount.',
)

/** Line of the scanned item in this cell, read after locking the scanned balances. */
interface ShelfLine extends Record<string, unknown> {
  line_no: number
  qty: number
  moves: number
  is_moved: boolean
}

/**
 * Reads the scanned lines, and the counted lines of other lots of the item in the cell, because the
 * counter is still working on the item. Scanned lines are marked as moved if stock moved since
 * their first scan, the others if it moved since their last.
 */
async function readShelfQuantities(
  { call, job, isRecount }: Scan,
  lines: readonly ScannedLine[],
): Promise<ShelfLine[]> {
  const numbers = sql`any(${lines.map((line) => line.line_no)}::integer[])`
  return call.tx.query<ShelfLine>(sql`
    select l.line_no, ${shelfQty} qty, ${moveCount} moves, l.moved_yn = 'Y' or coalesce(
        case when l.line_no = ${numbers} then ${movedSinceFirstScan}
          else ${movedSinceLastScan} end, false) is_moved
    from count_line l join stock_balance b using (balance_id)
    where l.job_no = ${job} and (l.line_no = ${numbers}
      or case when ${isRecount} then l.recount_qty else l.count_qty end is not null
        and l.work_no is null and (not ${isRecount} or l.recount_yn = 'Y')
        and exists (select from count_line n join stock_balance o using (balance_id)
          where n.job_no = ${job} and n.line_no = ${numbers}
            and (o.owner_cd, o.stock_cd, o.cell_cd) = (b.owner_cd, b.stock_cd, b.cell_cd)
            and (o.condition_cd = 'DAMAGED') = (b.condition_cd = 'DAMAGED')))`)
}

/**
 * Adds the scanned quantity to the count of a lot in this cell. Several lines of the lot (pallets,
 * receipt dates) are filled in order up to their current shelf quantity. The last one takes the
 * rest.
 */
async function countLines(scan: Scan, lines: readonly ScannedLine[]): Promise<SaveResult> {
  const { call, isRecount, values } = scan
  if (isRecount && lines.some((line) => line.counted_users.includes(call.userId))) {
    throw scanError(scan, sameCounter)
  }
  const [, shelves, latest] = await Promise.all([
    lockBalances(
      call.tx,
      lines.map((line) => line.balance_id),
    ),
    readShelfQuantities(scan, lines),
    latestMovement(call),
  ])
  const quantity = Number(values['QTY'] ?? 1)
  const added = quantity * (lines[0]?.factor ?? 1)
  const isStarted = lines.some((line) => line.so_far !== null)
  const before = lines.reduce((sum, line) => sum + thousandths(line.so_far ?? 0), 0)
  const total = before + thousandths(added)
  if (total < 0) {
    throw scanError(scan, undoBeyondCount, 'QTY')
  }
  const books = new Map(shelves.map((shelf) => [shelf.line_no, shelf.qty]))
  const moves = new Map(shelves.map((shelf) => [shelf.line_no, shelf.moves]))
  // After undoing all scans, the lines are uncounted again.
  const counts =
    total === 0 && added < 0 ? lines.map(() => null) : distributeTotal(lines, books, total)
  const others = shelves.filter(({ line_no }) => !lines.some((line) => line.line_no === line_no))
  const movedOthers = others.filter((other) => other.is_moved)
  const hasMoved = shelves.some((shelf) => shelf.is_moved && !others.includes(shelf))
  // A line added to a started count was not on the shelf when the count started.
  const hasJoined = lines.some((line) => line.so_far === null)
  const isMoved = movedOthers.length > 0 || (isStarted && (hasMoved || hasJoined))
  await storeCounts(scan, latest, {
    isStarted,
    isMoved,
    movedOthers: movedOthers.map((other) => other.line_no),
    // A quantity typed in one entry is the complete count; pieces scanned one by one can continue.
    isOpen: isStarted || quantity === 1,
    rows: lines.map((line, index) => ({
      line_no: line.line_no,
      qty: counts[index] ?? null,
      shelf: books.get(line.line_no) ?? 0,
      moves: moves.get(line.line_no) ?? 0,
    })),
  })
  return { rows: [buildResponse(scan, lines, counts)] }
}

interface CountOutcome {
  readonly isStarted: boolean
  readonly isMoved: boolean
  /** Lines of other lots of the item in the cell whose stock moved. */
  readonly movedOthers: readonly number[]
  readonly isOpen: boolean
  readonly rows: readonly { line_no: number; qty: number | null; shelf: number; moves: number }[]
}

async function storeCounts(
  { call, job, isRecount }: Scan,
  latest: number,
  { isStarted, isMoved, movedOthers, isOpen, rows }: CountOutcome,
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r(line_no integer, qty numeric, shelf numeric, moves bigint)`
  const book = sql`case when r.qty is not null then r.shelf end`
  const counter = sql`case when r.qty is not null then ${call.userId} end`
  const now = sql`case when r.qty is not null then ${currentTimestamp} end`
  const users = (column: Sql) => sql`case when ${call.userId} = any(${column}) then ${column}
    else ${column} || ${call.userId}::text end`
  const set = isRecount
    ? sql`recount_qty = r.qty, recount_book_qty = ${book}, recounted_by = ${counter},
        recounted_at = ${now}, recounted_users = ${users(sql`l.recounted_users`)},
        ${keepFirstCount}`
    : sql`count_qty = r.qty, book_qty = ${book}, counted_by = ${counter}, counted_at = ${now},
        counted_users = case when r.qty is null then '{}' else ${users(sql`l.counted_users`)} end`
  // The first count applies again after undoing all scans of its recount.
  const isBack = sql`(${isRecount} and r.qty is null)`
  const first = sql`(not ${isStarted} or l.since_movement_no is null)`
  await call.tx.execute(sql`
    update count_line l set ${set},
      since_qty = case when ${first} then r.shelf else l.since_qty end,
      since_movement_no = case when ${first} then ${latest}
        else l.since_movement_no end,
      since_moves = case when ${first} then r.moves else l.since_moves end,
      last_movement_no = case when ${isBack} then ${firstCountFlags.movement} else ${latest} end,
      last_moves = r.moves,
      open_yn = case when ${isOpen} and r.qty is not null then 'Y' else 'N' end,
      moved_yn = case when ${isBack} then ${firstCountFlags.moved}
        when ${isMoved} and r.qty is not null then 'Y' else 'N' end
    from ${given} where l.job_no = ${job} and l.line_no = r.line_no`)
  if (movedOthers.length > 0) {
    await call.tx.execute(sql`update count_line set moved_yn = 'Y'
      where job_no = ${job} and line_no = any(${[...movedOthers]}::integer[])`)
  }
  // An unexpected line without a count was a scanning mistake.
  await call.tx.execute(sql`
    delete from count_line where job_no = ${job} and found_yn = 'Y' and count_qty is null`)
}

function distributeTotal(
  lines: readonly ScannedLine[],
  books: ReadonlyMap<number, number>,
  total: number,
): number[] {
  let remaining = total
  return lines.map((line, index) => {
    const room = thousandths(books.get(line.line_no) ?? 0)
    const taken = index === lines.length - 1 ? remaining : Math.min(remaining, room)
    remaining -= taken
    return taken / 1000
  })
}

/** Quantities have at most three decimals, so thousandths add up exactly. */
function thousandths(quantity: number): number {
  return Math.round(quantity * 1000)
}

function buildResponse(
  scan: Scan,
  lines: readonly ScannedLine[],
  counts: readonly (number | null)[],
) {
  const [line] = lines
  const answer = {
    ROW: scan.call.rows[0]?.no ?? 1,
    JOB_NO: scan.job,
    CELL_CD: scan.cell,
    STOCK_CD: line?.stock_cd ?? null,
    STOCK_NM: line?.stock_nm ?? null,
  }
  // If several lines were counted, none has the total, so the station reloads them.
  if (lines.length > 1) return answer
  return { ...answer, LINE_NO: line?.line_no ?? null, COUNTED_QTY: counts[0] ?? null }
}
