/** Returns the media type of a text with its charset. Reads the content once to detect it. */
export async function textType(
  mediaType: string,
  content: AsyncIterable<Uint8Array>,
): Promise<string> {
  return `${mediaType}; charset=${await detectEncoding(content)}`
}

async function detectEncoding(content: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  for await (const chunk of content) {
    const mark = isFirst ? Buffer.from(chunk.subarray(0, 2)).toString('hex') : ''
    if (mark === 'fffe') return 'utf-16le'
    if (mark === 'feff') return 'utf-16be'
    if (!isUtf8(() => decoder.decode(chunk, { stream: true }))) return korean
    isFirst = false
  }
  return isUtf8(() => decoder.decode()) ? 'utf-8' : korean
}

/** Browsers' name for CP949. */
const korean = 'euc-kr'

function isUtf8(decode: () => string): boolean {
  try {
    decode()
    return true
  } catch {
    return false
  }
}
