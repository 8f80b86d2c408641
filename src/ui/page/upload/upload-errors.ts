import type { WireRow } from '#kernel/field.ts'

/** Error for a row. Without a column, it applies to the entire row. */
export interface UploadError {
  readonly column?: string | undefined
  readonly message: string
}

export interface ErrorReason {
  readonly reason: string
  readonly rows: number
}

const none: readonly UploadError[] = []

/**
 * Errors of uploaded rows by stable row number: client-side cell errors and the server's row
 * errors.
 */
export class ErrorTable {
  readonly #local = new Map<number, readonly UploadError[]>()
  readonly #server = new Map<number, readonly UploadError[]>()
  readonly #fixed = new Map<number, readonly UploadError[]>()
  #version = 0

  get version(): number {
    return this.#version
  }

  clear(): void {
    this.#version++
    this.#local.clear()
    this.#server.clear()
    this.#fixed.clear()
  }

  setLocal(id: number, errors: readonly UploadError[]): void {
    this.#version++
    setOrDelete(this.#local, id, errors)
  }

  setServer(id: number, errors: readonly UploadError[]): void {
    this.#version++
    setOrDelete(this.#server, id, errors)
  }

  /** Errors for rows that no edit removes. They can only be excluded. */
  setFixed(id: number, errors: readonly UploadError[]): void {
    this.#version++
    setOrDelete(this.#fixed, id, errors)
  }

  has(id: number): boolean {
    return this.#local.has(id) || this.#server.has(id) || this.#fixed.has(id)
  }

  of(id: number): readonly UploadError[] {
    return [this.#fixed, this.#local, this.#server].flatMap((errors) => errors.get(id) ?? none)
  }

  ids(): number[] {
    const ids = new Set(
      [this.#fixed, this.#local, this.#server].flatMap((errors) => [...errors.keys()]),
    )
    return [...ids].sort((left, right) => left - right)
  }
}

function setOrDelete<T>(map: Map<number, readonly T[]>, id: number, list: readonly T[]): void {
  if (list.length > 0) map.set(id, list)
  else map.delete(id)
}

/**
 * Normalizes a message to its reason, the same for every row with the same error. Row values and
 * numbers are replaced, so 'SKU1: 없는 품목' and 'SKU2: 없는 품목' count as one. `held` is the invalid text
 * in the row's cells.
 */
export function normalizeReason(
  message: string,
  row: WireRow,
  held: readonly string[] = [],
): string {
  let reason = message
  const values = [...Object.values(row).map((value) => String(value ?? '')), ...held]
    // Plain numbers are replaced below, as whole numbers: a quantity of 12 must not split the 12.5
    // in a message.
    .filter((value) => value.length > 1 && /[^\d.,-]/.test(value))
    .sort((left, right) => right.length - left.length)
  for (const value of values) reason = reason.replaceAll(value, '…')
  return reason
    .replaceAll(/'[^']*'/g, '…')
    .replaceAll(/\d[\d,.-]*\d|\d/g, '…')
    .replaceAll(/…(?:\s*…)+/g, '…')
}

export function countReasons(reasons: Iterable<string>): ErrorReason[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, rows]) => ({ reason, rows }))
    .sort((left, right) => right.rows - left.rows)
}
