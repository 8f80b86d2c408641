export function textType(mediaType: string, bytes: Buffer): string {
  return `${mediaType}; charset=${detectEncoding(bytes)}`
}

function detectEncoding(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    // Browsers' name for CP949.
    return 'euc-kr'
  }
}
