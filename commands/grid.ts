import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

/** What can be done with the rows of the grid in front. */
export const gridCommands = {
  'grid.add-row': command({
    title: label('행 추가', 'Add a row'),
    short: label('행추가', 'Add row'),
    legend: 30,
    when: 'editable && can.save && (kind == master || kind == doc || kind == single)',
    run: ({ page }) => page?.addRow(),
  }),
  'grid.delete-row': command({
    title: label('행 삭제', 'Delete the row'),
    short: label('행삭제', 'Delete row'),
    legend: 40,
    when: '(grid || kind == single && form) && editable && can.delete',
    run: ({ page }) => page?.deleteRows(),
  }),
  'grid.undo': command({
    title: label('실행 취소', 'Undo'),
    when: 'editable',
    run: ({ page }) => page?.undo(),
  }),
  'grid.redo': command({
    title: label('다시 실행', 'Redo'),
    when: 'editable',
    run: ({ page }) => page?.redo(),
  }),
  'grid.find': command({
    title: label('그리드에서 찾기', 'Find in the grid'),
    short: label('찾기', 'Find'),
    legend: 80,
    when: 'hasRows',
    run: ({ page }) => page?.find(),
  }),
  'grid.check-all': command({
    title: label('모든 행 선택/해제', 'Tick or untick all rows'),
    when: 'hasRows',
    run: ({ page }) => page?.checkAll(),
  }),
  'grid.next-exception': command({
    title: label('다음 예외로', 'Go to the next exception'),
    short: label('다음 예외', 'Next exception'),
    keywords: ['error', '오류', '보류'],
    legend: 110,
    when: 'hasRows',
    run: ({ page }) => page?.nextException(),
  }),
  'grid.drop-faulty': command({
    title: label('오류 행 빼기', 'Drop the faulty rows'),
    when: 'hasRows && kind == upload',
    run: ({ page }) => page?.dropFaultyRows(),
  }),
} as const satisfies Record<string, Command>
