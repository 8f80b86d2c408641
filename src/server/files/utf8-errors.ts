/** Length of a multi-byte sequence by its first byte; zero for a byte that starts none. */
function sequenceLength(first: number): number {
  if (first >= 0xc2 && first < 0xe0) return 2
  if (first >= 0xe0 && first < 0xf0) return 3
  return first >= 0xf0 && first < 0xf5 ? 4 : 0
}

const byteOrderMark = 'efbbbf'

/**
 * Finds the first invalid byte of a text that is not UTF-8. `isMostlyUtf8` is true if the text
 * declares UTF-8, or if valid sequences are far more frequent than damaged ones. In code page 949,
 * one syllable of ten happens to be valid UTF-8.
 */
export function firstInvalidUtf8(bytes: Uint8Array): { at: number; isMostlyUtf8: boolean } {
  let [first, last, valid, damaged] = [-1, -2, 0, 0]
  for (let index = 0; index < bytes.length;) {
    if ((bytes[index] ?? 0) < 0x80) {
      index += 1
      continue
    }
    const length = sequenceLength(bytes[index] ?? 0)
    const rest = bytes.subarray(index + 1, index + length)
    const isValid =
      length > 0 && rest.length === length - 1 && rest.every((byte) => byte >= 0x80 && byte < 0xc0)
    if (isValid) valid += 1
    if (!isValid) {
      if (index !== last + 1) damaged += 1
      if (first < 0) first = index
      last = index
    }
    index += isValid ? length : 1
  }
  const isDeclared = Buffer.from(bytes.subarray(0, 3)).toString('hex') === byteOrderMark
  return { at: first, isMostlyUtf8: isDeclared || valid > damaged * 3 }
}
