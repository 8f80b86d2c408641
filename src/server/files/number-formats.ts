import { SSF } from 'xlsx'

/**
 * Built-in formats that a workbook refers to by number only. Those of Korean Excel are listed in
 * ECMA-376 Part 1, 18.8.30; SheetJS has no text for them.
 */
const builtIn: Readonly<Record<number, string>> = {
  5: '"₩"#,##0;-"₩"#,##0',
  6: '"₩"#,##0;[Red]-"₩"#,##0',
  7: '"₩"#,##0.00;-"₩"#,##0.00',
  8: '"₩"#,##0.00;[Red]-"₩"#,##0.00',
  27: 'yyyy"年" mm"月" dd"日"',
  28: 'mm-dd',
  29: 'mm-dd',
  30: 'mm-dd-yy',
  31: 'yyyy"년" mm"월" dd"일"',
  32: 'h"시" mm"분"',
  33: 'h"시" mm"분" ss"초"',
  34: 'yyyy-mm-dd',
  35: 'yyyy-mm-dd',
  36: 'yyyy"年" mm"月" dd"日"',
  41: '_-* #,##0_-;-* #,##0_-;_-* "-"_-;_-@_-',
  42: '_-"₩"* #,##0_-;-"₩"* #,##0_-;_-"₩"* "-"_-;_-@_-',
  43: '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-',
  44: '_-"₩"* #,##0.00_-;-"₩"* #,##0.00_-;_-"₩"* "-"??_-;_-@_-',
  50: 'yyyy"年" mm"月" dd"日"',
  51: 'mm-dd',
  52: 'yyyy-mm-dd',
  53: 'yyyy-mm-dd',
  54: 'mm-dd',
  55: 'yyyy-mm-dd',
  56: 'yyyy-mm-dd',
  57: 'yyyy"年" mm"月" dd"日"',
  58: 'mm-dd',
}

/** Adds the formats to the global table of SheetJS, which its .xls reader uses. */
export function loadNumberFormats(): void {
  for (const [id, code] of Object.entries(builtIn)) SSF.load(code, Number(id))
}

/**
 * Declares the formats in the styles of an .xlsx, because the reader of SheetJS starts with an
 * empty table. The workbook's own formats follow and override them. `styles` is UTF-8 read as
 * Latin-1.
 */
export function withNumberFormats(styles: string): string {
  const declared = Object.entries(builtIn).map(([id, code]) => {
    const escaped = Buffer.from(code.replaceAll('"', '&quot;')).toString('latin1')
    return `<numFmt numFmtId="${id}" formatCode="${escaped}"/>`
  })
  const formats = /<(?:\w+:)?numFmts(?:\s[^>]*[^/>])?>/.exec(styles)
  const root = /<(?:\w+:)?styleSheet(?:\s[^>]*[^/>])?>/.exec(styles)
  const place = formats ?? root
  if (!place) return styles
  const at = place.index + place[0].length
  const text = formats ? declared.join('') : `<numFmts>${declared.join('')}</numFmts>`
  return styles.slice(0, at) + text + styles.slice(at)
}
