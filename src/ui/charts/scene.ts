import type { ChartPlace } from './chart-data.ts'

/** Colours by purpose. The theme defines their values. */
export const inks = [
  'part1',
  'part2',
  'part3',
  'part4',
  'part5',
  'low',
  'accent',
  'heat',
  'on-heat',
  'warn',
  'rule',
  'edge',
  'quiet',
  'strong',
  'ground',
] as const
export type Ink = (typeof inks)[number]

/** Patterns that distinguish areas without relying on colour. */
export const patterns = ['hatch', 'dots', 'cross', 'lines'] as const
export type Pattern = (typeof patterns)[number]

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Shape =
  | (Box & {
      readonly kind: 'rect'
      readonly ink: Ink
      readonly pattern?: Pattern | undefined
      /** Draws only a dashed outline. */
      readonly isOutline?: boolean
      /** Opacity of the ink, 0 to 1. */
      readonly share?: number
    })
  | {
      readonly kind: 'path'
      /** SVG path data; stroked, not filled. */
      readonly d: string
      readonly ink: Ink
      readonly width: number
      readonly dashes?: string | undefined
    }
  | {
      readonly kind: 'dot'
      readonly x: number
      readonly y: number
      readonly radius: number
      readonly ink: Ink
    }
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly text: string
      readonly ink: Ink
      readonly anchor: 'start' | 'middle' | 'end'
      /** Rotation in degrees around the text's position. */
      readonly turn?: number
    }

/** A mark of a series with its shapes. The box is used for hit testing and for the cursor ring. */
export interface SceneMark extends Box, ChartPlace {
  readonly shapes: readonly Shape[]
}

export interface Scene {
  readonly width: number
  readonly height: number
  readonly background: readonly Shape[]
  readonly marks: readonly SceneMark[]
  readonly overlay: readonly Shape[]
}

/** Scenes with more marks are drawn on a canvas, which stays fast. */
export const MAX_SVG_MARKS = 200

const partPatterns: readonly (Pattern | undefined)[] = [undefined, ...patterns]
const partInks: readonly Ink[] = ['part1', 'part2', 'part3', 'part4', 'part5']

/** Colour and pattern of a series. They repeat after the fifth. */
export function seriesStyle(series: number): { ink: Ink; pattern: Pattern | undefined } {
  const at = series % partInks.length
  return { ink: partInks[at] ?? 'part1', pattern: partPatterns[at] }
}

/** Width of a text in pixels in the monospaced chart font. Hangul is twice as wide. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += character > '\u1100' ? 12 : 6.1
  return width
}

export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  const characters = Array.from(text)
  while (characters.length > 1 && textWidth(`${characters.join('')}…`) > width) characters.pop()
  return `${characters.join('')}…`
}

/** The topmost mark at a point, or the first mark in its column. */
export function markAt({ marks }: Scene, x: number, y: number): SceneMark | undefined {
  const inColumn = marks.filter((mark) => x >= mark.x && x < mark.x + mark.width)
  const hit = inColumn.findLast((mark) => y >= mark.y && y < mark.y + mark.height)
  return hit ?? inColumn[0]
}
