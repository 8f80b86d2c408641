import { label } from '#kernel/label.ts'
import { StoreOpenError } from './database-error.ts'
import type { StoreLimits } from './store-limits.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Integer settings with the allowed range. `times` converts the value to the unit of the limit. */
const settings = {
  DATABASE_POOL: { limit: 'poolSize', min: 2, max: 1_000, times: 1 },
  DATABASE_CONNECT_SECONDS: { limit: 'connectMs', min: 1, max: 60, times: 1_000 },
  DATABASE_STATEMENT_SECONDS: { limit: 'statementMs', min: 5, max: 3_600, times: 1_000 },
  DATABASE_LOCK_SECONDS: { limit: 'lockMs', min: 1, max: 60, times: 1_000 },
  DATABASE_IDLE_SECONDS: { limit: 'idleTransactionMs', min: 1, max: 600, times: 1_000 },
} as const satisfies Record<
  string,
  { limit: keyof StoreLimits; min: number; max: number; times: number }
>

/**
 * Reads the limits of a PostgreSQL server from the environment.
 * @throws StoreOpenError that names the setting with an invalid value.
 */
export function readStoreLimits(env: Environment): Partial<StoreLimits> {
  const limits: Partial<StoreLimits> = {}
  for (const [name, { limit, min, max, times }] of Object.entries(settings)) {
    const given = env[name] ?? ''
    if (given === '') continue
    const value = Number(given)
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new StoreOpenError(
        label(
          `${name} 값은 ${min}~${max} 사이의 정수여야 합니다: ${given}`,
          `${name} must be a whole number from ${min} to ${max}: ${given}`,
        ),
      )
    }
    limits[limit] = value * times
  }
  return limits
}
