import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { PageStatus } from '#ui/tabs/page-registry.ts'

const number = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: 3 })

/**
 * Pieces and cubic metres cannot be added, so each unit has its own sum. Cells without numbers have
 * none, not a sum of zero.
 */
export function selectionText(selection: NonNullable<PageStatus['selection']>): Label {
  const { cells, count, sum, average, units } = selection
  if (count === 0) return label(`선택 ${formatCount(cells)}칸`, formatCount(cells, 'field'))
  const sums = (pieces: string) =>
    units?.map((unit) => `${unit.title ?? pieces} ${number.format(unit.sum)}`).join(' · ')
  const [all, mean] = [number.format(sum), number.format(average)]
  return label(
    `선택 ${formatCount(cells)}칸 · 합계 ${sums('수량') ?? `${all} · 평균 ${mean}`}`,
    `${formatCount(cells, 'field')} · sum ${sums('pieces') ?? `${all} · avg ${mean}`}`,
  )
}
