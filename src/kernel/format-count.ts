/**
 * Formats a count for messages in both languages, with commas, and with an English noun if one is
 * given: `formatCount(1, 'row')` is `1 row`, `formatCount(12345, 'row')` is `12,345 rows`. A
 * formatted number is returned unchanged to preserve every digit of an exact quantity.
 */
export function formatCount(
  count: number | bigint | string | undefined,
  singular?: string,
  many = `${singular}s`,
): string {
  const text = String(count ?? 0)
  const [whole = '', ...rest] = text.split('.')
  const digits = [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...rest].join('.')
  if (singular === undefined) return digits
  return `${digits} ${text === '1' ? singular : many}`
}
