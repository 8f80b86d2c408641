import { label, type Label } from './label.ts'

/** Error values of spreadsheets. Rejected in every field. */
const errorValue =
  /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|(?:SPILL|CALC|FIELD|BLOCKED|ERROR|CONNECT|UNKNOWN|BUSY|EXTERNAL|PYTHON|TIMEOUT)!|GETTING_DATA)|Err:\d{3})$/i
/** Shown by a column too narrow for its number or date. Excel copies it as shown. */
const hashOverflow = /^#{3,}$/
/** Digits written with an exponent. Without a point or plus it can be a code: `1E3`, `1E-01`. */
const exponent = /^[+-]?\d+(?:[.,]\d+E[+-]?|E\+)\d+$/i
/** Formula that a spreadsheet would calculate: `=SUM(A1)`, `="A"&B1`. */
const formula = /^=\s*(?:[\p{L}_.]+\(|")/u

export function isFormula(text: string): boolean {
  return formula.test(text)
}

interface ExcelDamage extends Label {
  readonly code: 'excel-error' | 'lost-digits'
}

export const lostDigitsDamage: ExcelDamage = {
  code: 'lost-digits',
  ...label(
    '숫자로 입력되어 뒷자리가 사라진 값입니다. 셀 서식을 텍스트로 변경하고 다시 입력하세요.',
    'Excel has dropped digits of this number. Format the cell as text and enter it again.',
  ),
}

export function excelError(text: string): ExcelDamage {
  return {
    code: 'excel-error',
    ...label(
      `엑셀 오류(${text})가 있는 셀입니다. 수식을 수정하거나 값으로 변경하세요. #만 있으면 열을 넓히세요.`,
      `The cell contains an Excel error (${text}). Correct the formula or enter the value. If it is only #, widen the column.`,
    ),
  }
}

/** Error for a text that a spreadsheet wrote in place of the value; undefined for any other. */
export function excelDamage(text: string): ExcelDamage | undefined {
  if (errorValue.test(text) || hashOverflow.test(text)) return excelError(text)
  return exponent.test(text) ? lostDigitsDamage : undefined
}
