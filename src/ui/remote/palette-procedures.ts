import type { Procedure } from '#kernel/operation.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { loadedScreens } from './screens.ts'

export function screenActions(screen: PaneScreen): readonly Procedure[] {
  const { acts, station, prints } = screen
  const all = [acts, station?.accept, station?.finish, prints?.after]
  return all.filter((procedure) => procedure !== undefined)
}

export interface ScreenProcedure {
  readonly procedure: Procedure
  readonly routes: readonly string[]
}

export function screenProcedures(screens: readonly PaneScreen[]): ScreenProcedure[] {
  const uses = screens.flatMap((screen) =>
    screenActions(screen).map((procedure) => ({ procedure, route: screen.route })),
  )
  return [...Map.groupBy(uses, ({ procedure }) => procedure.name).values()].flatMap((same) => {
    const [first] = same
    return first ? [{ procedure: first.procedure, routes: same.map(({ route }) => route) }] : []
  })
}

export function findProcedure(name: string): Procedure | undefined {
  return screenProcedures(loadedScreens()).find(({ procedure }) => procedure.name === name)
    ?.procedure
}
