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
  'grid.edit-row': command({
    title: label('이 행 고치기: 첫 입력 칸으로', 'Change this row: to its first cell'),
    short: label('수정', 'Change'),
    keywords: ['edit', '편집', 'F2'],
    when: 'grid && editable && hasRows',
    run: ({ page }) => page?.editRow?.(),
  }),
  'grid.frequencies': command({
    title: label('이 열의 값 빈도', 'Frequencies of the values of this column'),
    keywords: ['frequency', 'pivot', '집계', '분포', '필터'],
    when: 'grid && hasRows',
    run: ({ page }) => page?.frequencies?.(),
  }),
  'grid.columns': command({
    title: label('열 고르기: 숨김, 순서, 너비, 고정', 'Columns: hide, order, width, freeze'),
    keywords: ['column', '컬럼', '열 설정'],
    when: 'grid',
    run: ({ page }) => page?.columns?.(),
  }),
  'grid.undo': command({
    title: label('실행 취소', 'Undo'),
    when: 'editable || imported',
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
    when: 'hasRows && (kind == upload || importing)',
    run: ({ page }) => page?.dropFaultyRows(),
  }),
} as const satisfies Record<string, Command>
