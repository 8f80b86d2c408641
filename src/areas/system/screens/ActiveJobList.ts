import { grid, type WorkScreen } from '#kernel/screen.ts'
import { activeJobs, stopJobs } from '../operations/schedules.ts'

export const activeJobListScreen: WorkScreen = {
  kind: 'work',
  route: 'ActiveJobList',
  search: ['USER_ID', 'KIND', 'STATE_CD'],
  searchAtOpen: true,
  act: stopJobs,
  grid: grid({
    source: activeJobs,
    checks: true,
    columns: [
      'KIND_NM',
      'STATE_CD',
      'PROGRESS',
      'PROGRESS_TEXT',
      'USER_ID',
      'WCODE',
      'SCHEDULE_CD',
      'ATTEMPT',
      'ERROR_TEXT',
      'CREATED_AT',
      'STARTED_AT',
      'HOST_NM',
      'RUN_AFTER',
      'JOB_ID',
    ],
  }),
}
