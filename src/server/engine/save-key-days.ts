/**
 * Days to retain idempotency keys. The page retries a save for minutes, and partners retry for
 * hours.
 */
export const saveKeyDays = 7
