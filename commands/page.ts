import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

/** What can be done on a page, whatever it shows. */
export const pageCommands = {
  'page.search': command({
    title: label('조회', 'Search'),
    keywords: ['refresh', '새로고침', '다시 조회'],
    legend: 10,
  }),
  'page.save': command({
    title: label('저장', 'Save'),
    legend: 20,
  }),
  'page.act': command({
    title: label('처리: 고른 행 또는 현재 행', 'Carry out for the ticked or current row'),
    short: label('처리', 'Carry out'),
    legend: 20,
  }),
  'page.print': command({
    title: label('인쇄', 'Print'),
    legend: 70,
  }),
  'page.export': command({
    title: label('엑셀로 내보내기', 'Export to a spreadsheet'),
    short: label('내보내기', 'Export'),
    keywords: ['excel', 'csv', 'xlsx', '엑셀', '다운로드'],
    legend: 50,
  }),
  'page.export-all': command({
    title: label('내보내기: 범위와 형식 고르기', 'Export: choose rows and format'),
    short: label('내보내기…', 'Export…'),
    keywords: ['excel', 'csv', 'xlsx', '엑셀', '전체', '다운로드'],
  }),
  'page.import': command({
    title: label('엑셀에서 가져오기', 'Import from a spreadsheet'),
    short: label('가져오기', 'Import'),
    keywords: ['excel', 'upload', '엑셀', '업로드'],
    legend: 60,
  }),
  'page.imports': command({
    title: label('가져오기 이력과 취소', 'Past imports, and undoing them'),
    short: label('가져오기 이력', 'Imports'),
    keywords: ['import', 'undo', '업로드', '되돌리기', '일괄취소'],
  }),
  'page.undo-import': command({
    title: label('방금 가져온 것 통째로 취소', 'Undo the import just saved'),
  }),
  'page.close-import': command({
    title: label('가져오기에서 화면으로', 'Back from the import to the screen'),
    short: label('화면으로', 'Back'),
    legend: 120,
  }),
  'page.keep-restored': command({
    title: label('되살린 내용으로 이어서 하기', 'Go on with the edits that came back'),
    short: label('이어서 하기', 'Go on'),
    when: 'restored',
    run: ({ shell }) => shell.keepRestored(),
  }),
  'page.drop-restored': command({
    title: label('되살린 내용 버리기', 'Throw away the edits that came back'),
    short: label('버리기', 'Throw away'),
    when: 'restored',
    run: ({ shell }) => shell.dropRestored(),
  }),
  'page.clear-search': command({
    title: label('조회 조건 지우기', 'Clear the search'),
  }),
  'page.fold-search': command({
    title: label('조회 조건 접기/펴기', 'Fold the search or open it'),
    keywords: ['expand', 'collapse', '검색 패널', '넓게'],
  }),
  'page.value-help': command({
    title: label('코드 도움: 값 찾아 넣기', 'Value help: find a value'),
    short: label('코드도움', 'Value help'),
    legend: 90,
    when: 'grid || form || zone == search',
  }),
  'page.focus-search': command({
    title: label('조회 조건으로 이동', 'Go to the search panel'),
  }),
  'page.focus-grid': command({
    title: label('그리드로 이동', 'Go to the grid'),
  }),
  'page.focus-lines': command({
    title: label('라인 그리드로 이동', 'Go to the lines'),
  }),
} as const satisfies Record<string, Command>
