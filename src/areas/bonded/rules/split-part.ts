import { label, type Label } from '#kernel/label.ts'

/** Split code: all (A), part (P) or last part (L). */
export type Split = 'A' | 'P' | 'L'

/**
 * Packages and grams of a cargo or approval. Grams represent kilograms with three decimals exactly.
 */
export interface Amount {
  readonly packages: number
  readonly grams: number
}

export interface Remainder extends Amount {
  /** Number of the last part, 0 before the first. */
  readonly parts: number
  readonly closed: boolean
}

export interface Part extends Amount {
  readonly split: Split
}

/** Converts kilograms with up to three decimals to grams, exactly. */
export function toGrams(kilograms: number | string): number {
  return Math.round(Number(kilograms) * 1000)
}

/**
 * Proposed weight of some packages: total × packages ÷ all packages, rounded half up to 0.1 kg, in
 * grams. The last part gets the remainder (second-half.md §1).
 */
export function proposedGrams(total: Amount, packages: number, rest: Amount): number {
  if (packages >= rest.packages) return rest.grams
  const [grams, part, totalPackages] = [
    BigInt(total.grams),
    BigInt(packages),
    BigInt(total.packages),
  ]
  const divisor = totalPackages * 100n
  return Number((grams * part * 2n + divisor) / (divisor * 2n)) * 100
}

export function getSplit(packages: number, rest: Remainder): Split {
  if (packages < rest.packages) return 'P'
  return rest.parts === 0 ? 'A' : 'L'
}

const formatKilograms = (grams: number) =>
  (grams / 1000).toLocaleString('en', { maximumFractionDigits: 3 })
const formatAmount = ({ packages, grams }: Amount) =>
  `${packages.toLocaleString('en')} / ${formatKilograms(grams)} kg`

export interface SplitError {
  readonly column: 'NOW_PKG_QTY' | 'NOW_KG' | 'SPLIT_CD'
  readonly text: Label
}

/**
 * Validation error for a split release (second-half.md §1, *Split release*). A full release must be
 * the first and include everything. A part must leave packages and weight for later. A last part
 * takes exactly the remainder. Nothing can follow a full or last part.
 */
export function splitError(part: Part, rest: Remainder): SplitError | undefined {
  if (rest.closed || rest.packages === 0) {
    const text = label('이미 전량 반출했습니다.', 'All of it is already released.')
    return { column: 'SPLIT_CD', text }
  }
  if (part.packages > rest.packages) {
    const text = label(
      `잔량 ${formatAmount(rest)}을 넘습니다.`,
      `Exceeds the remaining ${formatAmount(rest)}.`,
    )
    return { column: 'NOW_PKG_QTY', text }
  }
  if (part.split === 'P') return partError(part, rest)
  if ((part.split === 'A') !== (rest.parts === 0)) {
    const text =
      part.split === 'A'
        ? label(
            '먼저 반출한 분할이 있어 전량(A)이 아닙니다.',
            'Parts were already released, so this is not a full release (A).',
          )
        : label(
            '최종(L)은 분할(P) 다음에만 사용할 수 있습니다.',
            'Last (L) can only follow a part (P).',
          )
    return { column: 'SPLIT_CD', text }
  }
  if (part.packages === rest.packages && part.grams === rest.grams) return undefined
  const text = label(
    `전량·최종은 잔량과 같아야 합니다(${formatAmount(rest)}).`,
    `A whole or last release must equal the remainder (${formatAmount(rest)}).`,
  )
  return { column: part.packages === rest.packages ? 'NOW_KG' : 'NOW_PKG_QTY', text }
}

function partError(part: Part, rest: Remainder): SplitError | undefined {
  if (part.packages > 0 && part.packages < rest.packages) {
    if (part.grams > 0 && part.grams < rest.grams) return undefined
    const text = label(
      `분할 중량은 0보다 크고 잔량 ${formatKilograms(rest.grams)} kg보다 작아야 합니다.`,
      `A part must weigh more than 0 and less than the remaining ${formatKilograms(rest.grams)} kg.`,
    )
    return { column: 'NOW_KG', text }
  }
  const text = label(
    '분할(P)은 일부만 반출합니다. 남은 전부를 반출하려면 최종(L)을 선택하세요.',
    'A part (P) releases only some of it. Select last (L) to release the rest.',
  )
  return { column: 'SPLIT_CD', text }
}

export function remainingAfterPart(part: Part, rest: Remainder): Remainder {
  return {
    packages: rest.packages - part.packages,
    grams: rest.grams - part.grams,
    parts: rest.parts + 1,
    closed: part.split !== 'P',
  }
}
