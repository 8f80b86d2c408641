import { screenFiles } from '#areas/screens.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import type { Query } from '#kernel/operation.ts'
import { screenGrants } from '#kernel/screen-grants.ts'

const modules = await Promise.all(Object.values(screenFiles).map((load) => load()))
const screens = modules.flatMap((module) => Object.values(module).map(normalise))

/** Routes that grant each operation, derived from all screens when the server starts. */
export const { routesOf, faultOf } = screenGrants(screens)

export const gridQuestions: readonly Query[] = screens.flatMap(({ sources: { grid } }) => {
  return grid?.source ?? []
})
