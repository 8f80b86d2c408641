import { screenFiles } from '#areas/screens.ts'
import type { Screen } from '#kernel/screen.ts'
import { loadScreens } from '#ui/remote/screens.ts'

async function written(file: () => Promise<Readonly<Record<string, Screen>>>): Promise<Screen[]> {
  return Object.values(await file())
}

/** Every screen that is built, as it is written, by route. */
export const screens: Readonly<Record<string, Screen>> = Object.fromEntries(
  (await Promise.all(Object.values(screenFiles).map(written)))
    .flat()
    .map((screen) => [screen.route, screen]),
)

/** The same as the page side knows them. */
export const paneScreens = await loadScreens()
