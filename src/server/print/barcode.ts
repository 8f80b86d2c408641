import bwip from 'bwip-js/node'

import type { Symbology } from './print-document.ts'

interface Bar {
  x: number
  y: number
  w: number
  h: number
}

export interface Barcode {
  width: number
  height: number
  bars: Bar[]
}

const pointsPerMm = 72 / 25.4
/**
 * Narrowest bar (0.25 mm) and smallest matrix module (0.5 mm) in points. Hand scanners read both
 * from office printers.
 */
const moduleWidth = { linear: 0.72, matrix: 1.45 }
const linearHeight = 28
/**
 * Maximum size of a linear symbol: 0.5 mm bars, 32 mm high. Required for pallet labels read from a
 * forklift (GS1 General Specifications, symbols of logistic units).
 */
export const maxLinearSize = { moduleMm: 0.5, heightMm: 32 } as const

/**
 * Draws a barcode as rectangles, which print sharply at any resolution. A symbol wider than
 * `maxWidth` points is narrowed. With `heightFree` points available, a linear symbol is drawn as
 * large as possible. Returns undefined for text the symbology cannot encode (a wrong EAN check
 * digit, Hangul in Code 128), to continue a print run despite one bad number.
 */
export function drawBarcode(
  symbology: Symbology,
  text: string,
  maxWidth: number,
  heightFree?: number,
): Barcode | undefined {
  if (!isEncodable(symbology, text)) return undefined
  let symbols: unknown
  try {
    // Skip linting: it requires the number of the logistic unit with a content and count. The label
    // shows that number in a separate symbol.
    const options: object = { dontlint: symbology === 'gs1datamatrix' }
    symbols = bwip.raw({ bcid: symbology, text, ...options })
  } catch {
    return undefined
  }
  const symbol: unknown = Array.isArray(symbols) ? symbols[0] : undefined
  if (isLinear(symbol)) return drawLinear(symbol.sbs, maxWidth, heightFree)
  return isMatrix(symbol) ? drawMatrix(symbol, maxWidth) : undefined
}

/** The library spells other letters in Code 128 as the bytes of their UTF-8. */
function isEncodable(symbology: Symbology, text: string): boolean {
  const isCode128 = symbology === 'code128' || symbology === 'gs1-128'
  return !isCode128 || /^\p{ASCII}*$/u.test(text)
}

/** Minimum bar width of a linear symbol, with a quiet zone of ten modules on each side. */
const moduleMm = 0.25
const quietZoneModules = 20

/**
 * Modules of a linear symbol including quiet zones; undefined for other symbols and invalid text.
 */
function countModules(symbology: Symbology, text: string): number | undefined {
  if (!isEncodable(symbology, text)) return undefined
  try {
    const [symbol]: unknown[] = bwip.raw({ bcid: symbology, text })
    return isLinear(symbol)
      ? symbol.sbs.reduce((sum, width) => sum + width, quietZoneModules)
      : undefined
  } catch {
    return undefined
  }
}

export function fitModule(symbology: Symbology, text: string, widthMm: number): number | undefined {
  const modules = countModules(symbology, text)
  return modules === undefined ? undefined : Math.min(maxLinearSize.moduleMm, widthMm / modules)
}

/**
 * Returns whether a linear symbol fits the label with bars that hand scanners can read. False for
 * text the symbology cannot encode.
 */
export function fitsLabel(symbology: Symbology, text: string, widthMm: number): boolean {
  const module = fitModule(symbology, text, widthMm)
  return module !== undefined && module >= moduleMm
}

interface Matrix {
  pixs: number[]
  pixx: number
  pixy: number
}

function isLinear(symbol: unknown): symbol is { sbs: number[] } {
  return typeof symbol === 'object' && symbol !== null && 'sbs' in symbol
}

function isMatrix(symbol: unknown): symbol is Matrix {
  return typeof symbol === 'object' && symbol !== null && 'pixs' in symbol
}

/** `sbs` contains alternating widths of bars and spaces, in modules. */
function drawLinear(sbs: number[], maxWidth: number, heightFree?: number): Barcode {
  const modules = sbs.reduce((sum, width) => sum + width, 0)
  const usual = Math.min(moduleWidth.linear, maxWidth / modules)
  const large = Math.min(
    maxLinearSize.moduleMm * pointsPerMm,
    maxWidth / (modules + quietZoneModules),
  )
  const unit = heightFree === undefined ? usual : Math.max(usual, large)
  const maxHeight = Math.min(maxLinearSize.heightMm * pointsPerMm, heightFree ?? linearHeight)
  const height = Math.max(linearHeight, maxHeight)
  const bars: Bar[] = []
  let x = 0
  sbs.forEach((width, index) => {
    if (index % 2 === 0) bars.push({ x, y: 0, w: width * unit, h: height })
    x += width * unit
  })
  return { width: x, height, bars }
}

/** Merges adjacent dark modules into one rectangle to avoid hairlines between them. */
function drawMatrix({ pixs, pixx, pixy }: Matrix, maxWidth: number): Barcode {
  const unit = Math.min(moduleWidth.matrix, maxWidth / pixx)
  const bars: Bar[] = []
  for (let row = 0; row < pixy; row += 1) {
    let start = -1
    for (let column = 0; column <= pixx; column += 1) {
      const isDark = column < pixx && pixs[row * pixx + column] === 1
      if (isDark && start === -1) start = column
      if (isDark || start === -1) continue
      bars.push({ x: start * unit, y: row * unit, w: (column - start) * unit, h: unit })
      start = -1
    }
  }
  return { width: pixx * unit, height: pixy * unit, bars }
}
