import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { commandTitle } from '#tests/support/labels.ts'
import { logInTo, signIn, type SignedIn } from './signed-in.ts'

let signedIn: SignedIn
let user: KeyboardUser

beforeAll(async () => {
  signedIn = await signIn()
  user = signedIn.user
})
afterAll(() => signedIn.close())

const legend = (who: KeyboardUser, key: string) =>
  who.page.locator('.legend-entry').filter({ hasText: '행 추가' }).getByText(key, { exact: true })

test('settings missing at login are requested again and cannot be overwritten before they arrive', async () => {
  await user.command(commandTitle('app.profile-function-keys'))
  await user.openScreen('Cell')
  await user.waitForElement(legend(user, 'F3'))

  const late = await logInTo(signedIn.shell.base, async ({ page }) => {
    await page.route('**/api/setting/load', (route) => route.abort())
  })
  try {
    await late.openScreen('Cell')
    await late.waitForElement(legend(late, 'Ins'))
    // A change made here would overwrite the settings of other browsers.
    await late.command(commandTitle('app.profile-vim'))
    await late.expectText('내 설정을 아직 받지 못해')
    await late.page.unroute('**/api/setting/load')
    await late.page.evaluate(() => dispatchEvent(new Event('online')))
    await late.waitForElement(legend(late, 'F3'))
    expect(late.complaints).toEqual([])
  } finally {
    await late.close()
  }
})
