import { adjustedAfterCount, movedDuringCount } from '#areas/inventory/server/count-results.ts'
import type { Value } from '#kernel/field.ts'

type Row = Record<string, Value>

/**
 * The only place that knows operations and answers which may still change. Adjust it when the product
 * names them differently.
 */
export const adaptation = {
  /** Pieces in transit return to a cell of the sender. */
  callBack: {
    procedure: 'inventory/call-back-transfer',
    row: (TRANSFER_KEY: string, WORK_QTY: number, TO_CELL_CD: string): Row => {
      return { TRANSFER_KEY, WORK_QTY, TO_CELL_CD, REASON: 'called back' }
    },
  },
  /** Pieces lost in transit, written off by the sender. */
  lose: {
    procedure: 'inventory/lose-transfer',
    row: (TRANSFER_KEY: string, WORK_QTY: number): Row => {
      return { TRANSFER_KEY, WORK_QTY, REASON: `${TRANSFER_KEY} lost on the way` }
    },
  },
  /** Orders a recount of lines of a finished count. */
  recount: 'inventory/recount',
  /** A count result with a difference that is not posted yet. */
  isOpen: (result: Row): boolean =>
    Number(result['DIFF_QTY'] ?? 0) !== 0 &&
    ['DIFF', 'MOVED'].includes(String(result['RESULT_CD'])),
  /** A count result whose stock moved while it was counted. Its approval is refused. */
  hasMoved: (result: Row): boolean => result['MOVED_YN'] === 'Y' || result['RESULT_CD'] === 'MOVED',
  /** Refusal of an approval that only a recount can resolve. */
  asksForRecount: (text: string): boolean =>
    [movedDuringCount.ko, adjustedAfterCount.ko].some((refusal) => text.includes(refusal)),
  /** Users who counted a result. */
  counters: (result: Row): string[] =>
    [result['COUNTERS'], result['RECOUNTERS']].flatMap((names) => String(names ?? '').split(', ')),
  /** Receipt of pieces that a customer sends back from a shipment, and their condition until passed. */
  returnHead: (SHIPMENT_NO: string): Row => ({ ORDER_KIND_CD: 'RETURN', SHIPMENT_NO }),
  returned: { condition: 'INSPECT', pass: 'PASS' },
  cancelShipping: (SHIPMENT_NO: string): Row => ({ SHIPMENT_NO, CANCEL_REASON: 'came back' }),
  /** Columns of `transit` that reduce the quantity in transit end with this, except `sent_qty`. */
  transitDone: /^(?!sent_).*_qty$/,
} as const
