/**
 * Whether a required value is there (spec §5): missing if empty, while the number 0 and the text 0
 * count as filled. Blanks alone are empty, and so is a list of nothing and a number box that holds
 * no number.
 */
export function isFilled(value: unknown): boolean {
  if (value === null || value === undefined || Number.isNaN(value)) return false
  if (typeof value === 'string') return value.trim() !== ''
  return !Array.isArray(value) || value.length > 0
}
