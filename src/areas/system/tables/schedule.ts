import { code, dateTime, flag, integer, lookup, progress, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields } from './common-fields.ts'

const cron = { required: true, width: 70, maxLength: 100, default: '*' } as const

export const schedule = defineTable({
  name: 'schedule',
  title: label('배치작업', 'Schedule'),
  key: ['SCHEDULE_CD'],
  fields: {
    SCHEDULE_CD: code(label('작업코드', 'Schedule code'), { required: true, width: 110 }),
    SCHEDULE_NM: text(label('작업명', 'Name'), { required: true, width: 180 }),
    KIND_CD: lookup(label('작업', 'Operation'), 'schedule-kind', {
      required: true,
      width: 110,
      fills: { KIND_NM: 'NAME' },
    }),
    KIND_NM: text(label('작업', 'Operation'), { width: 150 }),
    ARGUMENT: text(label('조건', 'Conditions'), { width: 150, maxLength: 1000 }),
    MAIL_TO: text(label('받는 사람', 'Recipients'), { width: 180, maxLength: 2000 }),
    RUN_AS: text(label('실행 권한', 'Runs as'), { width: 90 }),
    MINUTE_CRON: text(label('분', 'Minute'), { ...cron, default: '0' }),
    HOUR_CRON: text(label('시', 'Hour'), { ...cron, default: '3' }),
    DAY_CRON: text(label('일', 'Day'), cron),
    MONTH_CRON: text(label('월', 'Month'), cron),
    WEEKDAY_CRON: text(label('요일', 'Weekday'), cron),
    WORDS: text(label('실행 주기', 'Schedule'), { width: 200 }),
    NEXT_AT: dateTime(label('다음 실행', 'Next run')),
    NEXT_TEXT: text(label('다음 5회 실행', 'Next five runs'), { width: 380 }),
    OVERLAP_CD: select(label('실행 중복 시', 'If overlapping'), 'schedule-overlap', {
      required: true,
      default: 'SKIP',
    }),
    ATTEMPTS_MAX: integer(label('시도', 'Attempts'), {
      required: true,
      min: 1,
      max: 10,
      default: 1,
    }),
    MISSED_CD: select(label('실행 누락 시', 'If missed'), 'schedule-missed', {
      required: true,
      default: 'ONCE',
    }),
    PAUSE_YN: flag(label('중지', 'Paused')),
    LAST_STATE_CD: select(label('지난 결과', 'Last result'), 'job-state', { width: 90 }),
    LAST_AT: dateTime(label('지난 실행', 'Last run')),
    ...changeFields,
  },
})

export const scheduleRun = defineTable({
  name: 'schedule_run',
  title: label('실행 이력', 'Run'),
  key: ['RUN_NO'],
  fields: {
    RUN_NO: integer(label('번호', 'No.'), { width: 70 }),
    SCHEDULE_CD: code(label('작업코드', 'Schedule code'), { width: 110 }),
    DUE_AT: dateTime(label('예정', 'Scheduled for')),
    STATE_CD: select(label('결과', 'Result'), 'job-state', { width: 90 }),
    STARTED_AT: dateTime(label('시작', 'Started')),
    FINISHED_AT: dateTime(label('끝', 'Finished')),
    ATTEMPT: integer(label('시도', 'Attempts'), { width: 60 }),
    USER_ID: text(label('실행자', 'Started by'), { width: 100 }),
    RESULT_TEXT: text(label('내용', 'Details'), { width: 300 }),
    LOG_TEXT: text(label('기록', 'Log'), { width: 400, maxLength: 20_000 }),
  },
})

export const activeJob = defineTable({
  name: 'job',
  title: label('작업', 'Job'),
  key: ['JOB_ID'],
  fields: {
    JOB_ID: text(label('작업번호', 'Job no.'), { required: true, width: 270, maxLength: 36 }),
    KIND: text(label('종류', 'Kind'), { width: 160 }),
    KIND_NM: text(label('작업', 'Operation'), { width: 170 }),
    SCHEDULE_CD: code(label('배치작업', 'Schedule'), { width: 110 }),
    USER_ID: text(label('사용자', 'User'), { width: 100 }),
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    STATE_CD: select(label('상태', 'Status'), 'job-state', { width: 90 }),
    PROGRESS: progress(label('진행', 'Progress')),
    PROGRESS_TEXT: text(label('진행 내용', 'Progress details'), { width: 220 }),
    ATTEMPT: integer(label('시도', 'Attempts'), { width: 60 }),
    HOST_NM: text(label('서버', 'Server'), { width: 120 }),
    ERROR_TEXT: text(label('지난 시도의 오류', 'Last error'), { width: 260 }),
    CREATED_AT: dateTime(label('요청', 'Requested')),
    STARTED_AT: dateTime(label('시작', 'Started')),
    RUN_AFTER: dateTime(label('다음 시도', 'Next attempt')),
  },
})
