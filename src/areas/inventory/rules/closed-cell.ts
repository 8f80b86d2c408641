import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'

export function closedCell(cell: unknown): Label {
  return label(
    `셀 ${String(cell)}${josa(String(cell), '은/는')} 없거나 잠긴 셀입니다.`,
    `Cell not found or locked: ${String(cell)}`,
  )
}
