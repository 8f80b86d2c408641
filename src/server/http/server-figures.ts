import os from 'node:os'
import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from 'prom-client'
import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'

/** A figure of a server by its code in the code list `server-figure`. */
export interface ServerFigure {
  readonly code: string
  readonly detail: string
  readonly value: number
  /** Requests only: mean time in milliseconds, and how many took longer than a second. */
  readonly meanMs?: number
  readonly slow?: number
}

interface FigureOf {
  readonly code: string
  readonly factor?: number
}

/** Figures of the metrics that have one value per label. */
const figures: Readonly<Record<string, FigureOf>> = {
  wms_slow_statements_total: { code: 'SLOW_STATEMENTS' },
  wms_event_lag_seconds: { code: 'EVENT_LAG_MS', factor: 1000 },
  wms_jobs_waiting: { code: 'JOBS_WAITING' },
  wms_jobs_running: { code: 'JOBS_RUNNING' },
  wms_oldest_job_seconds: { code: 'OLDEST_JOB' },
  wms_ledger_unsealed: { code: 'UNSEALED' },
  wms_ledger_uncharged: { code: 'UNCHARGED' },
  wms_replica_lag_seconds: { code: 'REPLICA_SECONDS' },
  wms_replica_lag_bytes: { code: 'REPLICA_BYTES' },
}

/** Metrics that show one figure per label. The label is appended to the prefix of its code. */
const codePrefixes: Readonly<Record<string, string>> = {
  wms_database_connections: 'CONNECTIONS',
  wms_reads_total: 'READS',
}

/** Known figures of a metric. */
export function gaugeFigures({
  name,
  values,
}: MetricObjectWithValues<MetricValue<string>>): ServerFigure[] {
  return values.flatMap(({ labels, value }) => {
    if (!Number.isFinite(value)) return []
    const prefix = codePrefixes[name]
    if (prefix) {
      const code = `${prefix}_${Object.values(labels).join().toUpperCase()}`
      return [{ code, detail: '', value }]
    }
    const figure = figures[name]
    if (!figure) return []
    const { code, factor = 1 } = figure
    return [{ code, detail: Object.values(labels).join(' '), value: value * factor }]
  })
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
    .toSorted(([, a], [, b]) => b.seconds - a.seconds)
    .slice(0, maxOperations)
    .map(([detail, { count, seconds, withinLimit }]) => ({
      code: 'REQUESTS',
      detail,
      value: count,
      meanMs: (seconds / Math.max(count, 1)) * 1000,
      slow: count - withinLimit,
    }))
}

/** Distinguishes servers that run on one machine. */
const serverName = `${os.hostname()} ${process.pid}`

/** Replaces the figures of this server. Removes those of servers that stopped an hour ago. */
export async function storeFigures(db: Database, latest: readonly ServerFigure[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      delete from server_figure
      where server_nm = ${serverName} or read_at < now() - interval '1 hour'`)
    await tx.execute(sql`
      insert into server_figure (server_nm, figure_cd, detail, figure, mean_ms, slow_count)
      select ${serverName}, code, detail, round(value), round("meanMs"), slow
      from jsonb_to_recordset(${JSON.stringify(latest)}::jsonb)
        r (code text, detail text, value numeric, "meanMs" numeric, slow bigint)`)
  })
}
