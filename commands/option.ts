import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

type PutCommands = Record<`option.${(typeof numbers)[number]}`, Command>

/** The key profile and the legend define what each number means. */
const putCommands = Object.fromEntries(
  numbers.map((number) => [
    `option.${number}`,
    command({
      title: label(`선택한 행 옆에 ${number}`, `${number} next to the selected rows`),
      when: 'optionNumbers && grid && hasRows',
      palette: false,
      run: ({ page }) => page?.options?.put(String(number)),
    }),
  ]),
) as PutCommands

/** Numbers typed next to several rows and run together, as on the 5250 terminal. */
export const optionCommands = {
  ...putCommands,
  'option.none': command({
    title: label('선택한 행 옆의 번호 지우기', 'Clear the number next to the selected rows'),
    when: 'optionNumbers && optionsTyped',
    palette: false,
    run: ({ page }) => page?.options?.put(''),
  }),
  'option.run': command({
    title: label('행 옆에 입력한 번호 실행', 'Run the numbers entered next to rows'),
    short: label('번호 실행', 'Run numbers'),
    keywords: ['5250', '옵션', 'option'],
    legend: 1,
    when: 'optionNumbers && optionsTyped',
    run: ({ shell }) => shell.keyboard.runOptions(),
  }),
  'option.clear': command({
    title: label('행 옆에 입력한 번호 모두 지우기', 'Clear all numbers next to rows'),
    short: label('번호 지우기', 'Clear numbers'),
    keywords: ['5250', '옵션', 'option'],
    legend: 2,
    when: 'optionNumbers && optionsTyped',
    run: ({ page }) => page?.options?.clear(),
  }),
} as const satisfies Record<string, Command>
