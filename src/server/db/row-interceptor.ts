import type { Duplex } from 'node:stream'
import { dataRowCode } from './raw-rows.ts'

type Listener = (chunk: Buffer) => void

const headBytes = 5

/**
 * Takes DataRow messages out of a connection before the driver parses each into an object of
 * strings. All other messages reach the driver, which still handles errors, descriptions and the
 * end of a response.
 */
export class RowInterceptor {
  readonly #stream: Duplex
  readonly #driver: readonly Listener[]
  #buffer = Buffer.allocUnsafeSlow(1 << 20)
  #before = Buffer.allocUnsafeSlow(1 << 20)
  #end = 0
  #read = 0
  #count = 0

  /** Must not be called while a response is in flight. */
  constructor(stream: Duplex) {
    this.#stream = stream
    this.#driver = stream.listeners('data') as Listener[]
    for (const listener of this.#driver) stream.off('data', listener)
    stream.on('data', this.#receive)
  }

  /**
   * Returns the rows received since the last call. The bytes are overwritten by rows that arrive
   * after the next call.
   */
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

  close(): void {
    this.#stream.off('data', this.#receive)
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

  #receive = (chunk: Buffer): void => {
    this.#append(chunk)
    while (this.#read + headBytes <= this.#end) {
      const start = this.#read
      const end = start + 1 + this.#buffer.readInt32BE(start + 1)
      if (end > this.#end) return
      this.#read = end
      if (this.#buffer[start] === dataRowCode) this.#count += 1
      else this.#forward(Buffer.from(this.#buffer.subarray(start, end)))
    }
  }

  #forward(message: Buffer): void {
    for (const listener of this.#driver) listener.call(this.#stream, message)
  }
}
