import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'

export interface SiteFigures {
  readonly jobsWaiting: number
  readonly jobsRunning: number
  /** Seconds since the oldest queued job could have started. */
  readonly oldestJobSeconds: number
  /** Movements that are not sealed yet, and sealed ones that are not charged yet. */
  readonly unsealed: number
  readonly uncharged: number
  /** Undefined if there is no replica, or if the database user may not see it. */
  readonly replica: ReplicaLag | undefined
}

interface ReplicaLag {
  readonly seconds: number
  readonly bytes: number
}

/** Figures of the entire site. Every server returns the same. */
export async function readFigures(db: Database): Promise<SiteFigures> {
  const [row] = await db.query<Omit<SiteFigures, 'replica'> & Record<string, unknown>>(sql`
    select count(*) filter (where state_cd = 'QUEUED')::int "jobsWaiting",
      count(*) filter (where state_cd = 'RUNNING')::int "jobsRunning",
      coalesce(extract(epoch from now() - min(greatest(run_after, created_at))
        filter (where state_cd = 'QUEUED')), 0)::float8 "oldestJobSeconds",
      (select count(*)::int from ledger_queue) unsealed,
      (select h.seal_no - f.seal_no from ledger_head h, charge_follow f)::int uncharged
    from job where state_cd in ('QUEUED', 'RUNNING') and run_after <= now()`)
  if (!row) throw new Error('the database returned no figures')
  return { ...row, replica: await readReplicaLag(db) }
}

/**
 * Lag of the slowest replica. PostgreSQL shows connected replicas only to superusers and members of
 * `pg_monitor`. Other users see only the slots of disconnected ones.
 */
async function readReplicaLag(db: Database): Promise<ReplicaLag | undefined> {
  if (db.kind === 'embedded') return undefined
  const [row] = await db.query<{ seconds: number | null; bytes: number | null }>(sql`
    select max(seconds)::float8 seconds, max(bytes)::float8 bytes from (
      select extract(epoch from coalesce(replay_lag, interval '0')) seconds,
        pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) bytes
      from pg_stat_replication where replay_lsn is not null
      union all
      select 0, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)
      from pg_replication_slots where slot_type = 'physical' and not active
    ) replica`)
  if (row?.bytes == null) return undefined
  return { seconds: row.seconds ?? 0, bytes: row.bytes }
}
