import {
  adjustedAfterCount,
  leftAfterCount,
  movedDuringCount,
} from '#areas/inventory/server/count-results.ts'
import type { Value } from '#kernel/field.ts'

type Row = Record<string, Value>

/**
 * The only place that knows operations and responses which may still change. Adjust it when the
 * product renames them.
 */
export const adaptation = {
  /** Returns pieces in transit to a cell of the sender. */
  callBack: {
    procedure: 'inventory/call-back-transfer',
    row: (TRANSFER_KEY: string, WORK_QTY: number, TO_CELL_CD: string): Row => {
      return { TRANSFER_KEY, WORK_QTY, TO_CELL_CD, REASON: 'called back' }
    },
  },
  /** Writes off pieces of the sender that were lost in transit. */
  lose: {
    procedure: 'inventory/lose-transfer',
    row: (TRANSFER_KEY: string, WORK_QTY: number): Row => {
      return { TRANSFER_KEY, WORK_QTY, REASON: `${TRANSFER_KEY} lost on the way` }
    },
  },
  /** Requests a recount of lines of a finished count. */
  recount: 'inventory/recount',
  /** Whether a count result has a difference that is not posted yet. */
  isOpen: (result: Row): boolean =>
    Number(result['DIFF_QTY'] ?? 0) !== 0 &&
    ['DIFF', 'MOVED'].includes(String(result['RESULT_CD'])),
  /**
   * Whether the stock of a count result moved during the count, so that its approval is rejected.
   */
  hasMoved: (result: Row): boolean => result['MOVED_YN'] === 'Y' || result['RESULT_CD'] === 'MOVED',
  /** Error for an approval that only a recount can resolve. */
  asksForRecount: (text: string): boolean =>
    [movedDuringCount.ko, adjustedAfterCount.ko, leftAfterCount.ko].some((refusal) =>
      text.includes(refusal),
    ),
  /** Users who counted a result. */
  counters: (result: Row): string[] =>
    [result['COUNTERS'], result['RECOUNTERS']].flatMap((names) => String(names ?? '').split(', ')),
  /** Receipt of pieces that a customer sends back from a shipment, and their condition until passed. */
  returnHead: (SHIPMENT_NO: string): Row => ({ ORDER_KIND_CD: 'RETURN', SHIPMENT_NO }),
  returned: { condition: 'INSPECT', pass: 'PASS' },
  cancelShipping: (SHIPMENT_NO: string): Row => ({ SHIPMENT_NO, CANCEL_REASON: 'came back' }),
  /**
   * Columns of `transit` that reduce the quantity in transit: those that end with `_qty`, except
   * `sent_qty`.
   */
  transitDone: /^(?!sent_).*_qty$/,
} as const
