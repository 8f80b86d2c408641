import { documentScreens } from '#kernel/document-screens.ts'
import type { Query } from '#kernel/operation.ts'
import { grid, type ColumnRef, type DocScreen } from '#kernel/screen.ts'
import type { DocumentTables } from '#kernel/document.ts'
import type { Procedure } from '#kernel/operation.ts'
import { scmOrderLines, switchOrders } from '../operations/orders.ts'
import { scmStateTone } from '../rules/state-tone.ts'
import { scmStatus, scmStepFrom } from '../rules/scm-status.ts'

interface OrderScreen {
  readonly source: Query
  readonly save: Procedure
  readonly document: DocumentTables
  /** Search fields before the common ones. */
  readonly search: readonly string[]
  /** Columns before the common ones: who ordered, origin and destination. */
  readonly whose: readonly ColumnRef[]
  readonly more?: readonly ColumnRef[]
  readonly fixed: Readonly<Record<string, string>>
  /** Fields on a card, in addition to its number. */
  readonly cards: readonly string[]
}

const orderLines = grid({
  source: scmOrderLines,
  columns: [
    'LINE_NO',
    'STOCK_CD',
    'STOCK_NM',
    'ORDER_QTY',
    'ACCEPT_QTY',
    'OPEN_QTY',
    'DONE_QTY',
    'LEFT_QTY',
    'REJECT_QTY',
    'DOC_NO',
    'REMARK',
  ],
})

/**
 * Orders with their lines in one layout. Screens differ in filter and leading columns. Inactive
 * orders are hidden unless searched for.
 */
export function orderDoc(route: string, screen: OrderScreen): DocScreen {
  const { source, save, document, search, whose, more = [], fixed, cards } = screen
  const { doc } = documentScreens({
    document,
    search: [...search, 'REQUEST_DT', 'STATE_CD', 'ACTIVE_YN', 'SCM_NO', 'PARTNER_ORDER_NO'],
    heads: {
      source,
      columns: [
        'SCM_NO',
        { field: 'STATE_CD', tone: scmStateTone },
        'ACTIVE_YN',
        'OWNER_CD',
        ...whose,
        'PARTNER_ORDER_NO',
        { field: 'REQUEST_DT', default: 'today' },
        'PROMISED_DT',
        'PRIORITY',
        'LINE_COUNT',
        { field: 'ORDER_QTY', required: false },
        'ACCEPT_QTY',
        'OPEN_QTY',
        'DONE_QTY',
        'LEFT_QTY',
        'PROGRESS',
        ...more,
        'DOC_NO',
        'REASON',
        'REMARK',
        'UPDATED_BY',
        'UPDATED_AT',
      ],
      checks: true,
    },
    lines: orderLines,
  })
  return {
    ...doc(route, save, { open: scmStatus.requested, fixed }),
    searchDefaults: { ACTIVE_YN: 'Y' },
    cards: {
      lane: 'STATE_CD',
      lanes: scmStepFrom.board,
      title: 'SCM_NO',
      columns: cards,
      active: { column: 'ACTIVE_YN', switchedBy: switchOrders },
    },
  }
}
