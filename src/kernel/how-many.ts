/**
 * A count as messages say it in both languages, with commas; with the English noun where one
 * follows: `howMany(1, 'row')` is `1 row`, `howMany(12345, 'row')` is `12,345 rows`. A number that
 * is written out already stays as it is written, so that no digit of an exact quantity is lost.
 */
export function howMany(
  count: number | bigint | string | undefined,
  one?: string,
  many = `${one}s`,
): string {
  const text = String(count ?? 0)
  const [whole = '', ...rest] = text.split('.')
  const said = [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...rest].join('.')
  if (one === undefined) return said
  return `${said} ${text === '1' ? one : many}`
}
