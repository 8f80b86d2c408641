import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

export const gridCommands = {
  'grid.add-row': command({
    title: label('행 추가', 'Add a row'),
    short: label('행 추가', 'Add row'),
    legend: 30,
    when: 'editable',
  }),
  'grid.copy-row': command({
    title: label('행 복사해 추가', 'Copy the row to a new one'),
    short: label('행 복사', 'Copy row'),
    keywords: ['duplicate', 'version', '복제', '새 버전'],
    when: 'grid && hasRows && editable',
  }),
  'grid.delete-row': command({
    title: label('행 삭제', 'Delete the row'),
    short: label('행 삭제', 'Delete row'),
    legend: 40,
    when: '(grid || documentForm && form) && editable',
  }),
  'grid.edit-row': command({
    title: label('행 수정: 첫 입력 칸으로', 'Edit row: go to its first field'),
    short: label('수정', 'Edit'),
    keywords: ['edit', '편집', 'F2'],
    when: 'grid && editable && hasRows',
  }),
  'grid.edit-cell': command({
    title: label('칸 편집', 'Edit field'),
    keywords: ['수정', 'F2'],
    when: 'grid && editable && hasRows',
    keepsEditor: true,
  }),
  'grid.find-next': command({
    title: label('다음 찾기', 'Find next'),
    keywords: ['F3'],
    when: 'grid && hasRows',
    repeats: true,
  }),
  'grid.find-previous': command({
    title: label('이전 찾기', 'Find previous'),
    keywords: ['find', '찾기'],
    when: 'grid && hasRows',
    repeats: true,
  }),
  'grid.go-to-row': command({
    title: label('행 번호로 이동', 'Go to row number'),
    keywords: ['goto', '줄'],
    when: 'grid && hasRows',
    run: ({ shell }) => shell.keyboard.askRow(),
  }),
  'grid.frequencies': command({
    title: label('이 열의 값별 건수', 'Count by value in this column'),
    keywords: ['frequency', 'pivot', '집계', '분포', '필터'],
    when: 'grid && hasRows',
  }),
  'grid.columns': command({
    title: label('열 설정: 숨김, 순서, 너비, 고정', 'Columns: hide, order, width, freeze'),
    keywords: ['컬럼'],
    when: 'grid',
  }),
  'grid.verbs': command({
    title: label('이 행에서 할 수 있는 작업', 'Actions for this row'),
    short: label('작업', 'Actions'),
    keywords: ['menu', '메뉴'],
    legend: 14,
    when: 'grid && hasRows',
    run: ({ shell }) => shell.openPalette('>'),
    keepsEditor: true,
  }),
  'grid.unfold': command({
    title: label('모든 열 펼치기/화면에 맞추기', 'Show all columns or fit to width'),
    short: label('모든 열', 'All columns'),
    keywords: ['fold', '접힌 열', '폭'],
    when: 'grid',
  }),
  'grid.record': command({
    title: label('행 상세: 이 행의 모든 항목', 'Record: every field of this row'),
    short: label('행 상세', 'Record'),
    keywords: ['form', 'detail', '접힌 열'],
    when: 'grid && hasRows',
  }),
  'grid.undo': command({
    title: label('실행 취소', 'Undo'),
    when: 'editable || imported',
    repeats: true,
  }),
  'grid.redo': command({
    title: label('다시 실행', 'Redo'),
    when: 'editable',
    repeats: true,
  }),
  'grid.find': command({
    title: label('그리드에서 찾기', 'Find in the grid'),
    short: label('찾기', 'Find'),
    legend: 80,
    when: 'hasRows',
  }),
  'grid.filter': command({
    title: label('필터: 열과 연산자', 'Filter by column and operator'),
    short: label('필터', 'Filter'),
    keywords: ['filter', 'between', 'like', '조건', '거르기'],
    legend: 82,
    when: 'hasRows || filtered',
  }),
  'grid.sort': command({
    title: label('정렬: 여러 기준', 'Sort by several columns'),
    keywords: ['오름차순', '내림차순'],
    when: 'hasRows',
  }),
  'grid.groups': command({
    title: label('묶기와 소계: 열, 단계, 기간', 'Groups and subtotals: columns, levels, periods'),
    short: label('묶기', 'Group'),
    keywords: ['pivot', '집계', '그룹'],
    legend: 86,
    when: 'hasRows',
  }),
  'grid.across': command({
    title: label('열로 펼치기: 항목이나 기간', 'Pivot: an item or periods as columns'),
    short: label('펼치기', 'Pivot'),
    keywords: ['cross', '피벗', '교차', '월별'],
    legend: 87,
  }),
  'grid.compare': command({
    title: label(
      '비교: 이전 기간, 지난달, 작년, 다른 시각',
      'Compare: previous period, last month, last year, another time',
    ),
    short: label('비교', 'Compare'),
    keywords: ['difference', '증감', '전월', '전년'],
    legend: 88,
  }),
  'grid.fold-level': command({
    title: label('묶음 한 단계 접기', 'Collapse groups by one level'),
    keywords: ['collapse', '접기'],
    when: 'grid && grouped',
  }),
  'grid.unfold-level': command({
    title: label('묶음 한 단계 펼치기', 'Expand groups by one level'),
    keywords: ['expand', '펼치기'],
    when: 'grid && grouped',
  }),
  'grid.views': command({
    title: label('저장된 보기: 선택, 저장, 공유', 'Saved views: select, save, share'),
    short: label('보기', 'Views'),
    keywords: ['layout', '레이아웃', '화면 저장'],
    legend: 84,
  }),
  'grid.print': command({
    title: label('보이는 그리드 인쇄', 'Print the grid as shown'),
    keywords: ['pdf', '출력'],
    when: 'hasRows',
  }),
  'grid.check-all': command({
    title: label('모든 행 선택/해제', 'Select or clear all rows'),
    when: 'hasRows',
  }),
  'grid.next-exception': command({
    title: label('다음 예외로', 'Go to the next exception'),
    short: label('다음 예외', 'Next exception'),
    keywords: ['error', '오류', '보류'],
    legend: 110,
    when: 'hasRows',
    repeats: true,
  }),
  'grid.drop-faulty': command({
    title: label('오류 행 제외', 'Exclude rows with errors'),
    when: 'hasRows',
  }),
} as const satisfies Record<string, Command>
