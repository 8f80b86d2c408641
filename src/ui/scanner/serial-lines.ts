import { decodeText } from './hid-report.ts'

const STX = 0x02
const ends: ReadonlySet<number> = new Set([0x0d, 0x0a, 0x09, 0x03])

/** Longer than any code. An endless line is noise, for example from a wrong baud rate. */
const longest = 4096

export class SerialLines {
  #bytes: number[] = []

  take(bytes: Iterable<number>): string[] {
    const codes: string[] = []
    for (const byte of bytes) {
      if (ends.has(byte)) {
        if (this.#bytes.length > 0) codes.push(decodeText(this.#bytes))
        this.#bytes = []
      } else if (byte !== STX && byte !== 0) this.#bytes.push(byte)
      if (this.#bytes.length > longest) this.#bytes = []
    }
    return codes
  }
}
