/** Value of a digits-only input (spec §5). Full-width digits of an input method count as digits. */
export function stripNonDigits(text: string): string {
  return text.normalize('NFKC').replace(/[^0-9]/g, '')
}

/** Value of an input that forces upper case (spec §5). */
export function normalizeUpperCase(text: string): string {
  return text.normalize('NFC').toUpperCase()
}

export function zeroToEmpty(value: number | null): number | null {
  return value === 0 ? null : value
}

/** Value of a check box: `Y` or `N` unless the column defines other values (spec §5). */
export function checkValue<Checked extends string, Unchecked extends string>(
  isChecked: boolean,
  words: readonly [Checked, Unchecked],
): Checked | Unchecked
export function checkValue(isChecked: boolean): 'Y' | 'N'
export function checkValue(
  isChecked: boolean,
  words: readonly [string, string] = ['Y', 'N'],
): string {
  return isChecked ? words[0] : words[1]
}
