import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { testPassword } from '#tests/support/app.ts'
import { screenTitle, commandTitle } from '#tests/support/labels.ts'
import { openShell, takePicture, type ShellPage } from './shell-page.ts'

let shell: ShellPage
let admin: KeyboardUser

beforeAll(async () => {
  shell = await openShell()
  admin = await KeyboardUser.open(shell.base)
  await admin.logIn('admin', testPassword)
})
afterAll(async () => {
  await admin.close()
  await shell.close()
})

const waitForNote = (text: string) =>
  admin.waitForElement(admin.page.locator('.note-text').getByText(text))
const readLines = async () => {
  const rows = await admin.page.locator('.menu-row').all()
  return Promise.all(
    rows.map(async (row) => {
      const level = await row.getAttribute('aria-level')
      return `${level} ${await row.locator('.menu-name').textContent()}`
    }),
  )
}
const getPlace = async (menu: string) => {
  const [row] = await shell.site.db.query<{ upper: string }>(sql`
    select upper_menu_id "upper" from site_menu where menu_id = ${menu}`)
  return row?.upper
}

test('keys move a group into the previous group and out again, and another key undoes the move', async () => {
  await admin.openScreen('Menu')
  await admin.expectText('▾ 입고')
  await admin.press('Alt+g', 'Control+f')
  await admin.type('▾ 국제물류')
  await admin.press('Enter', 'Escape')
  await admin.expectText('행 ')
  await admin.press('Alt+Shift+ArrowRight')
  await waitForNote('국제물류 메뉴를 옮겼습니다 (이력).')
  expect(await getPlace('mdm')).toBe('his')
  await takePicture(admin.page, 'menu-tree-moved')
  await admin.press('Alt+Shift+ArrowLeft')
  await waitForNote('국제물류 메뉴를 옮겼습니다.')
  expect(await getPlace('mdm')).toBe('TOP')
  await admin.press('Alt+u')
  await waitForNote('변경을 취소했습니다.')
  expect(await getPlace('mdm')).toBe('his')
})

test('the page menu shows nested groups and opens them with the keyboard', async () => {
  await admin.page
    .locator('.menu-row')
    .filter({ hasText: '국제물류' })
    .waitFor({ state: 'detached' })
  await admin.press('Alt+m', 'Home')
  const all = await readLines()
  const index = all.indexOf('1 이력')
  expect(index).toBeGreaterThan(0)
  // Move to the group and open it, then to its last subgroup and open that.
  for (let down = 0; down < index; down += 1) await admin.press('ArrowDown')
  await admin.press('ArrowRight')
  const open = await readLines()
  const inner = open.indexOf('2 국제물류')
  expect(inner).toBeGreaterThan(index)
  for (let down = index; down < inner; down += 1) await admin.press('ArrowDown')
  await admin.press('ArrowRight', 'ArrowDown', 'ArrowRight')
  expect((await readLines()).slice(inner, inner + 3)).toEqual([
    '2 국제물류',
    '3 코드',
    `4 ${screenTitle('MdmCarrierMgt')}`,
  ])
  await takePicture(admin.page, 'menu-tree-open')
  await admin.press('ArrowDown', 'Enter')
  await admin.waitForElement(admin.page.getByText('이력').first())
  await admin.expectText(screenTitle('MdmCarrierMgt'))
})

test('ending sessions after a while requires a login over the page, which can be cancelled', async () => {
  await shell.site.login('second')
  await shell.site.db.execute(sql`
    update session set created_at = now() - interval '11 minutes' where user_id = 'admin'`)
  await admin.openScreen('User', 'USER_ID=second')
  const endSessions = async () => {
    await admin.press('Alt+g')
    await admin.command(commandTitle('user.end-sessions'))
  }
  await endSessions()
  await admin.expectText('모든 로그인 종료: 본인 확인이 필요합니다.')
  await takePicture(admin.page, 'login-again')
  await admin.press('Escape')
  // The failed step is reported. The remaining steps continue.
  await admin.waitForElement(admin.page.locator('.message-text').getByText('LOGIN_AGAIN'))
  await admin.press('Enter')
  expect((await getSessions()).length).toBe(1)
  await endSessions()
  await admin.expectText('본인 확인이 필요합니다.')
  await admin.type(testPassword)
  await admin.press('Enter')
  await waitForNote('로그인 1건을 종료했습니다.')
  expect((await getSessions()).length).toBe(0)
})

const getSessions = () => shell.site.db.query(sql`select from session where user_id = 'second'`)
