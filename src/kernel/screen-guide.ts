import { label, type Label } from './label.ts'

/** Help text of a screen and its neighbours in the workflow, as routes. */
interface ScreenGuide {
  /** Two sentences: the purpose, and how to work with the screen. */
  readonly text: Label
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Neighbours are routes separated by spaces. */
type GuideSource = readonly [route: string, ko: string, en: string, before?: string, after?: string]

export type ScreenGuides = Readonly<Record<string, ScreenGuide>>

const splitRoutes = (text: string): readonly string[] => (text === '' ? [] : text.split(' '))

/** Builds guides from rows, which makes the help of an area readable as a table. */
export function screenGuides(rows: readonly GuideSource[]): ScreenGuides {
  return Object.fromEntries(
    rows.map(([route, ko, en, before = '', after = '']) => [
      route,
      { text: label(ko, en), before: splitRoutes(before), after: splitRoutes(after) },
    ]),
  )
}
