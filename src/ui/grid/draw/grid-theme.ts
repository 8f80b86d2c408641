import type { Theme } from '@glideapps/glide-data-grid'

import { CELL_PADDING, type Tone } from '#ui/grid/columns/column.ts'

/** Text colours have a contrast of 4.5:1 on every background they are used on. */
const dark = {
  ground: '#0c0f0e',
  panel: '#0f1312',
  rule: '#1b211e',
  // The line next to frozen columns and above the footer.
  edge: '#3a4640',
  // Outline of an empty checkbox, 3:1 on the background.
  box: '#5a6961',
  text: '#c9d3cd',
  strong: '#f2f6f3',
  quiet: '#87968e',
  // Work in progress: started, and well advanced. The accent colour completes the ramp.
  early: '#a3b7c2',
  middle: '#86cfd0',
  accent: '#8fe3b4',
  warn: '#e5c76b',
  stop: '#e27d6e',
  bonded: '#7db4e6',
  rowCurrent: '#11201a',
  cellCurrent: '#16301f',
  range: 'rgba(143, 227, 180, 0.08)',
  editor: '#13241b',
  track: '#1b211e',
}

export type GridPalette = Readonly<Record<keyof typeof dark, string>> & {
  readonly rowTones: Readonly<Partial<Record<Tone, string>>>
}

export const gridPalettes: Readonly<Record<'dark' | 'light', GridPalette>> = {
  dark: {
    ...dark,
    rowTones: { stop: '#1a1211', warn: '#17150d', accent: '#0f1913', bonded: '#0e151b' },
  },
  light: {
    ground: '#fbfcfb',
    panel: '#f4f6f4',
    rule: '#e1e6e2',
    edge: '#a9b4ad',
    box: '#84918a',
    text: '#28322d',
    strong: '#0b120e',
    quiet: '#57645d',
    early: '#46606d',
    middle: '#10666c',
    accent: '#0a7344',
    warn: '#805500',
    stop: '#ad3226',
    bonded: '#1a5c9c',
    rowCurrent: '#e6f3eb',
    cellCurrent: '#d3ebdd',
    range: 'rgba(10, 115, 68, 0.1)',
    editor: '#ffffff',
    track: '#dfe6e1',
    rowTones: { stop: '#fbefec', warn: '#faf5e4', accent: '#eef7f1', bonded: '#edf4fb' },
  },
}

export const DATA_FONT = "'D2Coding', ui-monospace, Consolas, monospace"
export const WORD_FAMILY =
  "'Pretendard Variable', 'Apple SD Gothic Neo', 'Malgun Gothic', sans-serif"
export const DATA_FONT_SIZE = 13

export const ROW_HEIGHT = 24
export const HEADER_HEIGHT = 26

export function toneColour(palette: GridPalette, tone: Tone): string {
  return tone === 'normal' ? palette.text : palette[tone]
}

export function glideTheme(palette: GridPalette): Partial<Theme> {
  return {
    accentColor: palette.accent,
    accentFg: palette.ground,
    accentLight: palette.range,
    textDark: palette.text,
    textMedium: palette.quiet,
    textLight: palette.quiet,
    textHeader: palette.quiet,
    textHeaderSelected: palette.text,
    bgCell: palette.ground,
    bgCellMedium: palette.panel,
    bgHeader: palette.panel,
    bgHeaderHasFocus: palette.panel,
    bgHeaderHovered: palette.rule,
    borderColor: palette.rule,
    horizontalBorderColor: palette.rule,
    headerBottomBorderColor: palette.rule,
    resizeIndicatorColor: palette.accent,
    cellHorizontalPadding: CELL_PADDING,
    cellVerticalPadding: 2,
    baseFontStyle: `${DATA_FONT_SIZE}px`,
    headerFontStyle: `${DATA_FONT_SIZE}px`,
    markerFontStyle: `${DATA_FONT_SIZE}px`,
    fontFamily: DATA_FONT,
    roundingRadius: 0,
  }
}
