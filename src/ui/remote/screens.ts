import { normalise } from '#kernel/normalise-screen.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import type { ScreenFiles } from '#kernel/screen.ts'
import { inboundScreens } from '#areas/inbound/screens/index.ts'
import { inventoryScreens } from '#areas/inventory/screens/index.ts'
import { masterScreens } from '#areas/master/screens/index.ts'
import { outboundScreens } from '#areas/outbound/screens/index.ts'
import { reportScreens } from '#areas/reports/screens/index.ts'
import { systemScreens } from '#areas/system/screens/index.ts'

/** The file of every screen that is built. */
export const screenFiles: ScreenFiles = {
  ...systemScreens,
  ...masterScreens,
  ...inventoryScreens,
  ...inboundScreens,
  ...outboundScreens,
  ...reportScreens,
}

const loaded = new Map<string, PaneScreen>()

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
  const [written] = file ? Object.values(await file()) : []
  if (!written) throw new Error(`no screen of ${route}`)
  const screen = normalise(written)
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
