import { toHalfWidth } from './tidy-text.ts'

const flags: ReadonlyMap<string, 'Y' | 'N'> = new Map([
  ...['Y', 'YES', '예', 'TRUE', '1', 'O', '○', '✓'].map((word) => [word, 'Y'] as const),
  ...['N', 'NO', '아니오', '아니요', 'FALSE', '0', 'X', '×'].map((word) => [word, 'N'] as const),
])

/** Reads a flag as users and spreadsheets write it. Undefined for any other text. */
export function readFlag(text: string): 'Y' | 'N' | undefined {
  return flags.get(toHalfWidth(text).trim().toUpperCase())
}
