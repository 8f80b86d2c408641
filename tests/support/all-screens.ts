import { screenFiles } from '#areas/screens.ts'
import type { Screen } from '#kernel/screen.ts'
import { loadScreens } from '#ui/remote/screens.ts'

async function loadScreensOf(
  file: () => Promise<Readonly<Record<string, Screen>>>,
): Promise<Screen[]> {
  return Object.values(await file())
}

/** All screens in declared form, by route. */
export const screens: Readonly<Record<string, Screen>> = Object.fromEntries(
  (await Promise.all(Object.values(screenFiles).map(loadScreensOf)))
    .flat()
    .map((screen) => [screen.route, screen]),
)

/** The same screens in the form the page uses. */
export const paneScreens = await loadScreens()
