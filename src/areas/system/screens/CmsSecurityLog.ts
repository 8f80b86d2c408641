import { grid, type WorkScreen } from '#kernel/screen.ts'
import type { WireRow } from '#kernel/field.ts'
import { reviewSecurity, securityEvents } from '../operations/security-log.ts'

const outcomeTone = (row: WireRow) => (row['OUTCOME_CD'] === 'OK' ? undefined : 'warn')

export const cmsSecurityLogScreen: WorkScreen = {
  kind: 'work',
  route: 'CmsSecurityLog',
  search: [
    'HAPPENED_AT',
    'KIND_CD',
    'OUTCOME_CD',
    'USER_ID',
    'SUBJECT_CD',
    'ADDRESS',
    'OPERATION',
    'TRACE_ID',
    'REVIEWED_BY',
  ],
  searchAtOpen: true,
  act: reviewSecurity,
  grid: grid({
    source: securityEvents,
    rowTone: (row) => (row['REVIEWED_AT'] === null ? undefined : 'quiet'),
    columns: [
      'HAPPENED_AT',
      'KIND_CD',
      { field: 'OUTCOME_CD', tone: outcomeTone },
      'USER_ID',
      'SUBJECT_CD',
      'OPERATION',
      'MENU_ID',
      'ROW_COUNT',
      'ADDRESS',
      'DETAIL',
      'REVIEWED_BY',
      'REVIEWED_AT',
      'AGENT',
      'TRACE_ID',
      'EVENT_NO',
    ],
  }),
}
