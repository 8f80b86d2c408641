import { label } from '#kernel/label.ts'
import type { masterCodeLists } from './code-lists.ts'

/**
 * Units that are counted in pieces; the others are measured and can have a fraction. The database
 * function `is_whole_unit` lists the same units.
 */
export const isWholeUnit: Readonly<Record<keyof (typeof masterCodeLists)['unit'], boolean>> = {
  EA: true,
  BOX: true,
  PLT: true,
  SET: true,
  KG: false,
  M: false,
  L: false,
}

export const wholeUnitsOnly = label(
  '낱개로 세는 품목입니다. 정수로 입력하세요.',
  'This item is counted in whole units. Enter a whole number.',
)
