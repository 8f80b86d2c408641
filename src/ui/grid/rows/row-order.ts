/**
 * A growable list of row numbers: which rows there are, or which are shown, in what order. While
 * every row stands at the place of its number only their count is kept.
 */
export class RowOrder {
  #ids: Int32Array | null
  #length: number
  /** Grows with every change. */
  version = 0

  /** Row numbers in their order, or how many there are when each stands at its own place. */
  constructor(rows: Int32Array | number = 0) {
    this.#ids = typeof rows === 'number' ? null : rows
    this.#length = typeof rows === 'number' ? rows : rows.length
  }

  get length(): number {
    return this.#length
  }

  at(index: number): number {
    if (index < 0 || index >= this.#length) return -1
    return this.#ids ? (this.#ids[index] ?? -1) : index
  }

  /** A view of the live part; copy before keeping. */
  ids(): Int32Array {
    return this.#ids ? this.#ids.subarray(0, this.#length) : sequence(this.#length)
  }

  copy(): RowOrder {
    return new RowOrder(this.#ids ? this.ids().slice() : this.#length)
  }

  indexOf(id: number): number {
    if (this.#ids) return this.ids().indexOf(id)
    return id >= 0 && id < this.#length ? id : -1
  }

  /** Whether every row stands at the place of its number. */
  get isSequence(): boolean {
    if (!this.#ids) return true
    for (let at = 0; at < this.#length; at++) if (this.#ids[at] !== at) return false
    return true
  }

  insert(at: number, id: number): void {
    if (!this.#ids && at === this.#length && id === at) return this.append(id, 1)
    this.version++
    const ids = this.#roomFor(this.#length + 1)
    ids.copyWithin(at + 1, at, this.#length)
    ids[at] = id
    this.#length++
  }

  append(first: number, count: number): void {
    this.version++
    const length = this.#length + count
    if (this.#ids || first !== this.#length) {
      const ids = this.#roomFor(length)
      for (let at = 0; at < count; at++) ids[this.#length + at] = first + at
    }
    this.#length = length
  }

  /** Takes out many rows in one pass. */
  removeAll(gone: ReadonlySet<number>): void {
    if (gone.size === 0) return
    this.version++
    this.#ids = this.ids().filter((id) => !gone.has(id))
    this.#length = this.#ids.length
  }

  removeAt(at: number): void {
    if (at < 0 || at >= this.#length) return
    this.version++
    this.#written().copyWithin(at, at + 1, this.#length)
    this.#length--
  }

  #roomFor(length: number): Int32Array {
    const ids = this.#written()
    if (length <= ids.length) return ids
    const grown = new Int32Array(Math.max(16, length, this.#length * 2))
    grown.set(this.ids())
    this.#ids = grown
    return grown
  }

  #written(): Int32Array {
    this.#ids ??= sequence(this.#length)
    return this.#ids
  }
}

/** The numbers from 0, each at its own place. */
export function sequence(length: number): Int32Array<ArrayBuffer> {
  const ids = new Int32Array(length)
  for (let at = 0; at < length; at++) ids[at] = at
  return ids
}
