import type { CommandId } from '#commands/index.ts'
import { label, type Label } from '#kernel/label.ts'

/** Meaning of a number typed next to a row: maps the number to command ids as plain data. */
export interface RowOption {
  readonly number: string
  readonly title: Label
  /** Runs the first command that is available on the row. */
  readonly commands: readonly CommandId[]
  /**
   * `rows`: once, over all rows with the number. `each`: once for every row. `first`: for the first
   * row; the others wait for the next Enter, because editing takes the keyboard.
   */
  readonly over: 'rows' | 'each' | 'first'
}

/**
 * Options of the 5250: 2 change, 4 delete, 5 display, 6 print, and from 7 on the work steps. They
 * run in this order, not in the order typed: display precedes changes, and editing is last.
 */
export const terminalOptions: readonly RowOption[] = [
  {
    number: '5',
    title: label('보기', 'Display'),
    commands: [
      'inventory.open-history',
      'inbound.open-history',
      'outbound.open-history',
      'inventory.open-lots',
      'partner.attempts',
    ],
    over: 'each',
  },
  {
    number: '7',
    title: label('다음 화면', 'Next screen'),
    commands: ['inventory.move', 'inbound.open-receiving', 'outbound.open-check'],
    over: 'each',
  },
  {
    number: '9',
    title: label('취소 화면', 'Cancellation screen'),
    commands: ['inbound.open-cancel', 'outbound.open-cancel-pick'],
    over: 'each',
  },
  { number: '6', title: label('인쇄', 'Print'), commands: ['page.print'], over: 'rows' },
  { number: '4', title: label('삭제', 'Delete'), commands: ['grid.delete-row'], over: 'rows' },
  {
    number: '8',
    title: label('실행', 'Run'),
    commands: ['page.act', 'inbound.receive-bulk', 'outbound.allocate', 'partner.convert'],
    over: 'rows',
  },
  { number: '2', title: label('수정', 'Edit'), commands: ['grid.edit-row'], over: 'first' },
]
