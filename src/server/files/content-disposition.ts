const lengthMax = 150
/** Characters no file system takes, path separators, control and direction characters. */
const forbidden = /[\p{Cc}\p{Cf}\\/:*?"<>|]/gu
/** Device names Windows refuses whatever the extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * A file name that every system can save: no path, no control characters, no leading or trailing
 * dots, at most 150 characters with its extension kept. `fallback` when nothing is left.
 */
export function safeFileName(name: string, fallback = 'download'): string {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(forbidden, '_')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
    .replace(reserved, '_$&')
  const characters = Array.from(clean)
  if (characters.length <= lengthMax) return clean === '' ? fallback : clean
  const extension = /\.[a-z0-9]{1,8}$/i.exec(clean)?.[0] ?? ''
  return characters.slice(0, lengthMax - extension.length).join('') + extension
}

/**
 * Value of a Content-Disposition header that has the browser save the answer under this name
 * (RFC 6266, RFC 8187): an ASCII name for old readers and the exact one in UTF-8. Never contains
 * a line break, whatever the name.
 */
export function attachment(fileName: string): string {
  const name = safeFileName(fileName)
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll('%', '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`
}

/** RFC 8187 value-chars; encodeURIComponent leaves four characters that need escaping here. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  )
}
