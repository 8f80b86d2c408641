import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { processPassword, startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { commandTitle, pageTexts } from '#tests/support/labels.ts'
import { ean13, WedgeScanner } from './wedge-scanner.ts'

let server: ServerProcess
let user: KeyboardUser
let scanner: WedgeScanner
const logins: string[] = []

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  scanner = await WedgeScanner.on(user.page)
  user.page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) logins.push(request.postData() ?? '')
  })
})
afterAll(async () => {
  await user.close()
  await server.discard()
})

const field = (name: string) => user.page.locator(`[name=${name}]`)
const refusalNote = () => user.page.locator('.note').getByText('로그인한 뒤 스캔하세요')

test.each([
  ['Enter', false],
  ['Tab', false],
  ['Enter', true],
] as const)(
  'a scan at the login neither fills a field nor logs in (%s, Hangul mode %s)',
  async (suffix, hangul) => {
    await user.page.goto(`${server.url}/login`)
    await field('id').waitFor()
    await field('id').focus()
    await user.type('adm')
    await scanner.scan('LOC-A-01', { gapMs: 2, suffix, hangul, afterHandMs: 150 })
    await user.waitForElement(refusalNote())
    expect(await field('id').inputValue()).toBe('adm')
    expect(await user.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('id')
    await user.press('Escape')
    await refusalNote().waitFor({ state: 'detached' })
    await user.type('in')
    await user.press('Tab')
    await user.type('one l')
    await scanner.scan(ean13(7), { gapMs: 1, suffix, hangul: false, afterHandMs: 150 })
    await user.waitForElement(refusalNote())
    expect([await field('id').inputValue(), await field('password').inputValue()]).toEqual([
      'admin',
      'one l',
    ])
    expect(logins).toEqual([])
  },
)

test('a scan at the registration form fills no field', async () => {
  await user.page.goto(`${server.url}/login/register`)
  const first = user.page.locator('.login-box input').first()
  await first.focus()
  await scanner.scan(ean13(8), { gapMs: 2, suffix: 'Enter', hangul: false, afterHandMs: 150 })
  await user.waitForElement(refusalNote())
  expect(await first.inputValue()).toBe('')
})

test('manual typing logs in, and the scan log records the rejection but not the code', async () => {
  await user.page.goto(`${server.url}/login`)
  await user.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'id')
  await user.type('admin')
  await user.press('Tab')
  await user.type(processPassword)
  await scanner.scan(ean13(9), { gapMs: 2, suffix: 'Enter', hangul: false, afterHandMs: 150 })
  await user.waitForElement(refusalNote())
  await scanner.waitUntilIdle()
  await user.press('Enter')
  await user.expectText(pageTexts.homeTips)
  expect(await refusalNote().count()).toBe(0)
  expect(logins).toHaveLength(1)
  await user.command(commandTitle('app.scan-log'))
  await user.expectText('응답 ms')
  const table = user.page.locator('.scan-history [role=grid]')
  await expect.poll(() => table.textContent()).toContain('로그인한 뒤 스캔하세요')
  // Timestamps have milliseconds, which can match digits of a code.
  const reported = (await table.textContent())?.replaceAll(/\d\d:\d\d:\d\d\.\d{3}/g, '')
  expect(reported).not.toContain('880')
  await user.press('Escape')
})

test('a password manager that types as fast as a scanner logs in', async () => {
  await user.page.goto(`${server.url}/login`)
  await field('id').waitFor()
  await field('id').focus()
  await field('id').selectText()
  await scanner.scan('admin', { gapMs: 1, suffix: 'Tab', hangul: false, afterHandMs: 150 })
  await scanner.scan(processPassword, { gapMs: 1, suffix: 'Enter', hangul: false }, 1)
  await user.expectText(pageTexts.homeTips)
})

test('a scan does not fill the password field of a logged-in user', async () => {
  await user.command(commandTitle('app.my-info'))
  const password = user.page.locator('.popup input[type=password]').first()
  await password.focus()
  await user.type('old')
  await scanner.scan(ean13(10), { gapMs: 2, suffix: 'Enter', hangul: false, afterHandMs: 150 })
  await user.expectText('비밀번호 입력란에는 스캔할 수 없습니다')
  expect(await password.inputValue()).toBe('old')
  expect(user.complaints).toEqual([])
})
