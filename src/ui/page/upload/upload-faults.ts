import type { WireRow } from '#kernel/field.ts'

/** What is wrong with a row; without a column it is about the row as a whole. */
export interface UploadFault {
  readonly column?: string | undefined
  readonly message: string
}

/** A reason with the number of rows it holds up. */
export interface FaultReason {
  readonly reason: string
  readonly rows: number
}

const none: readonly UploadFault[] = []

/**
 * What is wrong with the rows of an upload, by the grid's stable row number: what the page itself
 * finds in a cell, and what the server answered for the row as it was then.
 */
export class FaultTable {
  readonly #local = new Map<number, readonly UploadFault[]>()
  readonly #server = new Map<number, readonly UploadFault[]>()
  #version = 0

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  clear(): void {
    this.#version++
    this.#local.clear()
    this.#server.clear()
  }

  setLocal(id: number, faults: readonly UploadFault[]): void {
    this.#version++
    put(this.#local, id, faults)
  }

  setServer(id: number, faults: readonly UploadFault[]): void {
    this.#version++
    put(this.#server, id, faults)
  }

  has(id: number): boolean {
    return this.#local.has(id) || this.#server.has(id)
  }

  of(id: number): readonly UploadFault[] {
    const local = this.#local.get(id) ?? none
    const server = this.#server.get(id) ?? none
    return local.length === 0 ? server : [...local, ...server]
  }

  /** Every faulty row, in the order of the sheet. */
  ids(): number[] {
    const ids = new Set([...this.#local.keys(), ...this.#server.keys()])
    return [...ids].sort((left, right) => left - right)
  }
}

function put<T>(map: Map<number, readonly T[]>, id: number, list: readonly T[]): void {
  if (list.length > 0) map.set(id, list)
  else map.delete(id)
}

/**
 * The reason behind a message, the same for every row that fails alike: values of the row and
 * numbers are left out, so that 'SKU1: 없는 품목' and 'SKU2: 없는 품목' count as one. `held` are
 * texts that stand in the row's cells without being values.
 */
export function reasonOf(message: string, row: WireRow, held: readonly string[] = []): string {
  let reason = message
  const values = [...Object.values(row).map((value) => String(value ?? '')), ...held]
    // Plain numbers go below, whole: a quantity of 12 must not cut the 12.5 of the message apart.
    .filter((value) => value.length > 1 && /[^\d.,-]/.test(value))
    .sort((left, right) => right.length - left.length)
  for (const value of values) reason = reason.replaceAll(value, '…')
  return reason
    .replaceAll(/'[^']*'/g, '…')
    .replaceAll(/\d[\d,.-]*\d|\d/g, '…')
    .replaceAll(/…(?:\s*…)+/g, '…')
}

/** Reasons by the number of rows they hold up, the heaviest first. */
export function countReasons(reasons: Iterable<string>): FaultReason[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, rows]) => ({ reason, rows }))
    .sort((left, right) => right.rows - left.rows)
}
