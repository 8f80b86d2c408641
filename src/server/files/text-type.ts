/** The media type of a text with its encoding: what a Korean office writes is UTF-8, UTF-16 or CP949. */
export function textType(mediaType: string, bytes: Buffer): string {
  return `${mediaType}; charset=${encodingOf(bytes)}`
}

function encodingOf(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    // The name by which browsers know CP949.
    return 'euc-kr'
  }
}
