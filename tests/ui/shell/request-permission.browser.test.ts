import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { testPassword } from '#tests/support/app.ts'
import { screenTitle, shortTitle, rowPattern, commandTitle } from '#tests/support/labels.ts'
import { openShell, takePicture, type ShellPage } from './shell-page.ts'

let shell: ShellPage
let clerk: KeyboardUser
let admin: KeyboardUser

beforeAll(async () => {
  shell = await openShell()
  const giver = await shell.site.login('admin')
  const granted = { BATCH_FLAG: 'I', ROLE_CD: 'NOTHING', MENU_ID: 'Zone', SEARCH_YN: 'Y' }
  expect((await giver.save('system/save-role-menus', [granted])).status).toBe(200)
  clerk = await KeyboardUser.open(shell.base)
  await clerk.logIn('nobody', testPassword)
  admin = await KeyboardUser.open(shell.base)
  await admin.logIn('admin', testPassword)
})
afterAll(async () => {
  await clerk.close()
  await admin.close()
  await shell.close()
})

const note = (who: KeyboardUser) => who.page.locator('.note-text')
const legend = (who: KeyboardUser, text: string) =>
  who.page.locator('.legend-entry').filter({ hasText: text })
const homeRow = (text: string) => admin.page.locator('[data-zone=home]').getByText(text)

test('a key without permission names the missing permission, and one key requests it', async () => {
  await clerk.openScreen('Zone')
  await clerk.press('Control+s')
  await clerk.waitForElement(
    note(clerk).getByText(`${screenTitle('Zone')} › ${shortTitle('page.save')}`),
  )
  await clerk.waitForElement(note(clerk).getByText('권한 요청: ⇧F1'))
  await clerk.waitForElement(legend(clerk, shortTitle('rights.ask')))
  await takePicture(clerk.page, 'request-permission-refused')
  await clerk.press('Shift+F1')
  await clerk.waitForElement(clerk.page.getByText('권한 요청: 존관리 › 저장'))
  await clerk.type('adds a zone')
  await takePicture(clerk.page, 'request-permission-asked')
  await clerk.press('Enter')
  await legend(clerk, shortTitle('rights.ask')).waitFor({ state: 'detached' })
})

test('granting a request shown on Home notifies the requester and enables the key', async () => {
  await admin.waitForElement(homeRow('권한 요청 승인대기'))
  await admin.openScreen('GrantRequest')
  await admin.waitForElement(admin.page.locator('.status-line').getByText(rowPattern('1', '1')))
  await takePicture(admin.page, 'request-permission-decides')
  await admin.press('Alt+g', 'Space', 'Control+s')
  await clerk.waitForElement(note(clerk).getByText('권한 요청 · 존관리 › 저장: 승인 (admin)'))
  await clerk.waitForElement(legend(clerk, '저장').first())
})

test('the page of a denied screen requests the permission with the same key', async () => {
  await clerk.page.goto(`${shell.base}/mst/Cell?mid=CELL`)
  await clerk.expectText('이 화면의 권한이 없습니다.')
  await clerk.waitForElement(legend(clerk, shortTitle('rights.ask')))
  await takePicture(clerk.page, 'request-permission-page')
  await clerk.press('Shift+F1')
  await clerk.waitForElement(clerk.page.getByText('권한 요청: 셀관리 › 조회'))
  await clerk.press('Enter')
  await clerk.waitForElement(note(clerk).getByText('권한을 요청했습니다'))
  await clerk.press('Alt+1')
  await clerk.page.locator('.home-lines:focus').waitFor()
  await legend(clerk, shortTitle('rights.ask')).waitFor({ state: 'detached' })
})

test('users can list their own requests with the results', async () => {
  await clerk.command(commandTitle('rights.own-requests'))
  await clerk.waitForElement(
    clerk.page.locator('.message-text').getByText('존관리 › 저장: 승인 (admin)'),
  )
  await takePicture(clerk.page, 'request-permission-own')
  await clerk.press('Enter')
})
