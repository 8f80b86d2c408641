export type EntryText = (raw: string) => string | null

/**
 * Distinct texts of a column, compared as bytes: a known text is never decoded to a string again.
 * Entry numbers never change, and new entries can be read as a delta.
 */
export class ByteDictionary {
  readonly #entryText: EntryText
  readonly #decoder = new TextDecoder()
  readonly #encoder = new TextEncoder()
  /** Bytes of the known texts, packed four to a word. Each text starts at a word boundary. */
  #words = new Int32Array(4096)
  #used = 0
  #starts = new Int32Array(256)
  #lengths = new Int32Array(256)
  #hashes = new Int32Array(256)
  #entries = new Int32Array(256)
  #count = 0
  #table = new Int32Array(1024)
  #length = 0
  #fresh: Uint8Array[] = []

  constructor(entryText: EntryText) {
    this.#entryText = entryText
  }

  /**
   * Returns the entry of the text between `start` and `end`, adding it if new; -1 if it maps to
   * null.
   */
  findEntry(bytes: DataView, start: number, end: number): number {
    const length = end - start
    const whole = start + (length & ~3)
    let hash = length
    for (let index = start; index < whole; index += 4)
      hash = mixHash(hash, bytes.getInt32(index, true))
    const tail = tailBytes(bytes, whole, end)
    hash = mixHash(hash, tail)
    hash ^= hash >>> 15
    const mask = this.#table.length - 1
    let slot = hash & mask
    for (;;) {
      const known = (this.#table[slot] ?? 0) - 1
      if (known < 0) return this.#add(bytes, { start, end, hash, slot })
      if (this.#hashes[known] === hash && this.#lengths[known] === length) {
        let word = this.#starts[known] ?? 0
        let at = start
        while (at < whole && bytes.getInt32(at, true) === this.#words[word]) {
          at += 4
          word++
        }
        if (at === whole && this.#words[word] === tail) return this.#entries[known] ?? -1
      }
      slot = (slot + 1) & mask
    }
  }

  takeNewEntries(): readonly Uint8Array[] {
    const fresh = this.#fresh
    this.#fresh = []
    return fresh
  }

  #add(bytes: DataView, text: { start: number; end: number; hash: number; slot: number }): number {
    const { start, end, hash, slot } = text
    const number = this.#count++
    this.#makeRoom((end - start + 4) >> 2)
    this.#starts[number] = this.#used
    this.#lengths[number] = end - start
    this.#hashes[number] = hash
    this.#table[slot] = number + 1
    for (let index = start; index + 4 <= end; index += 4) {
      this.#words[this.#used++] = bytes.getInt32(index, true)
    }
    this.#words[this.#used++] = tailBytes(bytes, start + ((end - start) & ~3), end)
    if (this.#count * 2 > this.#table.length) this.#widen()
    const raw = new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start)
    const entry = this.#entryText(this.#decoder.decode(raw))
    this.#entries[number] = entry === null ? -1 : this.#length++
    if (entry !== null) this.#fresh.push(this.#encoder.encode(entry))
    return this.#entries[number] ?? -1
  }

  #makeRoom(words: number): void {
    if (this.#used + words > this.#words.length) {
      this.#words = copyInto(this.#words, Math.max(this.#words.length * 2, this.#used + words))
    }
    if (this.#count < this.#hashes.length) return
    const length = this.#count * 2
    this.#starts = copyInto(this.#starts, length)
    this.#lengths = copyInto(this.#lengths, length)
    this.#hashes = copyInto(this.#hashes, length)
    this.#entries = copyInto(this.#entries, length)
  }

  #widen(): void {
    const table = new Int32Array(this.#table.length * 4)
    const mask = table.length - 1
    for (let number = 0; number < this.#count; number++) {
      let slot = (this.#hashes[number] ?? 0) & mask
      while (table[slot] !== 0) slot = (slot + 1) & mask
      table[slot] = number + 1
    }
    this.#table = table
  }
}

function mixHash(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1)
  return mixed ^ (mixed >>> 13)
}

function tailBytes(bytes: DataView, from: number, end: number): number {
  let tail = 0
  for (let index = from; index < end; index++) tail = (tail << 8) | bytes.getUint8(index)
  return tail
}

function copyInto(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(length)
  wider.set(array)
  return wider
}
