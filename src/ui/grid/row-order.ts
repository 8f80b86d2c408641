/** A growable list of row numbers: which rows there are, or which are shown, in what order. */
export class RowOrder {
  #ids: Int32Array
  #length: number
  /** Grows with every change. */
  version = 0

  constructor(ids: Int32Array = new Int32Array(0)) {
    this.#ids = ids
    this.#length = ids.length
  }

  get length(): number {
    return this.#length
  }

  at(index: number): number {
    return index >= 0 && index < this.#length ? (this.#ids[index] ?? -1) : -1
  }

  /** A view of the live part; copy before keeping. */
  ids(): Int32Array {
    return this.#ids.subarray(0, this.#length)
  }

  indexOf(id: number): number {
    return this.ids().indexOf(id)
  }

  /** Whether every row stands at the place of its number. */
  get isSequence(): boolean {
    for (let at = 0; at < this.#length; at++) if (this.#ids[at] !== at) return false
    return true
  }

  insert(at: number, id: number): void {
    this.version++
    if (this.#length === this.#ids.length) {
      const grown = new Int32Array(Math.max(16, this.#length * 2))
      grown.set(this.#ids)
      this.#ids = grown
    }
    this.#ids.copyWithin(at + 1, at, this.#length)
    this.#ids[at] = id
    this.#length++
  }

  append(first: number, count: number): void {
    this.version++
    const length = this.#length + count
    if (length > this.#ids.length) {
      const grown = new Int32Array(Math.max(length, this.#length * 2))
      grown.set(this.ids())
      this.#ids = grown
    }
    for (let at = 0; at < count; at++) this.#ids[this.#length + at] = first + at
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
    this.#ids.copyWithin(at, at + 1, this.#length)
    this.#length--
  }
}

/** The numbers from 0, each at its own place. */
export function sequence(length: number): Int32Array<ArrayBuffer> {
  const ids = new Int32Array(length)
  for (let at = 0; at < length; at++) ids[at] = at
  return ids
}
