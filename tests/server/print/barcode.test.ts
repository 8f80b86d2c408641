import { expect, test } from 'vitest'

import { drawBarcode } from '#server/print/barcode.ts'
import { symbolFor } from '#server/print/own-number-label.ts'
import { toZpl } from '#server/print/zpl.ts'

test('a Code 128 symbol starts and ends with its guard bars and fits the given width', () => {
  const symbol = drawBarcode('code128', 'SO20260131-0001', 230)
  expect(symbol?.width).toBeLessThanOrEqual(230)
  const unit = symbol?.bars[1]?.w ?? 0
  const widths = symbol?.bars.map((bar) => Math.round(bar.w / unit))
  // Start B is 2-1-1-2-1-4 and stop 2-3-3-1-1-1-2. Every other width is a bar.
  expect(widths?.slice(0, 3)).toEqual([2, 1, 1])
  expect(widths?.slice(-4)).toEqual([2, 3, 1, 2])
})

test('a symbol that is too wide is narrowed, not cut', () => {
  const symbol = drawBarcode('code128', 'A-VERY-LONG-DOCUMENT-NUMBER-20260131', 120)
  const last = symbol?.bars.at(-1)
  expect((last?.x ?? 0) + (last?.w ?? 0)).toBeCloseTo(120)
})

test('a QR code with Hangul text has its three finder patterns', () => {
  const symbol = drawBarcode('qrcode', '출고명세서', 200)
  const unit = symbol?.bars[0]?.h ?? 0
  const side = Math.round((symbol?.width ?? 0) / unit)
  const dark = new Set(
    symbol?.bars.flatMap((bar) =>
      Array.from(
        { length: Math.round(bar.w / unit) },
        (_, index) => `${Math.round(bar.x / unit) + index},${Math.round(bar.y / unit)}`,
      ),
    ),
  )
  for (const [x, y] of [
    [0, 0],
    [side - 7, 0],
    [0, side - 7],
  ] as const) {
    for (let step = 0; step < 7; step += 1) {
      expect(dark).toContain(`${x + step},${y}`)
      expect(dark).toContain(`${x},${y + step}`)
    }
    expect(dark).not.toContain(`${x + 1},${y + 1}`)
    expect(dark).toContain(`${x + 3},${y + 3}`)
  }
})

test.each([
  ['ean13', '9521234543213', true],
  ['ean13', '9521234543214', false],
  ['itf14', '19521234543210', true],
  ['gs1-128', '(01)09521234543213(10)L26', true],
  ['gs1-128', 'no AI', false],
  ['gs1-128', '(01)09521234543213(10)漢', false],
  ['code128', '漢字-1', false],
  ['code128', 'é-1', false],
  ['code128', 'a_b~`|{}', true],
  ['qrcode', '漢方 🇰🇷', true],
  ['datamatrix', '漢字-1', true],
  ['datamatrix', 'CELL-A-01-02', true],
] as const)('drawing %s for %s returns a symbol: %s', (symbology, text, drawn) => {
  expect(drawBarcode(symbology, text, 200) !== undefined).toBe(drawn)
})

test.each([
  ['SKU-1', 'code128'],
  ['漢字-1', 'datamatrix'],
  ['A'.repeat(60), 'datamatrix'],
])('the code %s is labelled with the symbology %s', (text, symbology) => {
  expect(symbolFor(text, 60)).toEqual({ symbology, text })
})

const mm = 72 / 25.4
const sscc = '(00)188012345600000013'

test('a single symbol on a label fills the available space, up to the logistic-unit size', () => {
  const narrowestBar = (width: number, height: number) => {
    const symbol = drawBarcode('gs1-128', sscc, width * mm, height * mm)
    const bars = symbol?.bars.map((bar) => bar.w / mm) ?? []
    return [Math.min(...bars).toFixed(2), ((symbol?.height ?? 0) / mm).toFixed(0)]
  }
  expect(narrowestBar(100, 60)).toEqual(['0.50', '32'])
  expect(narrowestBar(100, 20)).toEqual(['0.50', '20'])
  // Includes a quiet zone of ten modules on both sides.
  expect(narrowestBar(60, 60)).toEqual(['0.34', '32'])
  // In a small space the symbol has the smallest module that hand scanners can read.
  expect(narrowestBar(42, 5)).toEqual(['0.25', '10'])
})

test('a label printer draws a single symbol at the same size', () => {
  const label = (count: number) => ({
    title: '188012345600000013',
    lines: [],
    symbols: Array.from({ length: count }, () => ({ symbology: 'gs1-128' as const, text: sscc })),
    copies: 1,
  })
  const drawnSymbols = (count: number, widthMm: number, heightMm: number) =>
    toZpl({ fileName: 'x', widthMm, heightMm, labels: [label(count)] }).match(/\^BY\d\^BCN,\d+/g)
  expect(drawnSymbols(1, 100, 70)).toEqual(['^BY4^BCN,256'])
  expect(drawnSymbols(1, 80, 40)).toEqual(['^BY3^BCN,216'])
  expect(drawnSymbols(2, 100, 70)).toEqual(['^BY2^BCN,72', '^BY2^BCN,72'])
})
