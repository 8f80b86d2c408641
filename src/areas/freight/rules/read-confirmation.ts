export type ProposedFields = Readonly<Record<string, string>>

/** Names carriers use for each column. The first match applies. */
const names: readonly (readonly [column: string, pattern: RegExp])[] = [
  ['BOOKING_NO', /(?:booking\s*(?:no|number|ref(?:erence)?)|부킹\s*번호|예약\s*번호)/i],
  ['VESSEL_NM', /(?:vessel(?:\s*name)?|선박명?|모선)/i],
  ['VOYAGE_NO', /(?:voyage(?:\s*no)?|항차)/i],
  [
    'DCO',
    /(?:doc(?:ument(?:ation)?)?\s*(?:cut[\s-]*off|closing)|서류\s*마감|s\/?i\s*cut[\s-]*off)/i,
  ],
  ['VCO', /(?:vgm\s*(?:cut[\s-]*off|closing)?|vgm\s*마감)/i],
  ['FCO', /(?:(?:fcl|cy|full|cargo)\s*(?:cut[\s-]*off|closing)|반입\s*마감|cy\s*마감)/i],
  ['LCO', /(?:(?:lcl|cfs)\s*(?:cut[\s-]*off|closing)|cfs\s*마감)/i],
  ['EFC', /(?:earliest\s*(?:full|receiv\w*)[\w\s]*|반입\s*개시)/i],
  ['ETD', /(?:etd|출항\s*예정(?:일)?)/i],
  ['ETA', /(?:eta|도착\s*예정(?:일)?)/i],
  ['POL_CD', /(?:pol|port\s*of\s*loading|선적항)/i],
  ['POD_CD', /(?:pod|port\s*of\s*discharge|양하항)/i],
]

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const twoDigits = (text: string): string => text.padStart(2, '0')

/**
 * Parses a date and time in common notations to `yyyyMMddHHmmss`. A date without a time becomes
 * 23:59 on that date.
 */
export function parseDateTime(text: string): string | undefined {
  const time = /(\d{1,2}):(\d{2})/.exec(text)
  const clock = time ? `${twoDigits(time[1] ?? '')}${time[2]}00` : '235900'
  const iso = /(\d{4})[-./](\d{1,2})[-./](\d{1,2})/.exec(text)
  if (iso) return `${iso[1]}${twoDigits(iso[2] ?? '')}${twoDigits(iso[3] ?? '')}${clock}`
  const word = /(\d{1,2})[-\s/]?([A-Za-z]{3})[A-Za-z]*[-\s/,]*(\d{4})/.exec(text)
  const month = months.indexOf((word?.[2] ?? '').toUpperCase()) + 1
  return word && month > 0
    ? `${word[3]}${twoDigits(String(month))}${twoDigits(word[1] ?? '')}${clock}`
    : undefined
}

function parseValue(column: string, written: string): string | undefined {
  const text = written.trim()
  // Five-letter port names look like codes, so a code must be in parentheses or the entire value.
  if (column.endsWith('_CD')) return /(?:^|\()([A-Z]{2}[A-Z2-9]{3})(?:\)|$)/.exec(text)?.[1]
  if (column === 'BOOKING_NO' || column === 'VOYAGE_NO') {
    return /[A-Z0-9][A-Z0-9/-]*/i.exec(text)?.[0].toUpperCase()
  }
  if (column === 'VESSEL_NM') return text.toUpperCase() || undefined
  return parseDateTime(text)
}

/**
 * Reads the fields of a carrier's pasted confirmation from lines `name: value` with a known English
 * or Korean name. Ignores other text.
 */
export function readConfirmation(text: string): ProposedFields {
  const proposed: Record<string, string> = {}
  for (const line of text.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^\s*([^:：\t]+?)\s*[:：\t]\s*(.+)$/.exec(line) ?? []
    const column = names.find(([, pattern]) =>
      new RegExp(`^(?:${pattern.source})$`, 'i').test(name),
    )
    const read = column && parseValue(column[0], value)
    if (column && read && !(column[0] in proposed)) proposed[column[0]] = read
  }
  return proposed
}
