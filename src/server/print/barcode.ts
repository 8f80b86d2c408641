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

const pointsPerMm = 72 / 25.4
/** Narrowest bar in points: 0.25 mm and 0.5 mm, which hand scanners read from office printers. */
const moduleWidth = { linear: 0.72, matrix: 1.45 }
const linearHeight = 28
/**
 * The largest a linear symbol is drawn: bars of 0.5 mm, 32 mm high, as labels of pallets are to have
 * them, which are read from a fork lift (GS1 General Specifications, symbols of logistic units).
 */
export const largest = { moduleMm: 0.5, heightMm: 32 } as const

/**
 * The bars of a barcode as rectangles, which print sharp at any resolution. Symbols wider than
 * `widthMax` points are narrowed to it; with `heightFree` points below it, a linear one is drawn as
 * large as there is room. Returns undefined for a text the symbology cannot carry (a wrong EAN check
 * digit, Hangul in Code 128), so that one bad number does not stop a print run.
 */
export function drawBarcode(
  symbology: Symbology,
  text: string,
  widthMax: number,
  heightFree?: number,
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
  if (isLinear(symbol)) return drawLinear(symbol.sbs, widthMax, heightFree)
  return isMatrix(symbol) ? drawMatrix(symbol, widthMax) : undefined
}

/** Bars of a linear symbol are 0.25 mm at least, with a quiet zone of ten on either side. */
const moduleMm = 0.25
const quietModules = 20

/** Modules of a linear symbol with its quiet zones; undefined for another or a text it cannot carry. */
function modulesOf(symbology: Symbology, text: string): number | undefined {
  try {
    const [symbol]: unknown[] = bwip.raw({ bcid: symbology, text })
    return isLinear(symbol)
      ? symbol.sbs.reduce((sum, width) => sum + width, quietModules)
      : undefined
  } catch {
    return undefined
  }
}

/** How broad a bar of a linear symbol may be on a label so wide; undefined where it has none. */
export function moduleFor(symbology: Symbology, text: string, widthMm: number): number | undefined {
  const modules = modulesOf(symbology, text)
  return modules === undefined ? undefined : Math.min(largest.moduleMm, widthMm / modules)
}

/**
 * Whether a linear symbol stands on a label so wide with bars that hand scanners read; false too
 * for a text the symbology cannot carry.
 */
export function fitsLabel(symbology: Symbology, text: string, widthMm: number): boolean {
  const module = moduleFor(symbology, text, widthMm)
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

/** `sbs` holds the widths of bars and spaces in turn, in modules. */
function drawLinear(sbs: number[], widthMax: number, heightFree?: number): Barcode {
  const modules = sbs.reduce((sum, width) => sum + width, 0)
  const usual = Math.min(moduleWidth.linear, widthMax / modules)
  const large = Math.min(largest.moduleMm * pointsPerMm, widthMax / (modules + quietModules))
  const unit = heightFree === undefined ? usual : Math.max(usual, large)
  const highest = Math.min(largest.heightMm * pointsPerMm, heightFree ?? linearHeight)
  const height = Math.max(linearHeight, highest)
  const bars: Bar[] = []
  let x = 0
  sbs.forEach((width, index) => {
    if (index % 2 === 0) bars.push({ x, y: 0, w: width * unit, h: height })
    x += width * unit
  })
  return { width: x, height, bars }
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
