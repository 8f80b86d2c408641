/** Retention of the keys of saves. The page retries a save for minutes, and partners for hours. */
export const saveKeyDays = 7
