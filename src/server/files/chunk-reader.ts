import { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'
import type { Queryable } from '#server/db/database.ts'
import { chunkBytes, readChunk, unknownFileError } from './stored-bytes.ts'

/** Lets the zip reader read parts of a stored file without loading the rest. */
export class ChunkReader extends RandomAccessReader {
  readonly #db: Queryable
  readonly #serial: string
  /** Last chunk read. A zip directory is read in small steps, mostly within one chunk. */
  #last: { readonly number: number; readonly chunk: Buffer } | undefined

  constructor(db: Queryable, serial: string) {
    super()
    this.#db = db
    this.#serial = serial
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.readRange(start, end))
  }

  async *readRange(start: number, end: number): AsyncGenerator<Buffer> {
    for (let index = start; index < end;) {
      const number = Math.floor(index / chunkBytes)
      const chunk = await this.#chunk(number)
      const from = index - number * chunkBytes
      const part = chunk.subarray(from, from + end - index)
      if (part.length === 0) throw unknownFileError()
      yield part
      index += part.length
    }
  }

  async #chunk(number: number): Promise<Buffer> {
    if (this.#last?.number === number) return this.#last.chunk
    const chunk = await readChunk(this.#db, this.#serial, number)
    if (!chunk) throw unknownFileError()
    this.#last = { number, chunk }
    return chunk
  }
}
