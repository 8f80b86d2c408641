import { grid, type PrintScreen } from '#kernel/screen.ts'
import { countSheet, type countJobs } from '../operations/counting.ts'
import { countStateTone } from '../rules/count-tone.ts'

export function countJobList(route: string, source: typeof countJobs): PrintScreen {
  return {
    kind: 'print',
    printOut: countSheet,
    route,
    search: ['COUNT_DT', 'STATE_CD', 'METHOD_CD', 'ASSIGNED_TO', 'JOB_NO'],
    searchAtOpen: true,
    grid: grid({
      source,
      columns: [
        'JOB_NO',
        { field: 'STATE_CD', tone: countStateTone },
        'COUNT_DT',
        'METHOD_CD',
        'TARGET',
        'ASSIGNED_TO',
        'LINE_COUNT',
        'COUNTED_COUNT',
        'PROGRESS',
        { field: 'DIFF_COUNT', tone: (row) => (row['DIFF_COUNT'] ? 'warn' : 'quiet') },
        'COUNTERS',
        'REMARK',
        'UPDATED_BY',
        'UPDATED_AT',
      ],
    }),
  }
}
