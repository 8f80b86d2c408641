import type { ChartPlace } from './chart-data.ts'

/** Colours by what they are for; the theme says which they are. */
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

/** What tells areas apart beside their colour. */
export const patterns = ['hatch', 'dots', 'cross', 'lines'] as const
export type Pattern = (typeof patterns)[number]

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Something drawn, in pixels from the upper left corner. */
export type Shape =
  | (Box & {
      readonly kind: 'rect'
      readonly ink: Ink
      readonly pattern?: Pattern | undefined
      /** Only its edge, in dashes. */
      readonly isOutline?: boolean
      /** How much of the ink there is, 0 to 1. */
      readonly share?: number
    })
  | {
      readonly kind: 'path'
      /** Of SVG path data; only its line is drawn. */
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
      /** Turned by so many degrees around its place. */
      readonly turn?: number
    }

/** A mark of a series, with what is drawn of it and where it is hit and framed. */
export interface SceneMark extends Box, ChartPlace {
  readonly shapes: readonly Shape[]
}

/** A chart laid out for one size: what stands behind the marks, the marks, and what stands over them. */
export interface Scene {
  readonly width: number
  readonly height: number
  readonly behind: readonly Shape[]
  readonly marks: readonly SceneMark[]
  readonly over: readonly Shape[]
}

/** More marks than these are drawn on a canvas, which does not slow down with them. */
export const SVG_MARKS_MOST = 200

const partPatterns: readonly (Pattern | undefined)[] = [undefined, ...patterns]
const partInks: readonly Ink[] = ['part1', 'part2', 'part3', 'part4', 'part5']

/** Colour and pattern of a series; those beyond the fifth begin anew. */
export function partLook(series: number): { ink: Ink; pattern: Pattern | undefined } {
  const at = series % partInks.length
  return { ink: partInks[at] ?? 'part1', pattern: partPatterns[at] }
}

/** Pixels a text takes in the monospaced type of charts; Hangul is twice as wide. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += character > '\u1100' ? 12 : 6.1
  return width
}

/** A text cut to a width, with a sign that it was. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  const characters = Array.from(text)
  while (characters.length > 1 && textWidth(`${characters.join('')}…`) > width) characters.pop()
  return `${characters.join('')}…`
}

/** The mark at a place of the picture, the last that was drawn there; else the nearest in its column. */
export function markAt({ marks }: Scene, x: number, y: number): SceneMark | undefined {
  const inColumn = marks.filter((each) => x >= each.x && x < each.x + each.width)
  const hit = inColumn.findLast((each) => y >= each.y && y < each.y + each.height)
  return hit ?? inColumn[0]
}
