import { allocateByHand, stockForLine } from '#areas/outbound/operations/allocating.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'

/**
 * Stock that can be allocated to an order line, with the permissions of the screen that opens the
 * popup.
 */
export function stockForLineScreen(): MasterScreen {
  return {
    kind: 'master',
    route: 'Alloc',
    search: ['SHIPMENT_NO', 'LINE_NO'],
    save: allocateByHand,
    grid: grid({
      source: stockForLine,
      columns: [
        { field: 'TAKE_QTY', editable: true, frozen: true, tone: () => 'accent' },
        'FREE_QTY',
        { field: 'REASON', tone: () => 'warn' },
        'ZONE_CD',
        'CELL_CD',
        'LOT_NO',
        'MARK',
        'VALID_DT',
        'RECEIVED_DT',
        'PALLET_NO',
        'BOX_NO',
        'CONDITION_CD',
        'QTY',
        { field: 'BALANCE_ID', hidden: true },
        { field: 'SHIPMENT_NO', hidden: true },
        { field: 'LINE_NO', hidden: true },
        { field: 'SHOWN_QTY', hidden: true },
      ],
    }),
  }
}
