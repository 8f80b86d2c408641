import { editable, isNew } from '#kernel/editing.ts'
import type { WireRow } from '#kernel/field.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { saveSchedules, schedules } from '../operations/schedules.ts'

const stateTone = (row: WireRow) => (row['LAST_STATE_CD'] === 'FAILED' ? 'stop' : undefined)

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
      { field: 'SCHEDULE_CD', editable: isNew, frozen: true },
      ...editable('SCHEDULE_NM', 'KIND_CD'),
      'KIND_NM',
      { field: 'WORDS', leads: true },
      ...editable('PAUSE_YN'),
      { field: 'LAST_STATE_CD', tone: stateTone, leads: true },
      'LAST_AT',
      { field: 'NEXT_AT', leads: true },
      ...editable('MINUTE_CRON', 'HOUR_CRON', 'DAY_CRON', 'MONTH_CRON', 'WEEKDAY_CRON'),
      ...editable('ARGUMENT'),
      { field: 'MAIL_TO', editable: true, seldom: true },
      // A new one begins with what is usual, so that these may stand behind what is looked at.
      { field: 'OVERLAP_CD', editable: true, required: false },
      { field: 'MISSED_CD', editable: true, required: false },
      { field: 'ATTEMPTS_MAX', editable: true, required: false },
      'NEXT_TEXT',
      'RUN_AS',
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
}
