import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signIn, type SignedIn } from '#tests/ui/keyboard/signed-in.ts'
import { takeFocusErrors, watchFocus } from './focus-watch.ts'
import { ScreenWalk } from './screen-walk.ts'
import { WalkFloor } from './walk-floor.ts'
import { prepareWalk } from './walk-preparations.ts'
import { selectWalkedScreens } from './walked-screens.ts'

let signedIn: SignedIn
let floor: WalkFloor
let walk: ScreenWalk

beforeAll(async () => {
  signedIn = await signIn()
  const { site } = signedIn.shell
  floor = new WalkFloor(site, await site.login('admin'), await site.login('second'))
  walk = new ScreenWalk(signedIn.user)
  await watchFocus(signedIn.user.page)
})
afterEach(async () => {
  await walk.leave()
  expect(await takeFocusErrors(signedIn.user.page), 'the keyboard on the way out').toEqual([])
})
afterAll(() => signedIn.close())

/** Screens of known kinds are included automatically. */
test.each(selectWalkedScreens().map((screen) => [screen.kind, screen.route, screen] as const))(
  'the main task of the %s screen %s can be done without a mouse',
  async (_, route, screen) => {
    const prepared = prepareWalk(floor, screen)
    expect(prepared, `${route}: tell walk-floor.ts what it works on`).toBeDefined()
    await walk.walk(screen, (await prepared) ?? {})
    expect(await takeFocusErrors(signedIn.user.page), 'the keyboard').toEqual([])
  },
)

test('the walk caused no browser errors', () => {
  expect(signedIn.user.complaints).toEqual([])
})
