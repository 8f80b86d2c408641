import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

const schedules = () => import('#areas/system/operations/schedules.ts')
const scheduleRuns = async () => (await schedules()).scheduleRuns
const startSchedule = async () => (await schedules()).startSchedule

export const scheduleCommands = {
  'schedule.runs': command({
    title: label('실행 이력과 기록', 'Run history and log'),
    short: label('실행 이력', 'Runs'),
    keywords: ['job', '로그', '배치'],
    on: 'schedule',
    when: 'screen == JobManagement',
    legend: 90,
    run: ({ shell, row }) => {
      const code = row?.['SCHEDULE_CD'] ?? null
      const search = code === null ? {} : { SCHEDULE_CD: code }
      shell.showRows(scheduleRuns, search, { fullTextColumn: 'LOG_TEXT' })
    },
  }),
  'schedule.start': command({
    title: label('지금 실행', 'Start now'),
    short: label('지금 실행', 'Start now'),
    keywords: ['job', 'run', '배치'],
    on: 'schedule',
    when: 'screen == JobManagement',
    legend: 91,
    run: ({ runProcedure, row }) =>
      runProcedure(startSchedule, [{ SCHEDULE_CD: row?.['SCHEDULE_CD'] ?? null }]),
  }),
} as const satisfies Record<string, Command>
