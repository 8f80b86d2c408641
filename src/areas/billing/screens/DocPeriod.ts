import { grid, type WorkScreen } from '#kernel/screen.ts'
import { adjustStateTone } from '#areas/inventory/rules/adjust-tone.ts'
import { closePeriod, docPeriods, docRequests } from '../operations/doc-periods.ts'

export const docPeriodScreen: WorkScreen = {
  kind: 'work',
  route: 'DocPeriod',
  search: ['OWNER_CD', 'CLOSED_TO_DT', 'CLOSED_BY', 'REQUEST_COUNT'],
  searchAtOpen: true,
  act: closePeriod,
  link: ['OWNER_CD'],
  grid: grid({
    source: docPeriods,
    columns: [
      { field: 'OWNER_CD', frozen: true },
      'OWNER_NM',
      'CLOSED_TO_DT',
      { field: 'NEXT_DT', editable: true },
      {
        field: 'REQUEST_COUNT',
        zeroAsEmpty: true,
        tone: (row) => (Number(row['REQUEST_COUNT'] ?? 0) > 0 ? 'warn' : undefined),
      },
      { field: 'REASON', editable: true },
      'CLOSED_BY',
      'CLOSED_AT',
    ],
  }),
  lines: grid({
    source: docRequests,
    columns: [
      'REQUEST_NO',
      { field: 'STATE_CD', tone: adjustStateTone },
      'DOC_NO',
      'REASON',
      'REQUESTED_BY',
      'REQUESTED_AT',
      'DECIDED_BY',
      'DECIDED_AT',
      'USED_AT',
    ],
  }),
}
