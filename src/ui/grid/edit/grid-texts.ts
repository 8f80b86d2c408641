import { periodNames, type Period } from '#kernel/period.ts'
import { excelError, lostDigitsDamage } from '#kernel/excel-text.ts'
import { tooManyDigitsError } from '#kernel/read-decimal.ts'
import { currentLanguage } from '#ui/base/language.ts'
import type { CellError, ErrorCode } from '#ui/grid/columns/cell-input.ts'

function periodTexts(language: 'ko' | 'en'): Record<Period, string> {
  const texts = Object.entries(periodNames).map(([period, name]) => [period, name[language]])
  return Object.fromEntries(texts) as Record<Period, string>
}

const ko = {
  errors: {
    readOnly: '수정할 수 없는 칸입니다.',
    number: '숫자를 입력하세요.',
    unit: '이 품목에 없는 단위입니다(예: 3b는 3박스).',
    scale: '소수점 {limit}자리까지 입력할 수 있습니다.',
    precision: tooManyDigitsError.ko,
    date: '올바른 날짜가 아닙니다(예: 20261120).',
    noSuchDate: '달력에 없는 날짜입니다(예: 20261120).',
    datetime: '올바른 일시가 아닙니다(예: 20261120093000).',
    option: '목록에 없는 값입니다.',
    check: 'Y 또는 N을 입력하세요.',
    length: '{limit}자까지 입력할 수 있습니다.',
    digits: '숫자만 입력할 수 있습니다.',
    shape: '형식이 맞지 않습니다.',
    'excel-error': excelError('{text}').ko,
    'lost-digits': lostDigitsDamage.ko,
  } satisfies Readonly<Record<ErrorCode, string>>,
  announceCell: '행 {row}, {column}, {value}',
  emptyCell: '비어 있음',
  editCell: '{column}, 행 {row} 편집',
  entered: '{column} {value} 입력됨',
  ticked: '선택함',
  flags: { I: '추가됨', U: '수정됨', D: '삭제됨' },
  empty: '데이터가 없습니다.',
  options: '선택 목록',
  copyTooLarge: '복사는 2,000,000칸까지입니다. 내보내기를 사용하세요.',
  cutTooLarge: '잘라내기는 50,000칸까지입니다. 범위를 줄이세요.',
  copyApart: '떨어진 범위는 같은 행이나 같은 열끼리만 복사할 수 있습니다.',
  refused: "'{text}': 수정할 수 없는 칸이라 입력되지 않았습니다. 스캔한 코드라면 다시 스캔하세요.",
  folded: '접힌 열 {count}개. 마지막 열에서 → 또는 Alt+Z로 펼칩니다.',
  held: '범위를 선택했습니다. 다음 범위를 선택하세요. Esc: 해제',
  copying: '복사하는 중',
  copied: '{cells}칸을 복사했습니다.',
  copiedAsText:
    ' 엑셀에 붙여넣으면 앞자리 0과 긴 번호가 변경될 수 있습니다. 내보내기를 사용하세요.',
  copyFailed: '클립보드에 복사하지 못했습니다. 내보내기를 사용하세요.',
  frequencies: '{column} — 값별 건수 ({count})',
  frequenciesHint: '↑↓ 이동 · Space 여러 값 선택 · Enter 이 값만 보기 · Esc 닫기',
  columns: '열 설정',
  columnsHint: '↑↓ 이동 · Space 숨김 · ←→ 너비 · Alt+↑↓ 순서 · F 고정 · Esc 닫기',
  sort: '정렬 기준',
  sortHint: '↑↓ 이동 · Space 오름·내림·없음 · Delete 모두 지움 · Esc 닫기',
  groups: '묶기와 소계',
  groupsHint: '↑↓ 이동 · Space 묶기·해제 · 1–9 단계 · ←→ 기간 · Delete 모두 해제 · Esc 닫기',
  periods: periodTexts('ko'),
  groupOpen: '묶음, {count}행, 펼침',
  groupClosed: '묶음, {count}행, 접힘',
  frozen: '고정',
  hidden: '숨김',
  readerEdits: 'F2로 편집을 시작하세요.',
  changeTooLarge: '한 번에 100,000칸까지 변경할 수 있습니다. 범위를 줄이세요.',
  pasted: '{written}칸 붙여넣음, {refused}칸 오류, {skipped}칸 제외, {appended}행 추가',
  replayed: { undo: '실행 취소: {what}', redo: '다시 실행: {what}' },
  nothingToReplay: { undo: '실행 취소할 작업이 없습니다.', redo: '다시 실행할 작업이 없습니다.' },
  hiddenReplayed: {
    undo: '화면에 보이지 않는 {count}행의 변경을 취소했습니다.',
    redo: '화면에 보이지 않는 {count}행의 변경을 다시 실행했습니다.',
  },
  cellsReplayed: '{count}칸',
  rowsBack: '{count}행 복원됨',
  rowsGone: '{count}행 삭제됨',
  rowsMarked: '{count}행 삭제 표시',
  rowsUnmarked: '{count}행 삭제 취소',
}

