import type { Duplex } from 'node:stream'
import { dataRowCode } from './raw-rows.ts'

type Listener = (chunk: Buffer) => void

/** Code and length of a protocol message. */
const headBytes = 5

/**
 * Takes the rows out of what a server sends before the driver reads them: the driver would make an
 * object of each and a text of every value. All other messages go on to the driver, so that errors,
 * descriptions and the end of an answer stay its affair.
 */
export class RowTap {
  readonly #stream: Duplex
  readonly #driver: readonly Listener[]
  /** What came since the last `take`, and what came before it: the two take turns. */
  #buffer = Buffer.allocUnsafeSlow(1 << 20)
  #before = Buffer.allocUnsafeSlow(1 << 20)
  #end = 0
  /** Where the first message that is not yet whole begins. */
  #read = 0
  #count = 0

  /** Only while no answer is under way. */
  constructor(stream: Duplex) {
    this.#stream = stream
    this.#driver = stream.listeners('data') as Listener[]
    for (const listener of this.#driver) stream.off('data', listener)
    stream.on('data', this.#hear)
  }

  /** The rows that came since the last call; they stand until the call after the next. */
  take(): { readonly bytes: Uint8Array; readonly count: number } {
    const taken = { bytes: this.#buffer.subarray(0, this.#read), count: this.#count }
    const rest = this.#buffer.subarray(this.#read, this.#end)
    const next = this.#before
    this.#before = this.#buffer
    this.#buffer = next
    this.#end = 0
    this.#read = 0
    this.#count = 0
    this.#append(rest)
    return taken
  }

  /** Gives the stream back to the driver. */
  close(): void {
    this.#stream.off('data', this.#hear)
    for (const listener of this.#driver) this.#stream.on('data', listener)
  }

  #append(chunk: Buffer): void {
    if (this.#end + chunk.length > this.#buffer.length) {
      const wider = Buffer.allocUnsafeSlow(
        Math.max(this.#buffer.length * 2, this.#end + chunk.length),
      )
      this.#buffer.copy(wider, 0, 0, this.#end)
      this.#buffer = wider
    }
    chunk.copy(this.#buffer, this.#end)
    this.#end += chunk.length
  }

  #hear = (chunk: Buffer): void => {
    this.#append(chunk)
    while (this.#read + headBytes <= this.#end) {
      const start = this.#read
      const end = start + 1 + this.#buffer.readInt32BE(start + 1)
      if (end > this.#end) return
      this.#read = end
      if (this.#buffer[start] === dataRowCode) this.#count += 1
      else this.#tellDriver(Buffer.from(this.#buffer.subarray(start, end)))
    }
  }

  #tellDriver(message: Buffer): void {
    for (const listener of this.#driver) listener.call(this.#stream, message)
  }
}
