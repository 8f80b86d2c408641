import { describe, expect, test } from 'vitest'

import { gridPalettes, type GridPalette } from '#ui/grid/draw/grid-theme.ts'

/** Relative luminance of '#rrggbb' (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Background colour under a half-transparent range. */
function blendOver(range: string, ground: string): string {
  const [red = 0, green = 0, blue = 0, alpha = 0] = (range.match(/[\d.]+/g) ?? []).map(Number)
  const parts = [red, green, blue].map((part, index) => {
    const below = Number.parseInt(ground.slice(1 + index * 2, 3 + index * 2), 16)
    return Math.round(below * (1 - alpha) + part * alpha)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

const groundColours = ({
  ground,
  panel,
  rowCurrent,
  cellCurrent,
  rowTones,
  range,
}: GridPalette) => {
  const rows = [ground, rowCurrent, ...Object.values(rowTones)]
  return [panel, cellCurrent, ...rows, ...rows.map((row) => blendOver(range, row))]
}

describe.each(Object.entries(gridPalettes))('the %s grid', (_, palette) => {
  test.each([
    'text',
    'strong',
    'quiet',
    'early',
    'middle',
    'accent',
    'warn',
    'stop',
    'bonded',
  ] as const)('%s is readable on every background it appears on (4.5:1)', (ink) => {
    const worst = Math.min(
      ...groundColours(palette).map((ground) => contrast(palette[ink], ground)),
    )
    expect(worst).toBeGreaterThanOrEqual(4.5)
  })

  test('the ring of the current cell and the outlines of boxes have enough contrast (3:1)', () => {
    for (const ground of [palette.ground, palette.rowCurrent, palette.cellCurrent]) {
      expect(contrast(palette.accent, ground)).toBeGreaterThanOrEqual(3)
    }
    expect(contrast(palette.box, palette.ground)).toBeGreaterThanOrEqual(3)
  })
})
