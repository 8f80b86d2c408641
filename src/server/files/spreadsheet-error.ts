import { label, type Label } from '#kernel/label.ts'

export type SpreadsheetErrorCode =
  | 'encrypted'
  | 'broken'
  | 'not-a-spreadsheet'
  | 'bad-characters'
  | 'too-large'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'no-such-sheet'
  | 'timeout'
  | 'empty'

const texts: Record<SpreadsheetErrorCode, { message: Label; hint: Label }> = {
  encrypted: {
    message: label(
      '암호 또는 문서보안(DRM)이 걸린 파일이라 읽을 수 없습니다.',
      'The file is protected by a password or document security (DRM).',
    ),
    hint: label(
      '엑셀에서 암호나 보안을 해제하고 다시 저장한 뒤 올리세요.',
      'Remove the protection, save the file again and upload it.',
    ),
  },
  broken: {
    message: label('파일이 손상되어 읽을 수 없습니다.', 'The file is damaged and cannot be read.'),
    hint: label(
      '엑셀에서 파일이 열리는지 확인하고 다른 이름으로 저장한 뒤 올리세요.',
      'Check that it opens in Excel, save it under another name and upload that.',
    ),
  },
  'not-a-spreadsheet': {
    message: label('엑셀 또는 CSV 파일이 아닙니다.', 'The file is not an Excel or CSV file.'),
    hint: label(
      '엑셀에서 열어 .xlsx 형식으로 저장한 뒤 올리세요.',
      'Open it in Excel, save it as .xlsx and upload that.',
    ),
  },
  'bad-characters': {
    message: label('파일에 읽을 수 없는 글자가 있습니다.', 'The file has unreadable characters.'),
    hint: label(
      '그 줄을 수정하거나 엑셀에서 .xlsx 형식으로 저장한 뒤 올리세요.',
      'Correct that line, or save the file as .xlsx and upload that.',
    ),
  },
  'too-large': {
    message: label('파일이 너무 큽니다.', 'The file is too large.'),
    hint: label(
      '필요한 행만 새 파일에 복사하거나 여러 파일로 나누어 올리세요.',
      'Copy the rows you need into a new file, or split it into several files.',
    ),
  },
  'too-many-rows': {
    message: label('행이 너무 많습니다.', 'The sheet has too many rows.'),
    hint: label('파일을 여러 개로 나누어 올리세요.', 'Split it into several files.'),
  },
  'too-many-columns': {
    message: label('열이 너무 많습니다.', 'The sheet has too many columns.'),
    hint: label(
      '오른쪽 끝 열에 남은 값을 지우고 다시 저장하세요.',
      'Clear what is left in the far right columns and save it again.',
    ),
  },
  'no-such-sheet': {
    message: label('지정한 시트가 없습니다.', 'Sheet not found.'),
    hint: label('시트 번호를 확인하세요.', 'Check the sheet number.'),
  },
  timeout: {
    message: label(
      '파일을 읽는 데 시간이 너무 오래 걸려 중단했습니다.',
      'Reading the file took too long and was stopped.',
    ),
    hint: label(
      '값만 새 파일에 복사하거나 CSV로 저장해 올리세요.',
      'Copy the values into a new file, or save it as CSV.',
    ),
  },
  empty: {
    message: label('파일에 읽을 내용이 없습니다.', 'The file is empty.'),
    hint: label(
      '첫 번째 시트에 내용이 있는지 확인하세요.',
      'Check that the first sheet has content.',
    ),
  },
}

export type ErrorDetail = string | Label

function toSuffix(detail: ErrorDetail | undefined): Label {
  if (detail === undefined) return label('', '')
  const { ko, en } = typeof detail === 'string' ? label(detail, detail) : detail
  return label(` (${ko})`, ` (${en})`)
}

/**
 * Rejected spreadsheet. `text` is shown to the user: the problem, with a count or cell if
 * available, and how to fix it. `hint` contains only how to fix it.
 */
export class SpreadsheetError extends Error {
  readonly code: SpreadsheetErrorCode
  readonly text: Label
  readonly hint: Label
  readonly detail: ErrorDetail | undefined
  readonly sheetName: string | undefined

  constructor(code: SpreadsheetErrorCode, detail?: ErrorDetail, sheetName?: string) {
    const { message, hint } = texts[code]
    const suffix = toSuffix(detail)
    super(`${code}: ${message.en}${suffix.en}`)
    this.name = 'SpreadsheetError'
    this.code = code
    this.text = label(
      `${message.ko}${suffix.ko} ${hint.ko}`,
      `${message.en}${suffix.en} ${hint.en}`,
    )
    this.hint = hint
    this.detail = detail
    this.sheetName = sheetName
  }
}

export async function addSheetNameToErrors<T>(
  sheetName: string,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    throw new SpreadsheetError(error.code, error.detail, error.sheetName ?? sheetName)
  }
}

/** Adds the sheet name to the message, for workbooks with several sheets. */
export function withSheetName(error: SpreadsheetError): SpreadsheetError {
  const { code, detail = '', sheetName } = error
  if (sheetName === undefined) return error
  const { ko, en } = typeof detail === 'string' ? label(detail, detail) : detail
  const withSheet = (sheet: string, text: string) => `${sheet} ${sheetName}${text && `: ${text}`}`
  return new SpreadsheetError(code, label(withSheet('시트', ko), withSheet('sheet', en)), sheetName)
}

export function isSpreadsheetErrorCode(code: unknown): code is SpreadsheetErrorCode {
  return typeof code === 'string' && Object.hasOwn(texts, code)
}
