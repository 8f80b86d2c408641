import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readReceivedMail } from '#tests/support/mailbox.ts'
import { testPassword } from '#tests/support/app.ts'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  findBrokenRules,
  focusOn,
  openShell,
  takePicture,
  type ShellPage,
  typeLogin,
} from './shell-page.ts'

let shell: ShellPage
let page: Page
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'wms-mails-'))

beforeAll(async () => {
  shell = await openShell({ dataDir, helpPhone: '032-555-0100' })
})
afterAll(async () => {
  await shell.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  page = await shell.newPage()
})
afterEach(() => page.context().close())

async function goTo(route: string): Promise<void> {
  await page.goto(shell.base + route)
  await page.waitForSelector('.login-box')
}

async function fill(...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.insertText(text)
    await page.keyboard.press('Tab')
  }
}

async function findMail(text: string): Promise<string> {
  const outbox = path.join(dataDir, 'outbox')
  for (;;) {
    const names = fs.existsSync(outbox) ? fs.readdirSync(outbox).toSorted().toReversed() : []
    for (const name of names.filter((candidate) => candidate.endsWith('.eml'))) {
      const letter = readReceivedMail(fs.readFileSync(path.join(outbox, name), 'utf8'))
      if (letter.includes(text)) return letter
    }
    await page.waitForTimeout(50)
  }
}

const sizes = [
  ['/login', 600, 450],
  ['/login/id-search', 600, 450],
  ['/login/pw-init', 600, 450],
  ['/login/popup', 600, 450],
  ['/login/register', 550, 620],
  ['/login/privacy-policy', 550, 620],
] as const

test.each(sizes)('%s has a box of %i by %i and a phone link', async (...wanted) => {
  const [route, width, height] = wanted
  await goTo(route)
  const box = await page.locator('.login-box').boundingBox()
  expect([box?.width, box?.height]).toEqual([width, height])
  await page.waitForSelector('.login-logo')
  expect(await page.getAttribute('.login-phone a', 'href')).toBe('tel:0325550100')
})

test.each(['dark', 'light'])(
  'the login area complies with all accessibility rules in the %s theme',
  async (theme) => {
    await page.addInitScript((name) => localStorage.setItem('wms.theme', name), theme)
    for (const [route] of sizes) {
      await goTo(route)
      await page.waitForSelector('.login-logo')
      for (const name of ['English', '한국어']) {
        expect(await findBrokenRules(page), `${route} before ${name}`).toEqual([])
        await takePicture(page, `shell2-${route.slice(1).replace('/', '-')}-${theme}-${name}`)
        await page.click(`.login-language >> text=${name}`)
      }
    }
  },
)

test('a registration shows that approval is pending, and the approved user can log in', async () => {
  await goTo('/login/register')
  await focusOn(page, '[name=USER_ID]')
  await fill('lee.picker', 'Nineteen signs 19!!', 'Nineteen signs 19!!', 'Lee')
  await fill('lee@example.com', '010-1234-5678', 'Hanbit Health', 'picker')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.waitForSelector('text=승인 대기 중입니다')
  await focusOn(page, 'a.button')
  const admin = await shell.site.login('admin')
  const { body } = await admin.call('/api/auth/registrations')
  expect(body.data).toMatchObject([{ USER_ID: 'lee.picker', PHONE_NO: '010-1234-5678' }])
  await admin.call('/api/auth/approveRegistration', {
    REGISTRATION_NO: body.data[0]?.['REGISTRATION_NO'],
    ROLE_CDS: ['NOTHING'],
    WCODES: ['W01'],
    ALL_OWNERS_YN: 'Y',
  })
  await page.keyboard.press('Enter')
  await focusOn(page, '[name=id]')
  await fill('lee.picker')
  await page.keyboard.insertText('Nineteen signs 19!!')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.workspace')
})

