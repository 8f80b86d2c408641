/** Inclusive upper bounds of the buckets in days. Anything above the last bound is `999`. */
export const expiryBounds = [30, 60, 90] as const
export const ageBounds = [30, 60, 90, 180, 365] as const

/** Code of a bucket in its code list. Three digits, so codes sort like numbers. */
export function bucketCode(end: number): string {
  return String(end).padStart(3, '0')
}

export const beyondLastBucket = '999'
export const expiredBucket = '000'
