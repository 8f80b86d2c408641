import sql, { type Sql } from 'sql-template-tag'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { serialStatus } from '../rules/serial-status.ts'
import { movedSinceLastScan } from './count-moves.ts'
import { lockBalances } from './work-engine.ts'

const decidingRound: Sql = sql`case when l.recount_qty is null then 'N' else 'Y' end`

/** Condition: row `n` belongs to the counting round that decides line `l`. */
export const isOfDecidingRound: Sql = sql`n.job_no = l.job_no and n.line_no = l.line_no
  and n.recount_yn = ${decidingRound}`

const isOnShelf = sql`s.state_cd in (${quoteCodes([serialStatus.inStock, serialStatus.inspection])})`

/** Joins serial `s`: the one numbered in row `n`, for the item on line `l` in balance `b`. */
const joinSerial = sql`serial s on s.owner_cd = b.owner_cd and s.stock_cd = b.stock_cd
  and s.serial_no = n.serial_no`

/**
 * Compares the serials scanned for the lines of finished jobs with the recorded ones. Missing
 * serials were not scanned; foreign ones are recorded elsewhere or unknown. Lines compared earlier
 * retain their result. If stock moved after its last scan, its difference must be recounted.
 */
export async function compareSerials(call: SaveCall, jobs: readonly string[]): Promise<void> {
  const ours = sql`l.job_no = any(${[...jobs]}::text[])`
  const open = await call.tx.query<{ job_no: string; line_no: number; balance_id: number }>(sql`
    select l.job_no, l.line_no, l.balance_id from count_line l where ${ours} and l.work_no is null
      and exists (select from count_serial n where ${isOfDecidingRound} and n.result_cd is null)`)
  await lockBalances(
    call.tx,
    open.map(({ balance_id }) => balance_id),
  )
  const lines = sql`jsonb_to_recordset(${JSON.stringify(open)}::jsonb)
      as o(job_no text, line_no integer)
    join count_line l on l.job_no = o.job_no and l.line_no = o.line_no
    join stock_balance b on b.balance_id = l.balance_id`
  await call.tx.execute(sql`
    update count_serial x set place_id = p.balance_id,
      result_cd = case when p.is_same then 'SAME' else 'FOREIGN' end
    from (select n.job_no, n.line_no, n.recount_yn, n.serial_no, s.balance_id,
        coalesce(s.balance_id = l.balance_id and ${isOnShelf}, false) is_same
      from ${lines} join count_serial n on ${isOfDecidingRound} left join ${joinSerial}) p
    where (x.job_no, x.line_no, x.recount_yn, x.serial_no)
      = (p.job_no, p.line_no, p.recount_yn, p.serial_no)`)
  await call.tx.execute(sql`
    insert into count_serial (job_no, line_no, recount_yn, serial_no, result_cd, place_id)
    select l.job_no, l.line_no, ${decidingRound}, s.serial_no, 'MISSING', s.balance_id
    from ${lines} join serial s on s.balance_id = l.balance_id and ${isOnShelf}
    where not exists (select from count_serial n where ${isOfDecidingRound} and n.serial_no = s.serial_no)
    order by 1, 2, 4`)
  await call.tx.execute(sql`
    update count_line l set serial_diff = d.n,
      moved_yn = case when d.n > 0 and ${movedSinceLastScan} then 'Y' else l.moved_yn end
    from stock_balance b, (
      select l.job_no, l.line_no, (select count(*) from count_serial n
        where ${isOfDecidingRound} and n.result_cd <> 'SAME') n
      from count_line l where ${ours} and l.work_no is null) d
    where b.balance_id = l.balance_id and d.job_no = l.job_no and d.line_no = l.line_no
      and d.n <> l.serial_diff`)
}

/** Missing and foreign serials of line `l` of job `j`, with their cells in its warehouse. */
export const serialDifferences: Sql = sql`left join lateral (
    select left(string_agg(n.serial_no, ', ' order by n.serial_no)
        filter (where n.result_cd = 'MISSING'), 2000) missing_serials,
      left(string_agg(n.serial_no || coalesce(' (' || p.cell_cd || ')', ''), ', '
        order by n.serial_no) filter (where n.result_cd = 'FOREIGN'), 2000) foreign_serials
    from count_serial n left join stock_balance p on p.balance_id = n.place_id
      and p.wcode = j.wcode
    where l.serial_diff > 0 and ${isOfDecidingRound}) sd on true`
