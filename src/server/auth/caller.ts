import type { Language } from '#kernel/label.ts'
import type { Origin } from '#server/security/security-event.ts'

/** Rows a call can access. Derived from the session, never from the request. */
export interface DataScope {
  readonly wcode: string
  /** `null` means every owner. */
  readonly owners: readonly string[] | null
}

export interface Caller {
  readonly userId: string
  readonly scope: DataScope
  readonly language: Language
  /** Business date of the warehouse, `yyyyMMdd`. */
  readonly today: string
  readonly origin?: Origin
}
