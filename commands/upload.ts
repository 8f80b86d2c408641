import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

export const uploadCommands = {
  'upload.empty-form': command({
    title: label('빈 양식 다운로드', 'Download an empty template'),
    keywords: ['excel', '엑셀', '템플릿'],
  }),
  'upload.change-columns': command({
    title: label('열 다시 지정', 'Map the columns again'),
    short: label('열 다시 지정', 'Map columns again'),
    keywords: ['mapping', '매핑', '열 문자'],
  }),
  'upload.read-to-end': command({
    title: label(
      '빈 A열을 지나 시트 끝까지 읽기',
      'Read to the end of the sheet, past empty cells in column A',
    ),
    short: label('끝까지 읽기', 'Read to the end'),
  }),
  'upload.next-file': command({
    title: label('다음 파일', 'Next file'),
    keywords: ['upload', '업로드', '새 파일'],
    legend: 25,
  }),
  'upload.show-all': command({
    title: label('시트의 모든 행 보기', 'Show all rows of the sheet'),
  }),
  'upload.show-faulty': command({
    title: label('오류 행만 보기', 'Show only rows with errors'),
    keywords: ['error', '에러'],
  }),
  'upload.show-left-out': command({
    title: label('제외한 행만 보기', 'Show only excluded rows'),
  }),
  'upload.cancel': command({
    title: label('진행 중인 작업 취소', 'Cancel the running work'),
    short: label('취소', 'Cancel'),
    keywords: ['stop', 'abort', '중지', '중단'],
    keepsEditor: true,
  }),
} as const satisfies Record<string, Command>
