import type { CellFault, FaultCode } from './cell-input.ts'

/** What the grid says, in one language. */
export interface GridTexts {
  readonly faults: Readonly<Record<FaultCode, string>>
  /** `{row}`, `{column}` and `{value}` are put in. */
  readonly announceCell: string
  readonly emptyCell: string
  readonly editing: string
  readonly flags: { readonly I: string; readonly U: string; readonly D: string }
  readonly empty: string
  readonly rowNumber: string
  readonly checkAll: string
  readonly options: string
  readonly copyTooLarge: string
  readonly changeTooLarge: string
  /** `{written}`, `{refused}` and `{appended}` are put in. */
  readonly pasted: string
}

export const gridTexts: { readonly ko: GridTexts; readonly en: GridTexts } = {
  ko: {
    faults: {
      readOnly: '편집할 수 없는 칸입니다',
      number: '숫자가 아닙니다',
      scale: '소수점 아래 {limit}자리까지입니다',
      date: '날짜가 아닙니다 (예: 20261120)',
      datetime: '일시가 아닙니다 (예: 20261120093000)',
      option: '목록에 없는 값입니다',
      check: 'Y 또는 N 을 입력하세요',
      length: '{limit}자까지 입력할 수 있습니다',
      digits: '숫자만 입력할 수 있습니다',
    },
    announceCell: '행 {row}, {column}, {value}',
    emptyCell: '비어 있음',
    editing: '편집 중',
    flags: { I: '추가됨', U: '수정됨', D: '삭제됨' },
    empty: '데이터가 없습니다',
    rowNumber: '번호',
    checkAll: '전체 선택',
    options: '선택 목록',
    copyTooLarge: '복사는 50,000칸까지입니다. 내보내기를 사용하세요.',
    changeTooLarge: '한 번에 100,000칸까지 바꿀 수 있습니다. 범위를 줄이세요.',
    pasted: '{written}칸 붙여넣음, {refused}칸 오류, {appended}행 추가',
  },
  en: {
    faults: {
      readOnly: 'This cell cannot be edited',
      number: 'Not a number',
      scale: 'At most {limit} decimals',
      date: 'Not a date (for example 20261120)',
      datetime: 'Not a date and time (for example 20261120093000)',
      option: 'Not in the list',
      check: 'Enter Y or N',
      length: 'At most {limit} characters',
      digits: 'Digits only',
    },
    announceCell: 'Row {row}, {column}, {value}',
    emptyCell: 'empty',
    editing: 'editing',
    flags: { I: 'added', U: 'changed', D: 'deleted' },
    empty: 'No data',
    rowNumber: 'No.',
    checkAll: 'Select all',
    options: 'Options',
    copyTooLarge: 'Copying stops at 50,000 cells. Use export instead.',
    changeTooLarge: 'At most 100,000 cells change at once. Select fewer.',
    pasted: '{written} cells pasted, {refused} refused, {appended} rows added',
  },
}

/** Puts values into the `{name}` places of a text. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

export function faultText(fault: CellFault, texts: GridTexts): string {
  return fillIn(texts.faults[fault.code], { limit: fault.limit ?? '' })
}
