import sql from 'sql-template-tag'
import type { Database, Queryable } from '#server/db/database.ts'
import { timeline } from '#server/db/timeline.ts'

/** Duration of a lease. It is renewed long before it ends. */
const leaseMinutes = 15
const renewalMinutes = 5
const retentionMinutes = 60

export const renewalMs = renewalMinutes * 60_000

/**
 * Makes the triggers log changed rows from now on, or renews the lease. Changes of transactions from
 * `logged_since` on are complete.
 */
export async function leaseChangeLog(db: Database): Promise<void> {
  const renewed = sql`report_copy.read_until > clock_timestamp() + ${`${renewalMinutes} minutes`}::interval`
  await db.execute(sql`
    insert into report_copy (read_until)
    values (clock_timestamp() + ${`${leaseMinutes} minutes`}::interval)
    on conflict (only_row) do update set read_until = excluded.read_until,
      logged_since = case when ${renewed} then report_copy.logged_since end`)
  // Read in a later transaction, because all transactions that wrote without seeing the lease have
  // smaller IDs.
  await db.execute(sql`
    update report_copy set logged_since = pg_current_xact_id() where logged_since is null`)
}

export interface SnapshotState {
  readonly snapshot: string
  readonly timeline: string
  readonly day: string
  /** Whether every change since the previous snapshot, or since this one, is logged. */
  readonly isLogged: boolean
}

/** Describes the snapshot of the transaction. */
export async function readSnapshot(
  tx: Queryable,
  previous?: Pick<SnapshotState, 'snapshot' | 'timeline'>,
): Promise<SnapshotState> {
  const [row] = await tx.query<{
    snapshot: string
    timeline: string
    day: string
    logged: boolean | null
  }>(sql`
    select s.snapshot::text snapshot, ${timeline} timeline, (now() at time zone 'Asia/Seoul')::date::text "day",
      (select c.read_until > clock_timestamp()
          and c.logged_since <= pg_snapshot_xmin(coalesce(${previous?.snapshot ?? null}::pg_snapshot, s.snapshot))
        from report_copy c) logged
    from (select pg_current_snapshot() snapshot) s`)
  const isSamePrimary = !previous || previous.timeline === row?.timeline
  return {
    snapshot: row?.snapshot ?? '',
    timeline: row?.timeline ?? '',
    day: row?.day ?? '',
    isLogged: isSamePrimary && row?.logged === true,
  }
}

/** Keys of rows changed by transactions that the previous snapshot did not contain. */
export function readChangedKeys(previous: string) {
  return sql`select balance_id from report_change
    where xid >= pg_snapshot_xmin(${previous}::pg_snapshot)
      and not pg_visible_in_snapshot(xid, ${previous}::pg_snapshot)`
}

/** Deletes old entries. Copies that have not read them are rebuilt. */
export class ChangeLogPurge {
  #snapshots: { readonly at: number; readonly snapshot: string }[] = []

  async run(db: Database, snapshot: string): Promise<void> {
    const now = performance.now()
    this.#snapshots.push({ at: now, snapshot })
    const old = this.#snapshots.findLast(({ at }) => at < now - retentionMinutes * 60_000)
    if (!old) return
    this.#snapshots = this.#snapshots.slice(this.#snapshots.indexOf(old))
    const first = sql`pg_snapshot_xmin(${old.snapshot}::pg_snapshot)`
    await db.transaction(async (tx) => {
      await tx.execute(
        sql`update report_copy set logged_since = ${first} where logged_since < ${first}`,
      )
      await tx.execute(sql`delete from report_change where xid < ${first}`)
    })
  }
}
