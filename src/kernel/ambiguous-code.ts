import { label, type Label } from './label.ts'

/** Error for a code that identifies several items; undefined if it identifies at most one. */
export function ambiguityError(items: Iterable<string>): Label | undefined {
  const names = [...new Set(items)].toSorted()
  if (names.length <= 1) return undefined
  return label(
    `여러 품목에 해당하는 코드입니다: ${names.join(', ')}`,
    `This code matches several items: ${names.join(', ')}`,
  )
}
