import { editableColumns, isUnsavedRow } from '#kernel/editing.ts'
import type { WireRow } from '#kernel/field.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { saveSchedules, schedules } from '../operations/schedules.ts'

const stateTone = (row: WireRow) => (row['LAST_STATE_CD'] === 'FAILED' ? 'stop' : undefined)

const cron = ['MINUTE_CRON', 'HOUR_CRON', 'DAY_CRON', 'MONTH_CRON', 'WEEKDAY_CRON'] as const

/** Rarely differ from their defaults. */
const retries = ['OVERLAP_CD', 'MISSED_CD', 'ATTEMPTS_MAX'] as const

export const jobManagementScreen: MasterScreen = {
  kind: 'master',
  route: 'JobManagement',
  search: ['SCHEDULE_CD', 'SCHEDULE_NM', 'KIND_CD', 'PAUSE_YN', 'LAST_STATE_CD'],
  searchAtOpen: true,
  save: saveSchedules,
  grid: grid({
    source: schedules,
    rowTone: (row) => (row['PAUSE_YN'] === 'Y' ? 'quiet' : undefined),
    columns: [
      { field: 'SCHEDULE_CD', editable: isUnsavedRow, frozen: true },
      ...editableColumns('SCHEDULE_NM'),
      // Users read the description and the next run more often than they edit the schedule.
      { field: 'WORDS', frozen: true },
      { field: 'LAST_STATE_CD', tone: stateTone, leads: true },
      { field: 'NEXT_AT', leads: true },
      ...editableColumns('PAUSE_YN', 'KIND_CD'),
      'KIND_NM',
      ...cron.map((field) => ({ field, editable: true, width: 46 })),
      ...editableColumns('ARGUMENT'),
      { field: 'MAIL_TO', editable: true, seldom: true },
      ...retries.map((field) => ({ field, editable: true, seldom: true })),
      'LAST_AT',
      'NEXT_TEXT',
      'RUN_AS',
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
}
