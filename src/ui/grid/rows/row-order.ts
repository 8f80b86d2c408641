/**
 * Growable list of row numbers in order. Stores only the count while every row is at the position
 * of its number.
 */
export class RowOrder {
  #ids: Int32Array | null
  #length: number
  version = 0

  /** Row numbers in order, or a count if each row is at the position of its number. */
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

  /** Returns a view of the buffer. Copy it before storing it. */
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

  get isSequence(): boolean {
    if (!this.#ids) return true
    for (let index = 0; index < this.#length; index++) if (this.#ids[index] !== index) return false
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
      for (let index = 0; index < count; index++) ids[this.#length + index] = first + index
    }
    this.#length = length
  }

  removeAll(removed: ReadonlySet<number>): void {
    if (removed.size === 0) return
    this.version++
    this.#ids = this.ids().filter((id) => !removed.has(id))
    this.#length = this.#ids.length
  }

  removeAt(at: number): void {
    if (at < 0 || at >= this.#length) return
    this.version++
    this.#writableIds().copyWithin(at, at + 1, this.#length)
    this.#length--
  }

  #roomFor(length: number): Int32Array {
    const ids = this.#writableIds()
    if (length <= ids.length) return ids
    const grown = new Int32Array(Math.max(16, length, this.#length * 2))
    grown.set(this.ids())
    this.#ids = grown
    return grown
  }

  #writableIds(): Int32Array {
    this.#ids ??= sequence(this.#length)
    return this.#ids
  }
}

export function sequence(length: number): Int32Array<ArrayBuffer> {
  const ids = new Int32Array(length)
  for (let index = 0; index < length; index++) ids[index] = index
  return ids
}
