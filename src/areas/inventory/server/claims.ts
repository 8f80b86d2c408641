import sql, { type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { conflictingRows } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import type { TaskKind } from '../rules/task-kinds.ts'
import { clearSerials } from './replenish-serials.ts'

/** A claim expires this many minutes after its last scan, by the database clock. */
const claimMinutes = 15
/** A longer pause between two scans is a break and not counted as working time. */
const breakMinutes = 10

interface LiveClaim extends Record<string, unknown> {
  readonly claim_no: string
  readonly user_id: string
  readonly since: string
  readonly is_live: boolean
}

/** While demo history is generated, claims change several times in one transaction. */
const claimTime = sql`coalesce(told_moment(), clock_timestamp())`
const claimEnd = sql`${claimTime} + make_interval(mins => ${claimMinutes}::int)`
const maxPause = sql`make_interval(mins => ${breakMinutes}::int)`
/** Time of the user's last scan in any task, because users can hold several tasks at once. */
const lastScan = sql`greatest(c.seen_at, (select max(o.seen_at) from claim o
  where o.wcode = c.wcode and o.user_id = c.user_id and o.claimed_at > c.claimed_at - interval '1 day'
    and o.busy_seconds > 0))`
const extendColumns = sql`
  busy_seconds = c.busy_seconds + case when ${claimTime} - ${lastScan} <= ${maxPause}
    then greatest(0, extract(epoch from ${claimTime} - ${lastScan})) else 0 end,
  seen_at = ${claimTime}, until_at = ${claimEnd}`
const sinceTime = sql`to_char(claimed_at at time zone 'Asia/Seoul', 'HH24:MI')`

/**
 * Claims work for the caller or extends their claim. Returns an error if another user is working on
 * it. Releases an expired claim first. Does not wait: a claim that another save is changing counts
 * as the other user's.
 */
export async function acquireClaim(
  call: SaveCall,
  kind: TaskKind,
  ref: string,
): Promise<Label | undefined> {
  const { wcode } = call.scope
  const [live] = await call.tx.query<LiveClaim>(sql`
    select claim_no::text, user_id, until_at > ${claimTime} is_live,
      ${sinceTime} since
    from claim where wcode = ${wcode} and kind_cd = ${kind} and ref_no = ${ref}
      and ended_at is null
    for update skip locked`)
  if (live?.is_live && live.user_id !== call.userId) return claimedByText(live.since)
  if (live?.is_live) {
    await call.tx.execute(sql`
      update claim c set ${extendColumns} where claim_no = ${live.claim_no}::bigint`)
    return undefined
  }
  if (live) {
    await call.tx.execute(sql`
      update claim set ended_at = until_at where claim_no = ${live.claim_no}::bigint`)
    if (live.user_id !== call.userId) await dropScans(call, kind, [ref])
  }
  const inserted = await call.tx.execute(sql`
    insert into claim (wcode, kind_cd, ref_no, user_id, until_at)
    values (${wcode}, ${kind}, ${ref}, ${call.userId}, ${claimEnd})
    on conflict (wcode, kind_cd, ref_no) where ended_at is null do nothing`)
  return inserted === 1 ? undefined : claimedByText(null)
}

/**
 * Extends the caller's active claims on the tasks. Throws AppError 409 for rows whose task another
 * user has claimed. Work without a claim is allowed.
 */
export async function extendClaims(
  call: SaveCall,
  kind: TaskKind,
  refs: ReadonlyMap<number, string>,
  column: string,
): Promise<void> {
  const liveClaims = await call.tx.query<LiveClaim & { ref_no: string }>(sql`
    with live as materialized (
      select c.* from claim c where c.wcode = ${call.scope.wcode} and c.kind_cd = ${kind}
        and c.ref_no = any(${[...new Set(refs.values())]}::text[])
        and c.ended_at is null and c.until_at > ${claimTime}
      order by c.claim_no for update),
    extended as (
      update claim c set ${extendColumns}
      from live where c.claim_no = live.claim_no and live.user_id = ${call.userId})
    select ref_no, user_id, ${sinceTime} since from live`)
  const others = new Map(
    liveClaims.flatMap((liveClaim) =>
      liveClaim.user_id === call.userId ? [] : [[liveClaim.ref_no, liveClaim.since] as const],
    ),
  )
  if (others.size === 0) return
  const errors = call.rows.flatMap(({ no }) => {
    const since = others.get(refs.get(no) ?? '')
    return since === undefined ? [] : [{ row: no, column, text: claimedByText(since) }]
  })
  throw conflictingRows(errors)
}

/** Ends the claims of finished work: of all `refs`, or of those for which `isDone` is true. */
export async function endClaims(
  call: SaveCall,
  kind: TaskKind,
  refs: readonly string[],
  isDone: Sql = sql`true`,
): Promise<void> {
  await call.tx.execute(sql`
    update claim set ended_at = least(${claimTime}, until_at)
    where wcode = ${call.scope.wcode} and kind_cd = ${kind} and ref_no = any(${[...refs]}::text[])
      and ended_at is null and ${isDone}`)
  await dropScans(call, kind, refs)
}

/** Serials scanned for a move belong to its claim: the next user starts without them. */
async function dropScans(call: SaveCall, kind: TaskKind, refs: readonly string[]): Promise<void> {
  if (kind === 'MOVE') await clearSerials(call, refs)
}

/** `since` is a time such as `10:12`, null if unknown. */
const claimedByText = (since: string | null): Label =>
  label(
    `다른 작업자가 진행 중입니다${since ? `(${since}부터)` : ''}. 다음 작업을 받으세요.`,
    `Another user is working on this task${since ? ` (since ${since})` : ''}. Take the next task.`,
  )

/** Releases another user's claim and claims the work for the specified user. */
export async function reassignClaim(
  call: SaveCall,
  kind: TaskKind,
  ref: string,
  userId: string,
): Promise<void> {
  const ended = await call.tx.execute(sql`
    update claim set ended_at = least(${claimTime}, until_at)
    where wcode = ${call.scope.wcode} and kind_cd = ${kind} and ref_no = ${ref}
      and ended_at is null and user_id <> ${userId}`)
  if (ended > 0) await dropScans(call, kind, [ref])
  await acquireClaim({ ...call, userId }, kind, ref)
}
