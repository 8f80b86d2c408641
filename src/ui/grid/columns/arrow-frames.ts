/** Message types of an Arrow stream (`MessageHeader` in the Arrow format). */
export const arrowMessage = { schema: 1, dictionaryBatch: 2, recordBatch: 3 } as const

export interface ArrowMessage {
  readonly kind: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Length of a message prefix: `ffffffff` and the length of the metadata. */
const PREFIX_BYTES = 8

export class ArrowFrames {
  #chunks: Uint8Array[] = []
  #length = 0
  #isEnded = false

  /** True once the end-of-stream marker was received. A truncated stream has none. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  push(chunk: Uint8Array): ArrowMessage[] {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    const messages: ArrowMessage[] = []
    for (;;) {
      const message = this.#next()
      if (!message) return messages
      messages.push(message)
    }
  }

  #next(): ArrowMessage | null {
    if (this.#isEnded || this.#length < PREFIX_BYTES) return null
    const prefix = this.#peek(PREFIX_BYTES)
    const metadataLength = prefix.getInt32(4, true)
    if (metadataLength === 0) {
      this.#isEnded = true
      return null
    }
    if (this.#length < PREFIX_BYTES + metadataLength) return null
    const head = this.#peek(PREFIX_BYTES + metadataLength)
    const { kind, bodyLength } = messageHead(head, PREFIX_BYTES)
    const length = PREFIX_BYTES + metadataLength + bodyLength
    return this.#length < length ? null : { kind, bytes: this.#take(length) }
  }

  #peek(length: number): DataView {
    if ((this.#chunks[0]?.length ?? 0) < length) {
      const start = this.#take(length)
      this.#chunks.unshift(start)
      this.#length += length
    }
    const first = this.#chunks[0] ?? new Uint8Array(0)
    return new DataView(first.buffer, first.byteOffset, length)
  }

  /**
   * Removes the first bytes into a new buffer: message bodies are read as arrays and must be
   * aligned.
   */
  #take(length: number): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(length)
    let at = 0
    while (at < length) {
      const chunk = this.#chunks.shift() ?? new Uint8Array(0)
      const part = chunk.subarray(0, length - at)
      taken.set(part, at)
      at += part.length
      if (part.length < chunk.length) this.#chunks.unshift(chunk.subarray(part.length))
    }
    this.#length -= length
    return taken
  }
}

/** Fields of the flatbuffer table `Message`: 1 is the header type, 3 the body length. */
function messageHead(view: DataView, at: number): { kind: number; bodyLength: number } {
  const table = at + view.getInt32(at, true)
  const fields = table - view.getInt32(table, true)
  const fieldOffset = (field: number) => {
    const slot = 4 + 2 * field
    const offset = slot < view.getUint16(fields, true) ? view.getUint16(fields + slot, true) : 0
    return offset === 0 ? 0 : table + offset
  }
  const kind = fieldOffset(1)
  const body = fieldOffset(3)
  return {
    kind: kind === 0 ? 0 : view.getUint8(kind),
    bodyLength: body === 0 ? 0 : Number(view.getBigInt64(body, true)),
  }
}
