import type { Operation, PageTrait } from './operation.ts'
import type { PaneScreen } from './pane-screen.ts'

export function listOperations(screen: PaneScreen): readonly Operation[] {
  const { sources, cards, drill, saves, acts, prints, sheet, station } = screen
  const named = [
    sources.grid?.source,
    sources.lines?.part.source,
    sources.document,
    cards?.active?.switchedBy,
    drill?.rows,
    saves?.procedure,
    acts,
    prints?.printOut,
    prints?.after,
    sheet?.save,
    station?.lines.source,
    station?.accept,
    station?.finish,
    station?.otherwise?.does,
  ]
  return named.filter((operation) => operation !== undefined)
}

/**
 * Content and functions of the screen's page. Operations granted with these traits are also called
 * there.
 */
export function listTraits(screen: PaneScreen): readonly PageTrait[] {
  const shown = listOperations(screen).flatMap((operation) =>
    operation.type === 'query' && operation.shows ? [operation.shows] : [],
  )
  const takesFiles = listOperations(screen).some(
    (operation) =>
      operation.type === 'procedure' &&
      [operation.input, operation.lines ?? {}].some((fields) =>
        Object.values(fields).some(({ kind }) => kind === 'file'),
      ),
  )
  return [
    ...shown,
    ...(screen.station || screen.scans ? (['scans'] as const) : []),
    ...(screen.sheet?.ownerMapping ? (['column-letters'] as const) : []),
    ...(takesFiles ? (['files'] as const) : []),
  ]
}
