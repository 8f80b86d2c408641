import { grid, type ColumnRef, type WorkScreen } from '#kernel/screen.ts'
import { changeDates, datePlan } from '../operations/dates.ts'
import { rejectionTone, scmStateTone } from '../rules/state-tone.ts'

/**
 * Changes dates of orders in bulk. The search sets the new date and each row shows the outcome.
 * Users save the selected rows or type a date into a row.
 */
export function changeDatesScreen(
  route: string,
  kind: 'IN' | 'OUT',
  place: string,
  more: readonly ColumnRef[],
): WorkScreen {
  return {
    kind: 'work',
    route,
    search: [
      'OWNER_CD',
      'BRANCH_CD',
      'PARTNER_CD',
      'NOW_DT',
      'SET_DT',
      'SHIFT_DAYS',
      'RULE_CD',
      'CHANGE_REASON',
      'SCM_NO',
    ],
    searchDefaults: { RULE_CD: 'EXACT' },
    searchAtOpen: true,
    act: changeDates,
    grid: grid({
      source: datePlan,
      fixed: { KIND_CD: kind },
      checks: true,
      rowTone: rejectionTone,
      columns: [
        'SCM_NO',
        { field: 'STATE_CD', tone: scmStateTone },
        'NOW_DT',
        { field: 'NEW_DT', editable: true },
        { field: 'REASON', editable: true },
        { field: 'REFUSAL', tone: rejectionTone },
        'OWNER_CD',
        'BRANCH_NM',
        'PARTNER_NM',
        'PARTNER_ORDER_NO',
        place as 'SHIP_TO_CD',
        'REQUEST_DT',
        'LEFT_QTY',
        ...(more as readonly 'LEFT_QTY'[]),
        'DOC_NO',
        'BATCH_NO',
      ],
    }),
  }
}
