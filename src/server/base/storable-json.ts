const escapes = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|u[0-9a-f]{4}|[^])/gi

/**
 * Drops escapes that PostgreSQL cannot store and pasted text can contain: NUL and lone surrogates.
 */
export function toStorableJson(json: string): string {
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return json
  return json.replaceAll(escapes, (escape) => {
    const isHalf = escape.length === 6 && /^\\ud[89a-f]/i.test(escape)
    return isHalf || escape === '\\u0000' ? '' : escape
  })
}
