import type { Procedure } from '#kernel/operation.ts'
import type { Screen } from '#kernel/screen.ts'
import { screens } from '../screens.ts'

/** What a screen can carry out besides saving its rows. */
export function actionsOfScreen(screen: Screen): readonly Procedure[] {
  if (screen.kind === 'work') return [screen.act]
  if (screen.kind === 'scan') return [screen.accept, screen.finish]
  if (screen.kind === 'print') return screen.after ? [screen.after] : []
  return []
}

/** A procedure and the screens it belongs to, by name. */
export interface ScreenProcedure {
  readonly procedure: Procedure
  readonly routes: readonly string[]
}

/** Every procedure that can be carried out from the command line, each once. */
export const screenProcedures: readonly ScreenProcedure[] = [
  ...Map.groupBy(
    Object.values(screens).flatMap((screen) =>
      actionsOfScreen(screen).map((procedure) => ({ procedure, route: screen.route })),
    ),
    ({ procedure }) => procedure.name,
  ).values(),
].flatMap((uses) => {
  const [first] = uses
  return first ? [{ procedure: first.procedure, routes: uses.map(({ route }) => route) }] : []
})

/** The procedure of a name; undefined when no screen has it. */
export function procedureNamed(name: string): Procedure | undefined {
  return screenProcedures.find(({ procedure }) => procedure.name === name)?.procedure
}
