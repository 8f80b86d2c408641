import { SSF } from 'xlsx'

const literal = /"[^"]*"|\\.|[_*]./.source
const bracket = /\[[^\]]*\]/.source
const halfOfDay = /AM\/PM|A\/P/.source
const unshown = new RegExp(`${literal}|${bracket}|${halfOfDay}`, 'gi')

/** The format codes of the first section, without literals and conditions. */
export function formatCodes(format: string): string {
  return format.replaceAll(unshown, '').split(';', 1)[0] ?? ''
}

/** SheetJS takes the letters of `0 box` and `#,##0 kg` for parts of a date. */
export function isDateFormat(format: string): boolean {
  const codes = formatCodes(format)
  if (/[0#?]/.test(codes.replaceAll(/s\.0+/gi, ''))) return false
  return /a{3}/i.test(codes) || SSF.is_date(format)
}

const weekdays = '일월화수목금토'
const korean = /\[\$-(?:[\da-f]*412|ko)/i
/** Placeholder of a slash, which SheetJS would take for a fraction. */
const slash = '\uE000'
/** Marks AM and PM that Excel shows in Korean. */
const mark = '\uE001'
/** Letters and dots that SheetJS rejects unless they are quoted, as programs often leave them. */
const dateText = /[^\p{ASCII}]|[cfijklnopqrtuvwxz]|\.(?!0)/u.source
const numberText = /(?!E[+-])[a-z]|[^\p{ASCII}]/u.source
const dateParts = partPattern(`a{3,4}|d{3,4}|${halfOfDay}`, dateText)
const numberParts = partPattern('E[+-]', numberText)

function partPattern(code: string, text: string): RegExp {
  return new RegExp(`(?<literal>${literal})|${bracket}|${code}|(?<text>(?:${text})+)`, 'giu')
}

/** Undefined for a format that SheetJS does not support, such as numbers in Hangul. */
export function formatAsShown(format: string, value: number | string): string | undefined {
  if (/DBNum/i.test(format)) return undefined
  // SheetJS ignores any text around `General`, so replace it with an explicit format.
  const digits = Number.isInteger(value) ? '0' : '0.##########'
  const isDate = isDateFormat(format)
  const isKorean = korean.test(format)
  const serial = typeof value === 'number' ? Math.floor(value) : 0
  const weekday = weekdays[(((serial - 1) % 7) + 7) % 7] ?? ''
  const written = format
    .replaceAll(/General|G\/표준/gi, digits)
    .replaceAll(isDate ? dateParts : numberParts, (part: string, ...rest: unknown[]) => {
      const found = rest.at(-1) as { literal?: string; text?: string }
      if (found.literal !== undefined) return quoteLiteral(part)
      if (found.text !== undefined) return `"${part}"`
      if (/^a{3}/i.test(part) || (isKorean && /^d{3}/i.test(part)))
        return `"${weekday}${part.length === 4 ? '요일' : ''}"`
      if (isDate && part.startsWith('[$-')) return ''
      return isKorean && /^am\//i.test(part) ? `"${mark}"${part}` : part
    })
  try {
    return SSF.format(written, value)
      .replaceAll(slash, '/')
      .replaceAll(`${mark}AM`, '오전')
      .replaceAll(`${mark}PM`, '오후')
  } catch {
    return undefined
  }
}

/** SheetJS lets a backslash hide the quote behind it: `"\"` is the Won sign of Korean fonts. */
function quoteLiteral(part: string): string {
  const text = part.replaceAll('/', slash)
  if (!text.startsWith('"') || !text.includes('\\')) return text
  return Array.from(text.slice(1, -1), (char) => `\\${char}`).join('')
}
