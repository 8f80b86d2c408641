import bwip from 'bwip-js/node'

import type { Symbology } from './print-document.ts'

/** A black rectangle in points from the symbol's top left corner. */
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

/** Narrowest bar in points: 0.25 mm and 0.5 mm, which hand scanners read from office printers. */
const moduleWidth = { linear: 0.72, matrix: 1.45 }
const linearHeight = 28

/**
 * The bars of a barcode as rectangles, which print sharp at any resolution. Symbols wider than
 * `widthMax` points are narrowed to it. Returns undefined for a text the symbology cannot carry
 * (a wrong EAN check digit, Hangul in Code 128), so that one bad number does not stop a print run.
 */
export function drawBarcode(
  symbology: Symbology,
  text: string,
  widthMax: number,
): Barcode | undefined {
  let symbols: unknown
  try {
    // A content and its count need no number of the unit that holds them: ours stands beside.
    const options: object = { dontlint: symbology === 'gs1datamatrix' }
    symbols = bwip.raw({ bcid: symbology, text, ...options })
  } catch {
    return undefined
  }
  const symbol: unknown = Array.isArray(symbols) ? symbols[0] : undefined
  if (isLinear(symbol)) return drawLinear(symbol.sbs, widthMax)
  return isMatrix(symbol) ? drawMatrix(symbol, widthMax) : undefined
}

/** Bars of a linear symbol are 0.25 mm at least, with a quiet zone of ten on either side. */
const moduleMm = 0.25
const quietModules = 20

/**
 * Whether a linear symbol stands on a label so wide with bars that hand scanners read; false too
 * for a text the symbology cannot carry.
 */
export function fitsLabel(symbology: Symbology, text: string, widthMm: number): boolean {
  try {
    const [symbol]: unknown[] = bwip.raw({ bcid: symbology, text })
    if (!isLinear(symbol)) return false
    const modules = symbol.sbs.reduce((sum, width) => sum + width, quietModules)
    return modules * moduleMm <= widthMm
  } catch {
    return false
  }
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

/** `sbs` holds the widths of bars and spaces in turn, in modules. */
function drawLinear(sbs: number[], widthMax: number): Barcode {
  const modules = sbs.reduce((sum, width) => sum + width, 0)
  const unit = Math.min(moduleWidth.linear, widthMax / modules)
  const bars: Bar[] = []
  let x = 0
  sbs.forEach((width, index) => {
    if (index % 2 === 0) bars.push({ x, y: 0, w: width * unit, h: linearHeight })
    x += width * unit
  })
  return { width: x, height: linearHeight, bars }
}

/** Dark modules side by side become one rectangle, so that no hairline shows between them. */
function drawMatrix({ pixs, pixx, pixy }: Matrix, widthMax: number): Barcode {
  const unit = Math.min(moduleWidth.matrix, widthMax / pixx)
  const bars: Bar[] = []
  for (let row = 0; row < pixy; row += 1) {
    let start = -1
    for (let column = 0; column <= pixx; column += 1) {
      const dark = column < pixx && pixs[row * pixx + column] === 1
      if (dark && start === -1) start = column
      if (dark || start === -1) continue
      bars.push({ x: start * unit, y: row * unit, w: (column - start) * unit, h: unit })
      start = -1
    }
  }
  return { width: pixx * unit, height: pixy * unit, bars }
}
