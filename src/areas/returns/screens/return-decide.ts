import { grid, type NextSteps, type WorkScreen } from '#kernel/screen.ts'
import type { Procedure } from '#kernel/operation.ts'
import { undecided } from '../operations/deciding.ts'

export function decideScreen(
  route: string,
  act: Procedure,
  byOwner: 'Y' | 'N',
  next: NextSteps = {},
): WorkScreen {
  return {
    kind: 'work',
    route,
    search: ['OWNER_CD', 'RECEIPT_NO', 'SHIPMENT_NO', 'STOCK_CD', 'GRADE_CD'],
    searchAtOpen: true,
    act,
    next,
    grid: grid({
      source: undecided,
      checks: true,
      fixed: { APPROVE_YN: byOwner },
      columns: [
        { field: 'RECEIPT_NO', identifies: true },
        'LINE_NO',
        'OWNER_CD',
        'STOCK_CD',
        'STOCK_NM',
        { field: 'GRADE_CD', identifies: true },
        'QTY',
        { field: 'DISPOSE_CD', editable: true },
        'SECOND_STOCK_CD',
        'LOT_NO',
        'VALID_DT',
        {
          field: 'EXPIRED_YN',
          tone: (row) => (row['EXPIRED_YN'] === 'Y' ? 'warn' : undefined),
        },
        'RETURN_KIND_CD',
        'REASON_CD',
        'SHIPMENT_NO',
        ...(byOwner === 'Y' ? [] : (['GRADED_BY'] as const)),
        { field: 'LOT_ID', hidden: true },
      ],
    }),
  }
}
