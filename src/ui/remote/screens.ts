import { screenFiles } from '#areas/screens.ts'
import type * as NormaliseScreen from '#kernel/normalise-screen.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'

const loaded = new Map<string, PaneScreen>()

/**
 * Loaded lazily, because the first page needs no screen. Cached, because every `import()` call
 * repeats the lookup.
 */
let checking: typeof NormaliseScreen | undefined

const builtRoutes: readonly string[] = Object.keys(screenFiles)

export function isBuilt(route: string): boolean {
  return Object.hasOwn(screenFiles, route)
}

export function loadedScreen(route: string): PaneScreen | undefined {
  return loaded.get(route)
}

export function loadedScreens(): readonly PaneScreen[] {
  return builtRoutes.flatMap((route) => loaded.get(route) ?? [])
}

/**
 * Loads the screen of a route, or returns the loaded one. Throws if the route has none or its code
 * cannot be loaded.
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

export function areScreensLoaded(): boolean {
  return loaded.size === builtRoutes.length
}

/** Loads all remaining screens. Throws if any fails, but keeps the others. */
export async function loadScreens(): Promise<readonly PaneScreen[]> {
  const results = await Promise.allSettled(builtRoutes.map(loadScreen))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return loadedScreens()
}

const screensInStep = 12

export function screenSteps(): (() => Promise<unknown>)[] {
  const steps = []
  for (let index = 0; index < builtRoutes.length; index += screensInStep) {
    const routes = builtRoutes.slice(index, index + screensInStep)
    steps.push(() => Promise.allSettled(routes.map(loadScreen)))
  }
  return steps
}
