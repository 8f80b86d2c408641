import os from 'node:os'
import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from 'prom-client'
import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'

/** A figure of a server by its code in the code list `server-figure`; null if it is unknown. */
export interface ServerFigure {
  readonly code: string
  readonly detail: string
  readonly value: number | null
}

/** Codes of the metrics that have one value per label. */
const codes: Readonly<Record<string, string>> = {
  wms_slow_statements_total: 'SLOW_STATEMENTS',
  wms_database_connections: 'CONNECTIONS',
  wms_event_lag_seconds: 'EVENT_LAG',
  wms_jobs_waiting: 'JOBS_WAITING',
  wms_jobs_running: 'JOBS_RUNNING',
  wms_oldest_job_seconds: 'OLDEST_JOB',
  wms_ledger_unsealed: 'UNSEALED',
  wms_ledger_uncharged: 'UNCHARGED',
  wms_replica_lag_seconds: 'REPLICA_SECONDS',
  wms_replica_lag_bytes: 'REPLICA_BYTES',
}

export function gaugeFigures({
  name,
  values,
}: MetricObjectWithValues<MetricValue<string>>): ServerFigure[] {
  const code = codes[name]
  if (code === undefined) return []
  return values.map(({ labels, value }) => ({
    code,
    detail: Object.values(labels).join(' '),
    value: Number.isFinite(value) ? value : null,
  }))
}

/** Operations shown, those with the longest total time. The rest is in `/metrics`. */
const maxOperations = 50
const slowSeconds = '1'

interface OperationTimes {
  count: number
  seconds: number
  withinLimit: number
}

/** Count, mean time and slow requests of each operation, over all statuses. */
export function requestFigures(values: readonly MetricValueWithName<string>[]): ServerFigure[] {
  const operations = new Map<string, OperationTimes>()
  for (const { metricName = '', labels, value } of values) {
    const operation = String(labels['operation'] ?? '')
    const times = operations.get(operation) ?? { count: 0, seconds: 0, withinLimit: 0 }
    operations.set(operation, times)
    if (metricName.endsWith('_count')) times.count += value
    else if (metricName.endsWith('_sum')) times.seconds += value
    else if (String(labels['le']) === slowSeconds) times.withinLimit += value
  }
  return [...operations]
    .toSorted(([, one], [, other]) => other.seconds - one.seconds)
    .slice(0, maxOperations)
    .flatMap(([detail, { count, seconds, withinLimit }]) => [
      { code: 'REQUESTS', detail, value: count },
      { code: 'REQUEST_MS', detail, value: count === 0 ? null : (seconds / count) * 1000 },
      { code: 'SLOW_REQUESTS', detail, value: count - withinLimit },
    ])
}

/** Distinguishes servers that run on one machine. */
const serverName = `${os.hostname()} ${process.pid}`

/** Replaces the figures of this server. Removes those of servers that stopped an hour ago. */
export async function storeFigures(db: Database, figures: readonly ServerFigure[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      delete from server_figure
      where server_nm = ${serverName} or read_at < now() - interval '1 hour'`)
    await tx.execute(sql`
      insert into server_figure (server_nm, figure_cd, detail, figure)
      select ${serverName}, r.code, r.detail, round(r.value, 3)
      from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb)
        r (code text, detail text, value numeric)`)
  })
}
