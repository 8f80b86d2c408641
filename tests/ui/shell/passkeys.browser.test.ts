import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { testPassword } from '#tests/support/app.ts'
import { commandTitle } from '#tests/support/labels.ts'
import { openShell, type ShellPage } from './shell-page.ts'

let shell: ShellPage
let user: KeyboardUser

/** Uses a virtual authenticator with a fingerprint sensor. */
beforeAll(async () => {
  shell = await openShell()
  // Passkeys need a host name. IP addresses are not allowed.
  user = await KeyboardUser.open(shell.base.replace('127.0.0.1', 'localhost'))
  user.page.setDefaultTimeout(10_000)
  const devtools = await user.page.context().newCDPSession(user.page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
})
afterAll(async () => {
  await user.close()
  await shell.close()
})

async function logOut(): Promise<void> {
  await user.command(commandTitle('app.logout'))
  await user.page.locator('.login-form').waitFor()
}

async function openFactors(): Promise<void> {
  await user.command(commandTitle('app.my-info'))
  const button = user.page.getByRole('button', { name: '설정…' })
  await button.focus()
  await user.press('Enter')
  await user.page.getByRole('button', { name: '패스키 등록…' }).waitFor()
}

test('a passkey is created in my info by keyboard, with ten recovery codes', async () => {
  await user.logIn('admin', testPassword)
  await openFactors()
  await user.press('Enter')
  await user.expectText('패스키 이름')
  await user.type('Office laptop')
  await user.press('Tab')
  await user.type(testPassword)
  await user.press('Enter')
  await user.expectText('복구 코드입니다')
  expect(await user.page.locator('.factor-codes li').count()).toBe(10)
  await user.press('Enter')
  await user.expectText('남은 복구 코드 10개')
  await user.expectText('Office laptop')
  await user.press('Escape', 'Escape')
})

test('a passkey is the second step after the password', async () => {
  await logOut()
  await user.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'id')
  await user.type('admin')
  await user.press('Tab')
  await user.type(testPassword)
  await user.press('Enter')
  const button = user.page.getByRole('button', { name: '패스키로 확인' })
  await button.waitFor()
  await expect
    .poll(() => button.evaluate((element) => element === document.activeElement))
    .toBe(true)
  await user.expectText('복구 코드')
  await user.press('Enter')
  await user.page.locator('.status-line').waitFor()
})

test('a passkey logs in without a password', async () => {
  await logOut()
  await user.page.getByRole('button', { name: '패스키로 로그인' }).focus()
  await user.press('Enter')
  await user.page.locator('.status-line').waitFor()
})

test('a passkey can be removed in my info, and the password is enough again', async () => {
  await openFactors()
  await user.page.getByRole('button', { name: 'Office laptop 삭제…' }).focus()
  await user.press('Enter')
  await user.type(testPassword)
  await user.press('Enter')
  await user.expectText('사용하지 않습니다.')
  await user.press('Escape', 'Escape')
  await logOut()
  await user.logIn('admin', testPassword)
})
