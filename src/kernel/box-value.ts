/** What a box that keeps only digits keeps (spec §5); wide digits of an input method are digits. */
export function keepDigits(text: string): string {
  return text.normalize('NFKC').replace(/[^0-9]/g, '')
}

/** What a box that forces upper case keeps (spec §5). */
export function keepUpperCase(text: string): string {
  return text.normalize('NFC').toUpperCase()
}

/** What a number box that turns zero into empty keeps (spec §5). */
export function zeroToEmpty(value: number | null): number | null {
  return value === 0 ? null : value
}

/** What a check box stands for; `Y` and `N` unless the column has words of its own (spec §5). */
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
