import { command, type Command, type ShellHandle } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import { selectedRows } from './selected-rows.ts'
import { openWindow } from './windows.ts'

const reverseWork = async () => (await import('#areas/inventory/operations/proof.ts')).reverseWork

async function showOtherTime(
  shell: ShellHandle,
  direction: 'TURN' | 'EARLIER' | 'LATER',
): Promise<void> {
  await openWindow(shell, 'time-travel', [{ WAY: direction }])
}

export const ledgerCommands = {
  'ledger.why': command({
    title: label('이 수량의 근거: 수불 내역', 'Basis of this quantity: movements'),
    short: label('근거', 'Basis'),
    keywords: ['why', 'ledger', '원장', '왜'],
    legend: 13,
    when: 'grid && hasRows && ofStock',
    run: async ({ page, row, shell }) => {
      // Read the cell before the await: another one may be current afterwards.
      const cell = page?.cell?.()
      const code = shell.awaitCode(import('#areas/inventory/operations/row-verbs.ts'))
      const number = (await code).numberInCell(cell, row)
      if (number) void openWindow(shell, 'why-this-number', [number])
      else shell.notify(onlyInQuantityColumns)
    },
  }),
  'ledger.past': command({
    title: label('과거 시점으로/현재로', 'Go to a past time or back to now'),
    short: label('시점', 'As of'),
    keywords: ['as of', 'time travel', '기준시각'],
    legend: 14,
    when: 'grid && ofStock',
    run: ({ shell }) => showOtherTime(shell, 'TURN'),
  }),
  'ledger.earlier': command({
    title: label('이전 수불 시점', 'One movement earlier'),
    short: label('이전 수불', 'Earlier'),
    legend: 15,
    when: 'grid && past',
    run: ({ shell }) => showOtherTime(shell, 'EARLIER'),
  }),
  'ledger.later': command({
    title: label('다음 수불 시점', 'One movement later'),
    short: label('다음 수불', 'Later'),
    legend: 16,
    when: 'grid && past',
    run: ({ shell }) => showOtherTime(shell, 'LATER'),
  }),
  'ledger.reverse': command({
    title: label('선택한 수불 취소', 'Reverse the selected movements'),
    keywords: ['reverse', 'undo', '취소', '되돌리기', '역분개'],
    on: 'stock_movement',
    when: 'grid && hasRows && can.save',
    run: (context) => context.runProcedure(reverseWork, selectedRows(context, 'MOVEMENT_NO')),
  }),
  'ledger.findings': command({
    title: label('원장 검증 결과', 'Ledger check results'),
    keywords: ['verify', 'badge'],
    run: ({ shell }) => void openWindow(shell, 'ledger-findings'),
  }),
} as const satisfies Record<string, Command>

const onlyInQuantityColumns = label(
  '재고 수량 칸에서 사용할 수 있습니다: 재고, 할당, 피킹, 가용.',
  'Works on a stock quantity: on hand, allocated, picked or available.',
)
