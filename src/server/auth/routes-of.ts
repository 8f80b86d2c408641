import { screenFiles } from '#areas/screens.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import { screenGrants } from '#kernel/screen-grants.ts'

const modules = await Promise.all(Object.values(screenFiles).map((load) => load()))

/** Where each operation is granted, by what all screens call; read once, when the server starts. */
export const { routesOf, faultOf } = screenGrants(
  modules.flatMap((module) => Object.values(module).map(normalise)),
)
