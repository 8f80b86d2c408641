import type { Fields } from '#kernel/field.ts'
import { columnsOf, rowToneOf } from '#ui/page/rows/grid-of.ts'
import { keepLayout } from '#ui/page/rows/kept-layout.ts'
import { LinesModel } from './lines-model.ts'
import type { GridScreen } from './grid-screen.ts'

/** The lines of a screen that has any; where rows are acted on, they are there to be read. */
export function linesOf(
  screen: GridScreen,
  input: Fields | undefined,
  mayEdit: boolean,
): LinesModel | undefined {
  if (!screen.sources.lines) return undefined
  const { part, link } = screen.sources.lines
  return new LinesModel({
    part,
    columns: columnsOf(screen.route, part, input),
    link,
    mayEdit,
    rowTone: rowToneOf(part),
    keep: (model) => keepLayout(model, screen.route, 'lines'),
  })
}
