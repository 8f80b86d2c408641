import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'

export function conditionTone(row: WireRow): Tone {
  if (row['CONDITION_CD'] === 'SAMPLE') return 'warn'
  return row['CONDITION_CD'] === 'NORMAL' ? 'quiet' : 'stop'
}