test('the registration form shows all errors together and focuses the first invalid field', async () => {
  await goTo('/login/register')
  await focusOn(page, '[name=USER_ID]')
  await fill('Hong Gildong', 'short', 'other', 'Hong', 'no-address', '1234')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[aria-invalid=true]')
  const errors = await page.locator('.account-told.tone-stop').allTextContents()
  expect(errors).toEqual([
    '아이디는 영문자, 숫자, 특수문자(_ - .)만 사용할 수 있습니다.',
    expect.stringContaining('비밀번호는 영문 대문자'),
    '비밀번호가 서로 다릅니다.',
    '이메일 주소 형식이 맞지 않습니다.',
    '전화번호는 010-1234-5678 형식으로 입력하세요.',
    '개인정보처리방침 동의 항목은 필수 입력입니다.',
  ])
  await focusOn(page, '[name=USER_ID]')
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('hong')
  await page.waitForSelector('[name=USER_ID][aria-invalid=false]')
})

test('a forgotten password is reset once with the code from the email', async () => {
  await shell.site.db.execute(sql`
    update app_user set email = 'second@example.com' where user_id = 'second'`)
  await goTo('/login/pw-init')
  await focusOn(page, '[name=USER_ID]')
  await page.keyboard.insertText('second')
  await page.keyboard.press('Enter')
  await focusOn(page, '[name=TOKEN]')
  const letter = await findMail('second')
  const token = /^ {2}([\w-]{43})\r?$/m.exec(letter)?.[1] ?? ''
  await fill(token, 'Sixteen signs 16!', 'Sixteen signs 16!')
  await page.keyboard.press('Enter')
  await page.waitForSelector('text=비밀번호를 변경했습니다')
  // The link in the mail has the same token in its fragment. The page removes the token from the
  // address.
  await goTo(`/login/id-search`)
  await goTo(`/login/pw-init#token=${token}`)
  await focusOn(page, '[name=PASSWORD]')
  expect(new URL(page.url()).hash).toBe('')
  await fill('Seventeen signs 17!', 'Seventeen signs 17!')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.login-fault >> text=만료되었거나 이미 사용한 링크입니다')
})

test('the user ids of an email address are sent to that address', async () => {
  await shell.site.db.script(`
    alter table app_user disable trigger app_user_one_mail;
    update app_user set email = 'ids@example.com' where user_id in ('nobody', 'customer');
    alter table app_user enable trigger app_user_one_mail`)
  await goTo('/login/id-search')
  await focusOn(page, '[name=EMAIL]')
  await page.keyboard.insertText('ids@example.com')
  await page.keyboard.press('Enter')
  await page.waitForSelector('text=등록된 이메일로 안내를 보냅니다')
  expect(await findMail('nobody')).toContain('customer')
})

test('the privacy policy is shown in the language of the page', async () => {
  await goTo('/login/privacy-policy')
  await page.waitForSelector('.policy-text >> text=처리하는 항목')
  await focusOn(page, '.policy-text')
  await page.click('.login-language')
  await page.waitForSelector('.policy-text >> text=personal')
})

test('a remembered user id is filled in, and the password has the focus', async () => {
  await goTo('/login')
  await page.check('[name=remember]')
  await typeLogin(page)
  await page.click('[data-icon="app.logout"]')
  await focusOn(page, '[name=password]')
  expect(await page.inputValue('[name=id]')).toBe('admin')
  await page.keyboard.insertText(testPassword)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.workspace')
})

test('the login forms fit every breakpoint from a phone to a wide window', async () => {
  for (const width of [320, 340, 540, 800, 1600]) {
    await page.setViewportSize({ width, height: 700 })
    for (const route of ['/login', '/login/register']) {
      await goTo(route)
      await page.waitForSelector('.login-box [type=submit]')
      const sides = await page.evaluate(() => {
        const inputs = [...document.querySelectorAll('.login-box input, .login-box button')]
        return inputs.map((input) => Math.ceil(input.getBoundingClientRect().right))
      })
      expect(Math.max(...sides), `${route} at ${width}`).toBeLessThanOrEqual(width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      )
    }
  }
  const box = await page.locator('.login-box').boundingBox()
  expect(box?.width).toBe(550)
})
