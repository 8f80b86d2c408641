import type { Language } from '#kernel/label.ts'
import type { Origin } from '#server/security/security-event.ts'

/** The rows a call may touch, from the session and never from the request. */
export interface DataScope {
  readonly wcode: string
  /** `null`: every owner. */
  readonly owners: readonly string[] | null
}

/** The user on whose behalf something runs. */
export interface Caller {
  readonly userId: string
  readonly scope: DataScope
  readonly language: Language
  /** The business date of the warehouse, `yyyyMMdd`. */
  readonly today: string
  /** Origin of the request; absent for work that no request started. */
  readonly origin?: Origin
}
