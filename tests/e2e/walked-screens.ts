import path from 'node:path'
import type { Screen } from '#kernel/screen.ts'
import { screens } from '#tests/support/all-screens.ts'
import { changedFiles } from '#tests/support/changed-files.ts'
import { isFullSuite } from '#tests/support/suite.ts'

const ignored = new Set(['kind', 'route', 'title', 'grid', 'lines', 'columns', 'source'])

/**
 * Everything a walk can depend on: kind, area, and the elements of the definition and its grids.
 */
function listTraits(screen: Screen): string[] {
  const { kind } = screen
  const found: string[] = [kind]
  const add = (place: string, part: object): void => {
    for (const [name, value] of Object.entries(part)) {
      if (!ignored.has(name) && value !== undefined && value !== false)
        found.push(`${kind} ${place}${name}`)
    }
  }
  add('', screen)
  if ('grid' in screen) {
    const [area] = screen.grid.source.name.split('/')
    found.push(`${kind} of ${area}`)
    add('grid ', screen.grid)
  }
  if ('lines' in screen && screen.lines) add('lines ', screen.lines)
  return found
}

/** A small set of screens that covers every trait: a greedy cover in a stable order. */
function selectCoveringScreens(all: readonly Screen[]): Screen[] {
  const missing = new Set(all.flatMap(listTraits))
  const chosen: Screen[] = []
  const countNewTraits = (screen: Screen): number =>
    listTraits(screen).filter((trait) => missing.has(trait)).length
  while (missing.size > 0) {
    const best = all.reduce((screen, other) =>
      countNewTraits(other) > countNewTraits(screen) ? other : screen,
    )
    chosen.push(best)
    for (const trait of listTraits(best)) missing.delete(trait)
  }
  return chosen
}

function listChangedRoutes(): Set<string> {
  const files = changedFiles('src/areas/*/screens')
  return new Set(files.map((file) => path.basename(file, '.ts')))
}

/** Screens to skip, because their task is rejected for staff and the walk works as staff. */
const ofOwners = new Set(['CReturnDecide'])

/** Screens whose main task is tested by keyboard: all of them, or a set that covers every trait. */
export function selectWalkedScreens(): readonly Screen[] {
  const all = Object.values(screens).filter(({ route }) => !ofOwners.has(route))
  if (isFullSuite) return all
  const chosen = new Set(selectCoveringScreens(all))
  const changed = listChangedRoutes()
  return all.filter((screen) => chosen.has(screen) || changed.has(screen.route))
}
