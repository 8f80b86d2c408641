import type { CellValue } from '#ui/grid/columns/column.ts'

/** I inserted, U updated, D deleted: the values of BATCH_FLAG. */
export type RowFlag = 'I' | 'U' | 'D'

/** Tracks which rows differ from the server's data, and the original values (spec §4). */
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

  restore(id: number, flag: RowFlag | undefined): void {
    if (flag) this.#flags.set(id, flag)
    else this.#flags.delete(id)
  }

  inserted(id: number): void {
    if (this.enabled) this.#flags.set(id, 'I')
  }

  edited(id: number, column: string, before: CellValue): void {
    if (!this.enabled) return
    const flag = this.#flags.get(id)
    if (flag !== 'I') this.#remember(id, column, before)
    if (flag === undefined) this.#flags.set(id, 'U')
  }

  /** Drops an inserted or untracked row. Flags any other row D. */
  deleted(id: number): 'dropped' | 'kept' {
    if (!this.enabled) return 'dropped'
    if (this.#flags.get(id) === 'I') {
      this.#flags.delete(id)
      return 'dropped'
    }
    this.#flags.set(id, 'D')
    return 'kept'
  }

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
