import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import { openWindow } from './windows.ts'

const generateCells = async () =>
  (await import('#areas/master/operations/generate-cells.ts')).generateCells

export const masterCommands = {
  'master.generate-cells': command({
    title: label('셀 일괄생성', 'Generate cells'),
    short: label('일괄생성', 'Generate'),
    keywords: ['통로', '열', '단', 'aisle', 'bay', 'level'],
    when: 'screen == Cell && can.save',
    legend: 34,
    run: ({ runProcedure }) => runProcedure(generateCells, []),
  }),
  'master.warehouse': command({
    title: label('창고 정보: 이름과 소재지', 'This warehouse: name and location'),
    keywords: ['창고명'],
    when: 'screen == Zone && can.save || setup',
    run: ({ shell }) => void openWindow(shell, 'warehouse'),
  }),
} as const satisfies Record<string, Command>
