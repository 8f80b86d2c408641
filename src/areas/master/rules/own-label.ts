/**
 * Text encoded on the site's own labels: `CELL:` and the code for a cell, the number for a pallet
 * or box. A number without our prefix gets `PLT:` or `BOX:` to distinguish it from an item code.
 */
export function ownLabelText(kind: 'CELL' | 'PLT' | 'BOX', code: string): string {
  const isPlain = kind !== 'CELL' && new RegExp(`^${kind}-?\\d`, 'i').test(code)
  return isPlain ? code : `${kind}:${code}`
}
