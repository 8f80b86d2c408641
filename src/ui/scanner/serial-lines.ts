import { textOf } from './hid-report.ts'

const STX = 0x02
/** CR, LF, Tab and ETX end a code; scanners send one of them, or CR and LF. */
const ends: ReadonlySet<number> = new Set([0x0d, 0x0a, 0x09, 0x03])

/** Longer than any code: a line without an end is noise, as at a wrong baud rate. */
const longest = 4096

/** Cuts what comes down a serial line into codes. */
export class SerialLines {
  #bytes: number[] = []

  /** Takes some bytes; returns the codes that are whole, in order. GS stays in them. */
  take(bytes: Iterable<number>): string[] {
    const codes: string[] = []
    for (const byte of bytes) {
      if (ends.has(byte)) {
        if (this.#bytes.length > 0) codes.push(textOf(this.#bytes))
        this.#bytes = []
      } else if (byte !== STX && byte !== 0) this.#bytes.push(byte)
      if (this.#bytes.length > longest) this.#bytes = []
    }
    return codes
  }
}
