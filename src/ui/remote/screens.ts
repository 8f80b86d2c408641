import { screenFiles } from '#areas/screens.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'

const loaded = new Map<string, PaneScreen>()

type Normaliser = typeof import('#kernel/normalise-screen.ts')

let normaliser: Promise<Normaliser> | undefined

/**
 * The first page needs no screen, and so nothing that checks one. Asked for once, and again only
 * where it did not come: an import is looked up at each call, and there are hundreds of screens.
 */
function loadNormaliser(): Promise<Normaliser> {
  normaliser ??= import('#kernel/normalise-screen.ts').catch((error: unknown) => {
    normaliser = undefined
    throw error
  })
  return normaliser
}

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
  const [written, { normalise }] = await Promise.all([file(), loadNormaliser()])
  const [one] = Object.values(written)
  if (!one) throw new Error(`no screen in the file of ${route}`)
  const screen = normalise(one)
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

/** Loads all screens in steps of a few milliseconds each. */
export function screenSteps(): (() => Promise<unknown>)[] {
  const steps = Math.ceil(builtRoutes.length / screensInStep)
  return Array.from({ length: steps }, (_, step) => {
    const routes = builtRoutes.slice(step * screensInStep, (step + 1) * screensInStep)
    return () => Promise.all(routes.map(loadScreen))
  })
}
