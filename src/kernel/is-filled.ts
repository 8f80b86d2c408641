/**
 * Whether a required value is present (spec §5). The number 0 and the text 0 are. Blank text, an
 * empty list and NaN are not.
 */
export function isFilled(value: unknown): boolean {
  if (value === null || value === undefined || Number.isNaN(value)) return false
  if (typeof value === 'string') return value.trim() !== ''
  return !Array.isArray(value) || value.length > 0
}
