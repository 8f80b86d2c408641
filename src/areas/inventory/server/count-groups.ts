import sql, { join, raw, type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { isNameableBy } from '#server/auth/user-reach.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery, type SaveCall } from '#server/engine/handler.ts'
import { toRowErrors, recordsetSql } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { countGroups, makeCount } from '../operations/counting.ts'
import { countStepFrom } from '../rules/count-status.ts'
import { isMissing } from './missing-stock.ts'
import { isInScope } from './work-engine.ts'

const groupings: Readonly<Record<string, readonly string[]>> = {
  ZONE: ['zone_cd'],
  CELL: ['zone_cd', 'cell_cd'],
  STOCK: ['owner_cd', 'stock_cd', 'abc_cd'],
  OWNER: ['owner_cd'],
  ABC: ['owner_cd', 'abc_cd'],
  MOVED: ['zone_cd', 'cell_cd', 'owner_cd', 'stock_cd', 'abc_cd'],
  MISSING: ['zone_cd', 'cell_cd', 'owner_cd', 'stock_cd', 'abc_cd'],
}
const keys = ['zone_cd', 'cell_cd', 'owner_cd', 'stock_cd', 'abc_cd']

/** ABC classes are based on the shipments of this many days. */
const abcDays = 90
const [shareOfA, shareOfB] = [0.8, 0.95]

/** A: items that make up the first 80 % of an owner's shipments. B: up to 95 %. C: all others. */
function abcClasses(wcode: string, today: string): Sql {
  return sql`select owner_cd, stock_cd, case when before < ${shareOfA} * total then 'A'
      when before < ${shareOfB} * total then 'B' else 'C' end abc_cd
    from (select owner_cd, stock_cd, sum(qty) over w - qty before,
        sum(qty) over (partition by owner_cd) total
      from (select owner_cd, stock_cd, sum(qty) qty from stock_movement
        where wcode = ${wcode} and movement_cd = 'SHIPMENT' and from_place_cd = 'CELL'
          and business_dt > ${today}::date - ${abcDays}::int group by 1, 2) s
      window w as (partition by owner_cd order by qty desc, stock_cd)) r`
}

/**
 * All countable stock of a warehouse. For MOVED, only stock moved today. For MISSING, only stock
 * that a picker did not find.
 */
function countableStock(wcode: string, today: string, method: string): Sql {
  // Unnested to look up balances from today's movements, instead of testing every balance against
  // them.
  const moved = sql`and b.balance_id in (
    select unnest(array[m.from_balance_id, m.to_balance_id]) from stock_movement m
    where m.wcode = ${wcode} and m.business_dt = ${today}::date)`
  const only: Readonly<Record<string, Sql>> = { MOVED: moved, MISSING: sql`and ${isMissing}` }
  return sql`select b.balance_id, b.wcode, c.zone_cd, b.cell_cd, b.owner_cd, b.stock_cd,
      k.stock_nm, coalesce(a.abc_cd, 'C') abc_cd, z.pick_seq zone_seq, c.pick_seq
    from stock_balance b
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
    left join (${abcClasses(wcode, today)}) a on a.owner_cd = b.owner_cd and a.stock_cd = b.stock_cd
    where b.wcode = ${wcode} and b.qty > 0 ${only[method] ?? sql``}`
}

export const countGroupsHandler = handleQuery(
  countGroups,
  keys.map((key) => `v.${key}`).join(', '),
  ({ scope, today, search }) => {
    const wanted = String(search['METHOD_CD'] ?? '')
    const method = Object.hasOwn(groupings, wanted) ? wanted : 'STOCK'
    const grouping = groupings[method] ?? []
    const shown = keys.map((key) => raw(grouping.includes(key) ? key : `null::text ${key}`))
    const name = grouping.includes('stock_cd') ? raw('min(stock_nm)') : raw('null::text')
    return sql`
      select wcode, ${method} method_cd, ${join(shown)}, ${name} stock_nm, count(*) line_count,
        max(d.counted_dt) counted_dt, ${today}::date count_dt, null::text assigned_to,
        null::text remark
      from (${countableStock(scope.wcode, today, method)}) b
      left join (select balance_id,
          max((coalesce(recounted_at, counted_at) at time zone 'Asia/Seoul')::date) counted_dt
        from count_line group by 1) d using (balance_id)
      group by wcode, ${raw(grouping.join(', '))}`
  },
)

interface GroupBalance extends Record<string, unknown> {
  no: number
  balance_id: number
  owner_cd: string
}

/**
 * Waits for other plans of this warehouse. Otherwise two plans of the same stock would not see each
 * other.
 */
export async function lockCountPlans({ tx, scope }: SaveCall): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('count ' || ${scope.wcode}, 0))`)
}

/** Distinct balances of the named groups, excluding those already being counted. */
async function readGroupBalances(call: SaveCall, method: string): Promise<GroupBalance[]> {
  const rows = call.rows.filter((row) => row.values['METHOD_CD'] === method)
  const grouping = groupings[method] ?? []
  const same = raw(grouping.map((key) => `b.${key} = r.${key}`).join(' and '))
  return call.tx.query<GroupBalance>(sql`
    select min(r.no) no, b.balance_id, b.owner_cd
    from ${recordsetSql(makeCount.input, Object.keys(makeCount.input), rows)}
    join (${countableStock(call.scope.wcode, call.today, method)}) b on ${same}
    where ${isInScope(call)} and not exists (select from count_line l join count_job j using (job_no)
      where l.balance_id = b.balance_id and j.state_cd in (${quoteCodes(countStepFrom.count)}))
    group by b.balance_id, b.owner_cd, b.zone_seq, b.pick_seq, b.cell_cd, b.stock_cd
    order by b.zone_seq, b.pick_seq, b.cell_cd, b.stock_cd, b.balance_id`)
}

function describeTarget(values: Readonly<Record<string, unknown>>): string {
  const names = ['ZONE_CD', 'CELL_CD', 'OWNER_CD', 'STOCK_CD', 'ABC_CD'].map((key) => values[key])
  return names.filter(Boolean).join(' ')
}

async function rejectUnknownCounters(call: SaveCall): Promise<void> {
  const columns = ['ASSIGNED_TO']
  const unknown = await call.tx.query<{ no: number }>(sql`
    select r.no from ${recordsetSql(makeCount.input, columns, call.rows)}
    where r.assigned_to is not null and not exists (select from app_user u
      join user_warehouse w using (user_id)
      where u.user_id = r.assigned_to and u.use_yn = 'Y' and w.wcode = ${call.scope.wcode}
        and ${isNameableBy(sql`u.user_id`, call)})`)
  const errors = toRowErrors(unknown, call.rows, 'ASSIGNED_TO', (values) =>
    label(
      `이 창고의 사용자가 아닙니다: ${values['ASSIGNED_TO']}`,
      `Not a user of this warehouse: ${values['ASSIGNED_TO']}`,
    ),
  )
  if (errors.length) throw invalidRows(errors)
}

export const makeCountHandler = handleProcedure(makeCount, async (call) => {
  await rejectUnknownCounters(call)
  await lockCountPlans(call)
  const methods = [...new Set(call.rows.map((row) => String(row.values['METHOD_CD'])))]
  const balances = (
    await Promise.all(methods.map((method) => readGroupBalances(call, method)))
  ).flat()
  if (balances.length === 0) {
    const text = label(
      '셀 재고가 없거나 이미 실사 중입니다.',
      'The cell has no stock, or is already being counted.',
    )
    throw conflictingRows(call.rows.map(({ no }): RowError => ({ row: no, text })))
  }
  const jobKey = (no: number) => {
    const { METHOD_CD, COUNT_DT, ASSIGNED_TO } =
      call.rows.find((row) => row.no === no)?.values ?? {}
    return [METHOD_CD, COUNT_DT, ASSIGNED_TO].join('|')
  }
  const jobs = [...Map.groupBy(balances, ({ no }) => jobKey(no)).values()]
  const numbers = await call.tx.query<{ no: string }>(sql`
    select no from ${nextNumbers(call, 'STOCKTAKING', jobs.length)} no`)
  const rows = jobs.map((lines, index) => {
    const wanted = new Set(lines.map(({ no }) => no))
    const groups = call.rows.filter(({ no }) => wanted.has(no))
    const first = groups[0]?.values ?? {}
    const more = groups.length > 1 ? ` 외 ${groups.length - 1}` : ''
    const job_no = numbers[index]?.no ?? ''
    const head = { ...lowerCaseKeys(first), job_no, target: describeTarget(first) + more }
    return { head, lines: lines.map((line, at) => ({ ...line, job_no, line_no: at + 1 })) }
  })
  await insertJobs(call, rows)
  const created = rows.map(({ head }) => head.job_no)
  return {
    rows: call.rows.map(({ no }) => {
      const job = rows.find(({ lines }) => lines.some((line) => line.no === no))
      return { ROW: no, JOB_NO: job?.head.job_no ?? null }
    }),
    message: label(
      `실사작업을 생성했습니다: ${created.join(', ')} (${formatCount(balances.length)}행)`,
      `Count job ${created.join(', ')} created: ${formatCount(balances.length, 'line')}.`,
    ),
  }
})

function lowerCaseKeys(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key.toLowerCase(), value]),
  )
}

export async function insertJobs(
  call: SaveCall,
  jobs: readonly { head: Record<string, unknown>; lines: readonly Record<string, unknown>[] }[],
): Promise<void> {
  await call.tx.execute(sql`
    insert into count_job (job_no, wcode, count_dt, method_cd, target, assigned_to, remark,
      created_by, updated_by)
    select job_no, ${call.scope.wcode}, count_dt, method_cd, target, assigned_to, remark,
      ${call.userId}, ${call.userId}
    from jsonb_to_recordset(${JSON.stringify(jobs.map(({ head }) => head))}::jsonb) as j(
      job_no text, count_dt date, method_cd text, target text, assigned_to text, remark text)`)
  await call.tx.execute(sql`
    insert into count_line (job_no, line_no, owner_cd, balance_id)
    select job_no, line_no, owner_cd, balance_id
    from jsonb_to_recordset(${JSON.stringify(jobs.flatMap(({ lines }) => lines))}::jsonb) as l(
      job_no text, line_no integer, owner_cd text, balance_id bigint)`)
}
