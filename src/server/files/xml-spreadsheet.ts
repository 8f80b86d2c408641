import { malformedNumberText } from './malformed-number.ts'

const styleTag = /<((?:\w+:)?)Style\s((?:[^>"]|"[^"]*")*?)(?:\/>|>(.*?)<\/\1Style>)/gs
const numberFormat = /<(?:\w+:)?NumberFormat\s[^>]*>/
const cdata = /<!\[CDATA\[(.*?)\]\]>/gs
const richData = /(<((?:\w+:)?)Data(?:\s[^>]*[^/>])?>)(.*?)(<\/\2Data>)/gs
const numberData = /(<(?:\w+:)?Data\s[^>]*?)(Type="Number"[^>]*>)([^<]*)</g
const singleQuoted = /<[^<>]*='[^<>]*>/g
/** A cell with a formula and no result. A formula that gives "" has an empty text. */
const uncalculated =
  /<((?:\w+:)?)Cell\s((?=[^>]*?(\w+:)?Formula=)(?:[^>"]|"[^"]*")*?)(?:\/>|>\s*(?:<((?:\w+:)?)Data\s(?![^>]*"String")(?:[^>]*\/>|[^>]*>\s*<\/\4Data>))?\s*<\/\1Cell>)/g

/**
 * Rewrites what SheetJS misreads in XML Spreadsheet 2003: text in several fonts, formulas without a
 * result, malformed numbers, attributes in single quotes, and formats of the style that another is
 * based on.
 */
export function prepareXmlSpreadsheet(text: string): string {
  const quoted = text
    .replaceAll(cdata, (_section, raw: string) => escapeXml(raw))
    .replaceAll(singleQuoted, useDoubleQuotes)
  return inheritFormats(quoted)
    .replaceAll(
      richData,
      (_data, open: string, _prefix: string, inner: string, close: string) =>
        open + inner.replaceAll(/<[^>]*>/g, '') + close,
    )
    .replaceAll(numberData, (whole, open: string, type: string, written: string) => {
      const text = malformedNumberText(written)
      return text === undefined ? whole : `${open}${type.replace('Number', 'String')}${text}<`
    })
    .replaceAll(uncalculated, (_cell, prefix: string, attributes: string, own = '') => {
      const data = `<${prefix}Data ${own}Type="String">#CALC!</${prefix}Data>`
      return `<${prefix}Cell ${attributes}>${data}</${prefix}Cell>`
    })
}

function useDoubleQuotes(tag: string): string {
  return tag.replaceAll(/"[^"]*"|'([^']*)'/g, (value, inner?: string) =>
    inner === undefined ? value : `"${inner.replaceAll('"', '&quot;')}"`,
  )
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** SheetJS lets the format of the style a style is based on replace its own. */
function inheritFormats(text: string): string {
  const formats = new Map<string, string>()
  for (const [, , attributes = '', content = ''] of text.matchAll(styleTag)) {
    const format = numberFormat.exec(content)?.[0]
    if (format !== undefined) formats.set(attribute(attributes, 'ID') ?? '', format)
  }
  return text.replaceAll(
    styleTag,
    (whole, prefix: string, attributes: string, content: string | undefined = '') => {
      const parent = attribute(attributes, 'Parent')
      if (parent === undefined) return whole
      const inherited = numberFormat.test(content) ? '' : (formats.get(parent) ?? '')
      const own = attributes.replace(/(?:\w+:)?Parent\s*=\s*"[^"]*"/, '')
      return `<${prefix}Style ${own}>${content}${inherited}</${prefix}Style>`
    },
  )
}

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*"([^"]*)"`).exec(attributes)?.[1]
}
