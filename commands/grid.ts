import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

/** What can be done with the rows of the grid in front. */
export const gridCommands = {
  'grid.add-row': command({
    title: label('행 추가', 'Add a row'),
    short: label('행추가', 'Add row'),
    legend: 30,
    when: 'editable',
  }),
  'grid.delete-row': command({
    title: label('행 삭제', 'Delete the row'),
    short: label('행삭제', 'Delete row'),
    legend: 40,
    when: '(grid || documentForm && form) && editable',
  }),
  'grid.edit-row': command({
    title: label('이 행 고치기: 첫 입력 칸으로', 'Change this row: to its first cell'),
    short: label('수정', 'Change'),
    keywords: ['edit', '편집', 'F2'],
    when: 'grid && editable && hasRows',
  }),
  'grid.edit-cell': command({
    title: label('셀 편집', 'Edit the cell'),
    keywords: ['edit', '수정', 'F2'],
    when: 'grid && editable && hasRows',
  }),
  'grid.find-next': command({
    title: label('찾던 것의 다음으로', 'Next place of what was found'),
    keywords: ['find', '찾기', 'F3'],
    when: 'grid && hasRows',
  }),
  'grid.find-previous': command({
    title: label('찾던 것의 이전으로', 'Previous place of what was found'),
    keywords: ['find', '찾기'],
    when: 'grid && hasRows',
  }),
  'grid.go-to-row': command({
    title: label('행 번호로 가기', 'Go to a row by its number'),
    keywords: ['go to', 'goto', '이동', '줄'],
    when: 'grid && hasRows',
    run: ({ shell }) => shell.keyboard.askRow(),
  }),
  'grid.frequencies': command({
    title: label('이 열의 값 빈도', 'Frequencies of the values of this column'),
    keywords: ['frequency', 'pivot', '집계', '분포', '필터'],
    when: 'grid && hasRows',
  }),
  'grid.columns': command({
    title: label('열 고르기: 숨김, 순서, 너비, 고정', 'Columns: hide, order, width, freeze'),
    keywords: ['column', '컬럼', '열 설정'],
    when: 'grid',
  }),
  'grid.undo': command({
    title: label('실행 취소', 'Undo'),
    when: 'editable || imported',
  }),
  'grid.redo': command({
    title: label('다시 실행', 'Redo'),
    when: 'editable',
  }),
  'grid.find': command({
    title: label('그리드에서 찾기', 'Find in the grid'),
    short: label('찾기', 'Find'),
    legend: 80,
    when: 'hasRows',
  }),
  'grid.filter': command({
    title: label('필터: 열과 연산자로 거르기', 'Filter by column and operator'),
    short: label('필터', 'Filter'),
    keywords: ['filter', 'between', 'like', '조건', '거르기'],
    legend: 82,
    when: 'hasRows || filtered',
  }),
  'grid.sort': command({
    title: label('정렬: 여러 기준', 'Sort by several columns'),
    keywords: ['sort', '오름차순', '내림차순'],
    when: 'hasRows',
  }),
  'grid.views': command({
    title: label('저장된 보기: 고르기, 저장, 공유', 'Saved views: choose, keep, share'),
    short: label('보기', 'Views'),
    keywords: ['view', 'layout', '레이아웃', '화면 저장'],
    legend: 84,
  }),
  'grid.print': command({
    title: label('보이는 그리드 인쇄', 'Print what the grid shows'),
    keywords: ['print', 'pdf', '출력'],
    when: 'hasRows',
  }),
  'grid.check-all': command({
    title: label('모든 행 선택/해제', 'Tick or untick all rows'),
    when: 'hasRows',
  }),
  'grid.next-exception': command({
    title: label('다음 예외로', 'Go to the next exception'),
    short: label('다음 예외', 'Next exception'),
    keywords: ['error', '오류', '보류'],
    legend: 110,
    when: 'hasRows',
  }),
  'grid.drop-faulty': command({
    title: label('오류 행 빼기', 'Drop the faulty rows'),
    when: 'hasRows',
  }),
} as const satisfies Record<string, Command>
