/** Inclusive upper bounds of the buckets in days. Anything above the last bound is `999`. */
export const expiryEnds = [30, 60, 90] as const
export const ageEnds = [30, 60, 90, 180, 365] as const

/** Code of a bucket in its code list. Three digits, so codes sort like numbers. */
export function bucketCode(end: number): string {
  return String(end).padStart(3, '0')
}

export const beyondAll = '999'
export const expired = '000'
