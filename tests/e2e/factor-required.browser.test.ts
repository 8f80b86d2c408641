import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageTexts } from '#tests/support/labels.ts'
import { processPassword } from '#tests/support/server-process.ts'
import { Desk } from './desk.ts'
import { SecondDesk } from './second-desk.ts'

let desk: Desk

beforeAll(async () => {
  desk = await Desk.open()
  await desk.user.logIn()
})
afterAll(() => desk.close())

test('a second factor required in the middle of work is set up over the page, and the save continues', async () => {
  const { user, server } = desk
  const { page } = user
  await desk.renameFirstOwner('Factor')
  const security = await SecondDesk.open(server.url, 'admin')
  await security.save('system/save-factor-rules', [{ ROLE_CD: 'ADMIN', NETWORKS: '10.0.0.0/8' }])
  await user.press('Control+s')
  await page.locator('.login-over').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password')
  await user.type(processPassword)
  await user.press('Enter')
  await page.locator('.login-over .account-form').first().waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('.account-form') != null)
  await user.press('Enter')
  const secret = await page.locator('.factor-secret code').textContent()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'CODE')
  await user.type(await generate({ secret: (secret ?? '').replaceAll(' ', '') }))
  await user.press('Enter')
  await page.locator('.factor-codes').waitFor()
  await user.press('Enter')
  await user.expectText(pageTexts.saved(1))
  expect(await desk.firstOwner()).toMatchObject({ OWNER_NM: 'Factor', UPDATED_BY: 'admin' })
  expect(user.complaints).toEqual([])
})
