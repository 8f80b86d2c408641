/**
 * What the labels of this site's own things say to its stations: a cell by its code behind `CELL:`,
 * a pallet or box by its number. A number that does not begin as ours do gets `PLT:` or `BOX:`, so
 * that it is taken for no item's code.
 */
export function ownLabelText(kind: 'CELL' | 'PLT' | 'BOX', code: string): string {
  const isPlain = kind !== 'CELL' && new RegExp(`^${kind}-?\\d`, 'i').test(code)
  return isPlain ? code : `${kind}:${code}`
}
