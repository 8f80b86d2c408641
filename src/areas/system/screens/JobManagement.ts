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
      ...editable(
        'ARGUMENT',
        'MAIL_TO',
        'MINUTE_CRON',
        'HOUR_CRON',
        'DAY_CRON',
        'MONTH_CRON',
        'WEEKDAY_CRON',
      ),
      'WORDS',
      ...editable('PAUSE_YN'),
      { field: 'LAST_STATE_CD', tone: stateTone },
      'LAST_AT',
      'NEXT_AT',
      ...editable('OVERLAP_CD', 'MISSED_CD', 'ATTEMPTS_MAX'),
      'NEXT_TEXT',
      'RUN_AS',
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
}
