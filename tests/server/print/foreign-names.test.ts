import { expect, test } from 'vitest'

import type { LabelSheet } from '#server/print/label-sheet.ts'
import { renderPdf } from '#server/print/pdf.ts'
import type { PrintDocument } from '#server/print/print-document.ts'

import { readPdfText } from './pdf-text.ts'

/** Names of forwarders' documents; the reader throws if a letter is drawn as a box. */
const names = {
  Hanja: '漢方 龜鹿二仙膠',
  'Hanja of personal names': '金旼玹 崔喆',
  'a Japanese company': '(株)東京食品 髙﨑店',
  kana: 'カタカナ ひらがな',
  'half-width kana': 'ｶﾀｶﾅ',
  'simplified Chinese': '深圳市国际货运代理有限公司',
  'traditional Chinese': '臺灣貨運',
  'a rare ideograph': '𠮷野家',
  Thai: 'บริษัท ขนส่ง',
  Vietnamese: 'Công ty Vận tải Đường biển',
  Cyrillic: 'Владивосток',
  Greek: 'Πειραιάς',
  emoji: '🎁 gift 📦',
  'signs of a sheet': '①㎏㎡℃½™₩㈱☎',
}

function noteDocument(text: string): PrintDocument {
  return {
    title: text,
    paper: 'A4',
    orientation: 'portrait',
    copies: 1,
    fileName: 'note',
    pages: [
      {
        heading: [{ label: text, value: text }],
        columns: [{ title: text, width: 30, align: 'left', large: true }],
        rows: [[text]],
        totals: [text],
        notes: [text],
        signatures: [text],
      },
    ],
  }
}

const label = (title: string): LabelSheet => ({
  fileName: 'label',
  widthMm: 100,
  heightMm: 60,
  labels: [{ title, lines: [{ label: 'SKU', value: title }], symbols: [], copies: 1 }],
})

const withoutBreaks = (sheets: readonly string[]): string => sheets.join('').replaceAll(/[| ]/g, '')

test.each(Object.entries(names))('prints every letter of %s', async (_kind, name) => {
  const expected = name.replaceAll(' ', '')
  const sheets = withoutBreaks(readPdfText(await renderPdf(noteDocument(name))))
  // The name appears in the title, twice in the heading, and in column, row, total, note and
  // signature.
  expect(sheets.split(expected)).toHaveLength(9)
  const labels = readPdfText(await renderPdf(label(name)))
  expect(labels).toHaveLength(1)
  expect(withoutBreaks(labels).split(expected)).toHaveLength(3)
})

test('prints Arabic from right to left, its words in order', async () => {
  const sheets = readPdfText(await renderPdf(noteDocument('شركة الشحن')))
  const drawn = Array.from(withoutBreaks(sheets))
  const [company, freight] = [drawn.indexOf('ة'), drawn.indexOf('ن')]
  expect(freight).toBeGreaterThanOrEqual(0)
  expect(company).toBeGreaterThan(freight)
})

test('prints the code of a letter that no font has, never a box', async () => {
  const sheets = withoutBreaks(readPdfText(await renderPdf(noteDocument('Rāja राजा'))))
  expect(sheets).toContain('Rāja[U+0930][U+093E][U+091C][U+093E]')
})

test('prints an emoji sequence without its joiners', async () => {
  const sheets = withoutBreaks(readPdfText(await renderPdf(noteDocument('❤️ 1️⃣'))))
  expect(sheets).toContain('❤1')
})

test('foreign names do not change the height of a line', async () => {
  const tableDocument = (name: string) => ({
    ...noteDocument(''),
    pages: [
      {
        heading: [],
        columns: [{ title: 'A', width: 30, align: 'left' as const }],
        rows: Array.from({ length: 200 }, () => [name]),
      },
    ],
  })
  const countSheets = async (name: string) =>
    readPdfText(await renderPdf(tableDocument(name))).length
  expect(await countSheets('漢方 ขนส่ง 🎁')).toBe(await countSheets('Han carry'))
})
