import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

export const pageCommands = {
  'page.drill': command({
    title: label('이 행의 구성 내역', 'Breakdown of this row'),
    short: label('펼쳐 보기', 'Drill down'),
    keywords: ['drill', 'detail', '상세', '근거'],
    legend: 12,
    when: 'grid && hasRows',
  }),
  'page.go-back': command({
    title: label('이 화면을 연 화면으로 돌아가기', 'Back to the screen that opened this one'),
    short: label('돌아가기', 'Back'),
    keywords: ['뒤로'],
    when: 'opened',
    run: ({ shell }) => shell.goBack(),
  }),
  'page.search': command({
    title: label('조회', 'Search'),
    keywords: ['refresh', '새로고침', '다시 조회'],
    legend: 10,
    keepsEditor: true,
  }),
  'page.save': command({
    title: label('저장', 'Save'),
    legend: 20,
  }),
  'page.act': command({
    title: label('실행: 선택한 행 또는 현재 행', 'Run on the selected or current row'),
    short: label('실행', 'Run'),
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
    title: label('내보내기: 범위와 형식 선택', 'Export: select rows and format'),
    short: label('내보내기…', 'Export…'),
    keywords: ['excel', 'csv', 'xlsx', '엑셀', '전체', '다운로드'],
  }),
  'page.mail': command({
    title: label(
      '정기 메일 예약: 이 조회를 엑셀로',
      'Email on a schedule: this search as a spreadsheet',
    ),
    short: label('정기메일', 'Email on schedule'),
    keywords: ['report', '이메일', '배치', '보고서', '자동'],
  }),
  'page.import': command({
    title: label('엑셀에서 가져오기', 'Import from a spreadsheet'),
    short: label('가져오기', 'Import'),
    keywords: ['excel', 'upload', '업로드'],
    legend: 60,
  }),
  'page.imports': command({
    title: label('가져오기 이력·되돌리기', 'Import history and undo'),
    short: label('가져오기 이력', 'Import history'),
    keywords: ['업로드', '취소', '일괄취소'],
  }),
  'page.undo-import': command({
    title: label('방금 가져온 자료 전체 되돌리기', 'Undo the last import'),
  }),
  'page.close-import': command({
    title: label('가져오기에서 화면으로 돌아가기', 'Return from the import to the screen'),
    short: label('화면으로', 'Back'),
    legend: 120,
  }),
  'page.keep-restored': command({
    title: label('복구한 내용으로 계속', 'Continue with restored edits'),
    short: label('계속', 'Continue'),
    when: 'restored',
    run: ({ shell }) => shell.keepRestored(),
  }),
  'page.drop-restored': command({
    title: label('복구한 내용 삭제', 'Delete restored edits'),
    short: label('삭제', 'Delete'),
    when: 'restored',
    run: ({ shell }) => shell.dropRestored(),
  }),
  'page.clear-search': command({
    title: label('조회 조건 지우기', 'Clear the search'),
    keepsEditor: true,
  }),
  'page.fold-search': command({
    title: label('조회 조건 접기/펼치기', 'Collapse or expand search'),
    keywords: ['expand', 'collapse', '검색 패널', '넓게'],
    keepsEditor: true,
  }),
  'page.value-help': command({
    title: label('코드도움: 코드 찾아 입력', 'Code lookup'),
    short: label('코드도움', 'Code lookup'),
    legend: 90,
    when: 'grid || form || zone == search',
    keepsEditor: true,
  }),
  'page.focus-search': command({
    title: label('조회 조건으로 이동', 'Go to the search panel'),
    keepsEditor: true,
  }),
  'page.focus-grid': command({
    title: label('그리드로 이동', 'Go to the grid'),
    keepsEditor: true,
  }),
  'page.cards': command({
    title: label('카드·그리드 전환', 'Cards or grid'),
    short: label('카드·그리드', 'Cards or grid'),
    keywords: ['board', 'kanban', '보드', '카드', '칸반'],
    legend: 45,
  }),
  'page.focus-chart': command({
    title: label('차트로 이동', 'Go to the chart'),
    keywords: ['graph', '그래프'],
    keepsEditor: true,
  }),
  'page.focus-lines': command({
    title: label('상세 그리드로 이동', 'Go to the lines'),
    keepsEditor: true,
  }),
  'row.attach-file': command({
    title: label('이 행에 파일 첨부', 'Attach a file to this row'),
    keywords: ['사진', 'photo'],
  }),
  'row.open-file': command({
    title: label('이 행의 파일 열기', 'Open the file of this row'),
  }),
  'row.undo': command({
    title: label('방금 한 작업 되돌리기', 'Undo the last action'),
    short: label('되돌리기', 'Undo'),
    legend: 5,
    when: 'grid && undoable && !editing',
    run: ({ shell }) => shell.undoLastAction(),
  }),
} as const satisfies Record<string, Command>
