import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Screen } from '#kernel/screen.ts'
import { signIn, type SignedIn } from '#tests/ui/keyboard/signed-in.ts'
import { screens } from '#tests/support/all-screens.ts'
import { ScreenWalk } from './screen-walk.ts'
import { WalkFloor } from './walk-floor.ts'
import { functionKeys, vimKeys } from './walk-keys.ts'
import { prepareWalk } from './walk-preparations.ts'

let signedIn: SignedIn
let floor: WalkFloor
let walk: ScreenWalk | undefined

beforeAll(async () => {
  signedIn = await signIn()
  const { site } = signedIn.shell
  floor = new WalkFloor(site, await site.login('admin'), await site.login('second'))
})
afterEach(() => walk?.leave())
afterAll(() => signedIn.close())

/** One screen of each kind that has a task. The walk with standard keys covers all screens. */
const sampleScreens = [
  screens['InventoryByLot'],
  screens['Zone'],
  screens['ShipmentCreate'],
  screens['ReceiptCreateSingle'],
  screens['Picking'],
  screens['PickingList'],
  screens['ShippedCheck'],
].flatMap((screen): Screen[] => (screen ? [screen] : []))

/**
 * The columns of a sheet are remembered once read, so each profile reads a different kind of sheet.
 */
const profiles = [
  { keys: functionKeys, sheet: screens['ReceiptUploadExcel'] },
  { keys: vimKeys, sheet: screens['ShipmentUploadExcel'] },
]

describe.each(profiles)('$keys.profile', ({ keys, sheet }) => {
  const walked = sheet ? [...sampleScreens, sheet] : sampleScreens

  beforeAll(async () => {
    walk = new ScreenWalk(signedIn.user, keys)
    await signedIn.user.command(keys.profile ?? '')
  })

  test.each(walked.map((screen) => [screen.kind, screen.route, screen] as const))(
    'the main task of the %s screen %s can be done with the profile’s keys',
    async (_, __, screen) => {
      await walk?.walk(screen, (await prepareWalk(floor, screen)) ?? {})
    },
  )
})

test('the walk caused no browser errors', () => {
  expect(signedIn.user.complaints).toEqual([])
})
