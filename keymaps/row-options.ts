import type { CommandId } from '#commands/index.ts'
import { label, type Label } from '#kernel/label.ts'

/** What a number typed beside a row stands for: pure data, numbers → command ids. */
export interface RowOption {
  readonly number: string
  readonly title: Label
  /** The first one that is offered on the row is carried out. */
  readonly commands: readonly CommandId[]
  /**
   * `rows`: once, over all rows with the number. `each`: once for every row. `first`: for the first
   * row; the others wait for the next Enter, as editing takes the keyboard.
   */
  readonly over: 'rows' | 'each' | 'first'
}

/**
 * The options of the 5250: 2 change, 4 delete, 5 display, 6 print, and from 7 on the steps of the
 * work. Carried out from top to bottom, whatever the order they were typed in: looking comes before
 * what changes rows, and editing comes last.
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
    title: label('취소 화면', 'Cancel screen'),
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