type Words<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string ? string : Words<Texts[Name]>
}

type GridTexts = Words<typeof ko>

const textsByLanguage: Readonly<Record<'ko' | 'en', GridTexts>> = {
  ko,
  en: {
    errors: {
      readOnly: 'This field cannot be edited.',
      number: 'Enter a number.',
      unit: 'Not a unit of this item (3b is 3 boxes).',
      scale: 'At most {limit} decimals.',
      precision: tooManyDigitsError.en,
      date: 'Not a valid date (for example 20261120).',
      noSuchDate: 'Not a valid date (for example 20261120).',
      datetime: 'Not a valid date and time (for example 20261120093000).',
      option: 'Not in the list.',
      check: 'Enter Y or N.',
      length: 'At most {limit} characters.',
      digits: 'Digits only.',
      shape: 'Wrong format.',
      'excel-error': excelError('{text}').en,
      'lost-digits': lostDigitsDamage.en,
    },
    announceCell: 'Row {row}, {column}, {value}',
    emptyCell: 'empty',
    editCell: '{column}, edit row {row}',
    entered: '{column} {value} entered',
    ticked: 'selected',
    flags: { I: 'added', U: 'changed', D: 'deleted' },
    empty: 'No data',
    options: 'Options',
    copyTooLarge: 'You can copy at most 2,000,000 fields. Use export.',
    cutTooLarge: 'You can cut at most 50,000 fields. Reduce the range.',
    copyApart: 'Separate ranges can only be copied over the same rows or columns.',
    refused: "'{text}' was not entered: the field cannot be edited. If you scanned it, scan again.",
    folded: '{count} columns folded. Press → on the last column, or Alt+Z.',
    held: 'Range selected. Select the next, or Esc to release.',
    copying: 'Copying',
    copied: '{cells} fields copied.',
    copiedAsText: ' Excel can change leading zeros and long numbers in them. Use export.',
    copyFailed: 'Could not copy. Use export.',
    frequencies: '{column} — values and counts ({count})',
    frequenciesHint: '↑↓ move · Space selects several · Enter shows only these values · Esc closes',
    columns: 'Column setup',
    columnsHint: '↑↓ move · Space hides · ←→ width · Alt+↑↓ order · F freezes · Esc closes',
    sort: 'Sort order',
    sortHint: '↑↓ move · Space ascending, descending, none · Delete clears all · Esc closes',
    groups: 'Groups and subtotals',
    groupsHint: '↑↓ move · Space groups · 1–9 level · ←→ period · Delete clears all · Esc closes',
    periods: periodTexts('en'),
    groupOpen: 'group of {count} rows, open',
    groupClosed: 'group of {count} rows, closed',
    frozen: 'frozen',
    hidden: 'hidden',
    readerEdits: 'Press F2 to edit.',
    changeTooLarge: 'You can change at most 100,000 fields at once. Reduce the range.',
    pasted:
      '{written} fields pasted, {refused} with errors, {skipped} skipped, {appended} rows added',
    replayed: { undo: 'Undone: {what}', redo: 'Redone: {what}' },
    nothingToReplay: { undo: 'Nothing to undo.', redo: 'Nothing to redo.' },
    hiddenReplayed: {
      undo: 'Changes undone in rows that are not shown: {count}.',
      redo: 'Changes redone in rows that are not shown: {count}.',
    },
    cellsReplayed: '{count} fields',
    rowsBack: '{count} rows restored',
    rowsGone: '{count} rows removed',
    rowsMarked: '{count} rows marked as deleted',
    rowsUnmarked: 'deletion of {count} rows cancelled',
  },
}

/** Texts of the grid in the current language. */
export function gridTexts(): GridTexts {
  return textsByLanguage[currentLanguage()]
}

export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

export function errorText(error: CellError): string {
  const { code, limit = '', text, why } = error
  return why ?? fillIn(gridTexts().errors[code], { limit, text })
}
