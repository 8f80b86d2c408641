import { screenFiles } from '#areas/screens.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import type { Query } from '#kernel/operation.ts'
import { screenGrants } from '#kernel/screen-grants.ts'

const modules = await Promise.all(Object.values(screenFiles).map((load) => load()))
const screens = modules.flatMap((module) => Object.values(module).map(normalise))

/** Where each operation is granted, by what all screens call; read once, when the server starts. */
export const { routesOf, faultOf } = screenGrants(screens)

/** What the grids of all screens ask. */
export const gridQuestions: readonly Query[] = screens.flatMap(({ sources: { grid } }) => {
  return grid?.source ?? []
})
