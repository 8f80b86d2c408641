import { loadScreens } from '#ui/remote/screens.ts'

/** Every screen that is built, by route. */
export const screens = Object.fromEntries(
  (await loadScreens()).map((screen) => [screen.route, screen]),
)
