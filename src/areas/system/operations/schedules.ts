import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { activeJob, schedule, scheduleRun } from '../tables/schedule.ts'

const common = { scope: 'company' } as const
const scheduleKey = pick(schedule, ['SCHEDULE_CD'])

export const schedules = defineQuery({
  ...common,
  name: 'system/schedules',
  bound: 'refused',
  title: label('배치작업', 'Schedules'),
  menus: ['CmsSchedulerPopup'],
  action: 'search',
  search: pick(schedule, ['SCHEDULE_CD', 'SCHEDULE_NM', 'KIND_CD', 'PAUSE_YN', 'LAST_STATE_CD']),
  output: schedule.fields,
})

export const saveSchedules = defineProcedure({
  ...common,
  name: 'system/save-schedules',
  bound: 'refused',
  title: label('배치작업 저장', 'Save schedules'),
  menus: ['CmsSchedulerPopup'],
  action: 'save',
  input: pick(schedule, [
    'SCHEDULE_CD',
    'SCHEDULE_NM',
    'KIND_CD',
    'ARGUMENT',
    'MAIL_TO',
    'MINUTE_CRON',
    'HOUR_CRON',
    'DAY_CRON',
    'MONTH_CRON',
    'WEEKDAY_CRON',
    'OVERLAP_CD',
    'ATTEMPTS_MAX',
    'MISSED_CD',
    'PAUSE_YN',
  ]),
  maxRows: 500,
})

export const startSchedule = defineProcedure({
  ...common,
  name: 'system/start-schedule',
  bound: 'refused',
  title: label('지금 실행', 'Start now'),
  with: [schedules],
  action: 'save',
  input: scheduleKey,
  maxRows: 20,
})

export const scheduleRuns = defineQuery({
  ...common,
  name: 'system/schedule-runs',
  bound: 'refused',
  title: label('실행 이력', 'Runs'),
  with: [schedules],
  action: 'search',
  search: pick(scheduleRun, ['SCHEDULE_CD', 'STATE_CD', 'DUE_AT']),
  output: scheduleRun.fields,
})

export const activeJobs = defineQuery({
  ...common,
  name: 'system/active-jobs',
  bound: 'own',
  title: label('실행 중인 작업', 'Running jobs'),
  action: 'search',
  search: pick(activeJob, ['USER_ID', 'KIND', 'STATE_CD']),
  output: activeJob.fields,
})

/** Stops jobs. A waiting job stops immediately, a running one at its next progress report. */
export const stopJobs = defineProcedure({
  ...common,
  name: 'system/stop-jobs',
  bound: 'refused',
  title: label('작업 중지', 'Stop jobs'),
  action: 'save',
  input: pick(activeJob, ['JOB_ID']),
  maxRows: 500,
})
