/** Ends of the buckets of days, each up to and with its number; what is beyond the last is `999`. */
export const expiryEnds = [30, 60, 90] as const
export const ageEnds = [30, 60, 90, 180, 365] as const

/** The code of a bucket in its code list: three digits, so that codes sort as days do. */
export function bucketCode(end: number): string {
  return String(end).padStart(3, '0')
}

export const beyondAll = '999'
/** The valid date is over. */
export const expired = '000'
