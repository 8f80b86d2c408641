const maxLength = 150
/** Path separators, characters that file systems reject, control and bidi characters. */
const forbidden = /[\p{Cc}\p{Cf}\\/:*?"<>|]/gu
/** Device names that Windows rejects with any extension. */
const reservedNames = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * Makes a file name valid on every system: no path, no control characters, no leading or trailing
 * dots, at most 150 characters including the original extension. Returns `fallback` if nothing
 * remains.
 */
export function safeFileName(name: string, fallback = 'download'): string {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(forbidden, '_')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
    .replace(reservedNames, '_$&')
  const characters = Array.from(clean)
  if (characters.length <= maxLength) return clean === '' ? fallback : clean
  const extension = /\.[a-z0-9]{1,8}$/i.exec(clean)?.[0] ?? ''
  return characters.slice(0, maxLength - extension.length).join('') + extension
}

/**
 * Content-Disposition header for downloading under this name (RFC 6266, RFC 8187): an ASCII name
 * for old clients and the exact one in UTF-8. Never contains a line break.
 */
export function attachmentHeader(fileName: string): string {
  const name = safeFileName(fileName)
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll('%', '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`
}

/**
 * RFC 8187 value-chars: encodeURIComponent leaves four characters unescaped that must be escaped
 * here.
 */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  )
}
