import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'

/** Done is quiet, in part is under way, cancelled stops; what waits is plain. */
export function receiptStateTone(row: WireRow): Tone {
  if (row['STATE_CD'] === '30') return 'quiet'
  if (row['STATE_CD'] === '20') return 'middle'
  return row['STATE_CD'] === '90' ? 'stop' : 'normal'
}
