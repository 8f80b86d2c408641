import { screenFiles } from '#areas/screens.ts'
import type * as NormaliseScreen from '#kernel/normalise-screen.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'

const loaded = new Map<string, PaneScreen>()

/** Not in the first page, which needs no screen; kept, as an import is looked up at each call. */
let checking: typeof NormaliseScreen | undefined

/** The routes that have a screen. */
const builtRoutes: readonly string[] = Object.keys(screenFiles)

/** Whether a route has a screen. */
export function isBuilt(route: string): boolean {
  return Object.hasOwn(screenFiles, route)
}

/** The screen of a route, once it has been loaded. */
export function loadedScreen(route: string): PaneScreen | undefined {
  return loaded.get(route)
}

/** The screens that have been loaded, in the order of their areas. */
export function loadedScreens(): readonly PaneScreen[] {
  return builtRoutes.flatMap((route) => loaded.get(route) ?? [])
}

/**
 * Loads the screen of a route, or answers the one that is loaded. Throws where the route has none,
 * and what the browser throws when its code does not come.
 */
export async function loadScreen(route: string): Promise<PaneScreen> {
  const known = loaded.get(route)
  if (known) return known
  const file = isBuilt(route) ? screenFiles[route] : undefined
  if (!file) throw new Error(`no screen of ${route}`)
  const [written, checks] = await Promise.all([
    file(),
    checking ?? import('#kernel/normalise-screen.ts'),
  ])
  checking = checks
  const [one] = Object.values(written)
  if (!one) throw new Error(`no screen in the file of ${route}`)
  const screen = checks.normalise(one)
  loaded.set(route, screen)
  return screen
}

/** Whether all screens have been loaded. */
export function areScreensLoaded(): boolean {
  return loaded.size === builtRoutes.length
}

/** Loads what is not loaded yet of all screens. Throws when some do not come; the others are kept. */
export async function loadScreens(): Promise<readonly PaneScreen[]> {
  const results = await Promise.allSettled(builtRoutes.map(loadScreen))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return loadedScreens()
}

const screensInStep = 12

/** Loads all screens in steps of a few milliseconds each; a step ends when all of it came or failed. */
export function screenSteps(): (() => Promise<unknown>)[] {
  const steps = []
  for (let at = 0; at < builtRoutes.length; at += screensInStep) {
    const routes = builtRoutes.slice(at, at + screensInStep)
    steps.push(() => Promise.allSettled(routes.map(loadScreen)))
  }
  return steps
}
