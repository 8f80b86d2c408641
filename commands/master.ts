import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

const generateCells = async () =>
  (await import('#areas/master/operations/generate-cells.ts')).generateCells

/** What is done with master data beside editing its rows. */
export const masterCommands = {
  'master.generate-cells': command({
    title: label('셀 일괄생성', 'Generate cells'),
    short: label('일괄생성', 'Generate'),
    keywords: ['cells', '통로', '열', '단', 'aisle', 'bay', 'level'],
    when: 'screen == Cell && can.save',
    legend: 34,
    run: ({ ask }) => ask(generateCells, []),
  }),
} as const satisfies Record<string, Command>
