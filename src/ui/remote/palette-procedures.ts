import type { Procedure } from '#kernel/operation.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { loadedScreens } from './screens.ts'

/** What a screen can carry out besides saving its rows. */
export function actionsOfScreen(screen: PaneScreen): readonly Procedure[] {
  const { acts, station, prints } = screen
  const all = [acts, station?.accept, station?.finish, prints?.after]
  return all.filter((procedure) => procedure !== undefined)
}

/** A procedure and the screens it belongs to, by name. */
export interface ScreenProcedure {
  readonly procedure: Procedure
  readonly routes: readonly string[]
}

/** Every procedure that screens carry out, each once. */
export function screenProcedures(screens: readonly PaneScreen[]): ScreenProcedure[] {
  const uses = screens.flatMap((screen) =>
    actionsOfScreen(screen).map((procedure) => ({ procedure, route: screen.route })),
  )
  return [...Map.groupBy(uses, ({ procedure }) => procedure.name).values()].flatMap((same) => {
    const [first] = same
    return first ? [{ procedure: first.procedure, routes: same.map(({ route }) => route) }] : []
  })
}

/** The procedure of a name; undefined when no screen loaded so far has it. */
export function procedureNamed(name: string): Procedure | undefined {
  return screenProcedures(loadedScreens()).find(({ procedure }) => procedure.name === name)
    ?.procedure
}
