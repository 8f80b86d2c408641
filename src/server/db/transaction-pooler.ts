import { label } from '#kernel/label.ts'
import type pg from 'pg'
import { StoreOpenError, StoreUnavailableError } from './database-error.ts'
import type { Session, Statement, StatementResult } from './running-transaction.ts'
import type { StoreLimits } from './store-limits.ts'

/**
 * JIT is off because compilation takes hundreds of milliseconds, while statements run for a few.
 */
const settings = {
  timezone: 'UTC',
  datestyle: 'ISO,YMD',
  intervalstyle: 'iso_8601',
  jit: 'off',
}

type StartupSettings = Pick<
  pg.ClientConfig,
  'options' | 'lock_timeout' | 'statement_timeout' | 'idle_in_transaction_session_timeout'
>

export function startupSettings(limits: StoreLimits): StartupSettings {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  return {
    options: options.join(' '),
    lock_timeout: limits.lockMs,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleTransactionMs,
  }
}

/**
 * Removes the settings above, because poolers reject or ignore them at the start of a connection.
 */
export const withoutStartupSettings: Readonly<Record<keyof StartupSettings, undefined>> = {
  options: undefined,
  lock_timeout: undefined,
  statement_timeout: undefined,
  idle_in_transaction_session_timeout: undefined,
}

/** Script that applies the same settings to one transaction of a shared connection. */
export function localSettings(limits: StoreLimits): string {
  const all = {
    ...settings,
    lock_timeout: limits.lockMs,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleTransactionMs,
  }
  return Object.entries(all)
    .map(([name, value]) => `set local ${name} = '${value}'`)
    .join('; ')
}

/** Runs one statement in a separate transaction. */
export async function runInTransaction(
  session: Session,
  { text, values }: Statement,
): Promise<StatementResult> {
  const outcomes = await session.runAll([
    { text: 'begin isolation level read committed', values: [] },
    { text, values },
    { text: 'commit', values: [] },
  ])
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  const [, outcome] = outcomes
  if (outcome?.status !== 'fulfilled') throw new StoreUnavailableError('the database said nothing')
  return outcome.value
}

/** Matches the error of pgbouncer for settings missing from its `ignore_startup_parameters`. */
export function isRefusedStartup(error: unknown): boolean {
  return error instanceof Error && error.message.includes('unsupported startup parameter')
}

/** Process ID that the server sent at connection start. Poolers send a made-up number. */
export function serverProcessId(client: pg.ClientBase): number | undefined {
  return (client as pg.ClientBase & { processID?: number }).processID
}

export function noNoticesError(listenUrl: string | undefined, cause?: unknown): StoreOpenError {
  const text = listenUrl
    ? label(
        'LISTEN_URL 연결에 알림(NOTIFY)이 도착하지 않습니다. 풀러를 거치지 않고 DATABASE_URL과 같은 데이터베이스에 직접 연결되는 주소를 LISTEN_URL에 설정하십시오.',
        'Notifications (NOTIFY) do not arrive on LISTEN_URL. Set LISTEN_URL to an address that leads to the database of DATABASE_URL directly, without a pooler.',
      )
    : label(
        'DATABASE_URL이 트랜잭션 풀러(pgbouncer 등)를 거치므로 알림(LISTEN)이 도착하지 않습니다. PostgreSQL에 직접 연결되는 주소를 LISTEN_URL에 설정하십시오.',
        'DATABASE_URL leads through a transaction pooler (such as pgbouncer), where notifications (LISTEN) do not arrive. Set LISTEN_URL to an address that leads to PostgreSQL directly.',
      )
  return new StoreOpenError(text, cause)
}
