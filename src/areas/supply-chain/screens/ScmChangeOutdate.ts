import type { WireRow } from '#kernel/field.ts'
import { changeDatesScreen } from './change-dates.ts'

export const scmChangeOutdateScreen = changeDatesScreen('ScmChangeOutdate', 'OUT', 'SHIP_TO_CD', [
  'SHORT_NOW_QTY',
  {
    field: 'SHORT_NEW_QTY',
    tone: (row: WireRow) => (Number(row['SHORT_NEW_QTY'] ?? 0) > 0 ? 'warn' : undefined),
  },
])
