import type { StreamNumbers } from './arrow-reader.ts'
import type { CellValue } from './column.ts'
import type { Storage } from './column-storage.ts'

/** Marks an empty cell among integers. Doubles use NaN. */
export const EMPTY_INTEGER = -(2 ** 31)
const MAX_WHOLE = 2 ** 31 - 1
const MAX_SCALE = 6

/**
 * Stores numbers as 4-byte integers with a common scale. Switches to doubles at the first value
 * that does not fit.
 */
export class NumberStorage implements Storage {
  values: Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
  /** Decimals of the scaled integers; -1 for doubles. */
  scale = 0
  /** Decimals that exceed a double and non-numeric texts, stored verbatim. */
  readonly texts = new Map<number, string>()
  written: number[] | null = null
  #unit = 1

  constructor(capacity: number) {
    this.values = new Int32Array(capacity).fill(EMPTY_INTEGER)
  }

  get(id: number): CellValue {
    if (this.texts.size > 0) {
      const text = this.texts.get(id)
      if (text !== undefined) return text
    }
    const value = this.values[id] ?? Number.NaN
    if (Number.isNaN(value)) return null
    if (this.scale < 0) return value
    return value === EMPTY_INTEGER ? null : value / this.#unit
  }

  set(id: number, value: CellValue): void {
    this.written?.push(id)
    this.texts.delete(id)
    if (value === null || value === '') {
      this.#put(id, Number.NaN)
    } else if (typeof value === 'number') {
      this.#put(id, value)
    } else {
      const number = Number(value)
      this.#put(id, number)
      if (!Number.isFinite(number) || !survivesAsDouble(value)) this.texts.set(id, value)
    }
  }

  write({ numbers, texts }: StreamNumbers, first: number): void {
    let at = this.#writeWhole(numbers, first)
    for (; at < numbers.length; at++) this.#put(first + at, numbers[at] ?? Number.NaN)
    for (const [row, text] of texts) this.texts.set(first + row, text)
  }

  /**
   * Writes numbers while they fit the current scale and returns their count. Most columns never
   * change it.
   */
  #writeWhole(numbers: Float64Array, first: number): number {
    const { values } = this
    if (!(values instanceof Int32Array)) return 0
    const unit = this.#unit
    for (let index = 0; index < numbers.length; index++) {
      const value = numbers[index] ?? Number.NaN
      const whole = Math.round(value * unit)
      if (whole / unit === value && Math.abs(whole) <= MAX_WHOLE) values[first + index] = whole
      else if (Number.isNaN(value)) values[first + index] = EMPTY_INTEGER
      else return index
    }
    return numbers.length
  }

  convertTo(scale: number): void {
    const { length } = this.values
    this.scale = scale
    this.#unit = 10 ** Math.max(0, scale)
    this.values =
      scale < 0
        ? new Float64Array(length).fill(Number.NaN)
        : new Int32Array(length).fill(EMPTY_INTEGER)
  }

  get capacity(): number {
    return this.values.length
  }

  grow(capacity: number): void {
    if (capacity <= this.values.length) return
    const isWhole = this.scale >= 0
    const grown = isWhole ? new Int32Array(capacity) : new Float64Array(capacity)
    grown.set(this.values)
    grown.fill(isWhole ? EMPTY_INTEGER : Number.NaN, this.values.length)
    this.values = grown
  }

  #put(id: number, value: number): void {
    if (this.scale < 0) {
      // Adding 0 turns -0 into 0.
      this.values[id] = value + 0
      return
    }
    if (Number.isNaN(value)) {
      this.values[id] = EMPTY_INTEGER
      return
    }
    const whole = Math.round(value * this.#unit)
    // Dividing yields the same double, which means that no precision is lost.
    if (whole / this.#unit === value && Math.abs(whole) <= MAX_WHOLE) {
      this.values[id] = whole
    } else {
      this.#widen()
      this.#put(id, value)
    }
  }

  #widen(): void {
    const { length } = this.values
    const before = this.values
    const unit = this.#unit
    let highest = 0
    for (let id = 0; id < length; id++) {
      const value = before[id] ?? EMPTY_INTEGER
      if (value !== EMPTY_INTEGER) highest = Math.max(highest, Math.abs(value))
    }
    const fits = this.scale < MAX_SCALE && highest * 10 <= MAX_WHOLE
    this.convertTo(fits ? this.scale + 1 : -1)
    for (let id = 0; id < length; id++) {
      const value = before[id] ?? EMPTY_INTEGER
      if (value !== EMPTY_INTEGER) this.values[id] = fits ? value * 10 : value / unit
    }
  }
}

/** A double preserves fifteen significant digits. Longer numbers are compared digit by digit. */
function survivesAsDouble(text: string): boolean {
  if (text.length <= 15) return true
  const digits = (value: string) =>
    value
      .replace(/^[+-]/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/^0+|\.$/g, '')
  return digits(text.trim()) === digits(String(Number(text)))
}
