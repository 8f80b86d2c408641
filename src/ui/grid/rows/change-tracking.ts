import type { CellValue } from '#ui/grid/columns/column.ts'

/** I inserted, U updated, D deleted: the values of BATCH_FLAG. */
export type RowFlag = 'I' | 'U' | 'D'

/** Which rows differ from what the server sent, and what the server had sent (spec §4). */
export class ChangeTracker {
  readonly #flags = new Map<number, RowFlag>()
  readonly #originals = new Map<number, Map<string, CellValue>>()
  readonly enabled: boolean

  constructor(enabled: boolean) {
    this.enabled = enabled
  }

  get size(): number {
    return this.#flags.size
  }

  flag(id: number): RowFlag | undefined {
    return this.#flags.get(id)
  }

  /** Puts a flag back as it was, as undo does. */
  restore(id: number, flag: RowFlag | undefined): void {
    if (flag) this.#flags.set(id, flag)
    else this.#flags.delete(id)
  }

  inserted(id: number): void {
    if (this.enabled) this.#flags.set(id, 'I')
  }

  /** An edited row becomes U unless it is already I or D. */
  edited(id: number, column: string, before: CellValue): void {
    if (!this.enabled) return
    const flag = this.#flags.get(id)
    if (flag !== 'I') this.#remember(id, column, before)
    if (flag === undefined) this.#flags.set(id, 'U')
  }

  /** An inserted row is dropped, any other is kept and flagged D. Untracked rows are dropped. */
  deleted(id: number): 'dropped' | 'kept' {
    if (!this.enabled) return 'dropped'
    if (this.#flags.get(id) === 'I') {
      this.#flags.delete(id)
      return 'dropped'
    }
    this.#flags.set(id, 'D')
    return 'kept'
  }

  /** The values before the first edit, for every cell of the row that was edited. */
  originals(id: number): ReadonlyMap<string, CellValue> {
    return this.#originals.get(id) ?? new Map<string, CellValue>()
  }

  entries(): IterableIterator<[number, RowFlag]> {
    return this.#flags.entries()
  }

  ids(): number[] {
    return [...this.#flags.keys()]
  }

  clear(): void {
    this.#flags.clear()
    this.#originals.clear()
  }

  #remember(id: number, column: string, before: CellValue): void {
    const known = this.#originals.get(id) ?? new Map<string, CellValue>()
    if (!known.has(column)) known.set(column, before)
    this.#originals.set(id, known)
  }
}
