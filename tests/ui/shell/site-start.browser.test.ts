import { expect, onTestFinished, test } from 'vitest'
import type { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { emptySite } from '#tests/support/app.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { logInTo } from '#tests/ui/keyboard/signed-in.ts'
import { columnTitles } from '#tests/support/labels.ts'
import { openShell, takePicture } from './shell-page.ts'

let user: KeyboardUser

const steps = [
  '회사',
  '창고',
  columnTitles.ZONE_CD,
  columnTitles.CELL_CD,
  columnTitles.OWNER_CD,
  '사용자',
  '메일',
  '백업 계획',
] as const
type Step = (typeof steps)[number]

const setupLine = (step: Step) =>
  user.page.locator('.home-line', { has: user.page.getByText(step, { exact: true }) }).first()

async function goHome(): Promise<void> {
  await user.press('Alt+1')
  await user.page.locator('.home-lines:focus').waitFor()
}

/** Starts a setup step from Home by its number. `arrived` is the resulting screen. */
async function takeStep(step: Step, arrived?: string): Promise<void> {
  await goHome()
  await user.waitForElement(setupLine(step).getByText('할 일'))
  await user.press(String(steps.indexOf(step) + 1))
  if (arrived) await onScreen(arrived)
}

const onScreen = (route: string): Promise<void> =>
  user.waitForElement(user.page.locator('.status-line').getByText(route, { exact: true }))

async function isDone(step: Step): Promise<void> {
  await goHome()
  await user.waitForElement(setupLine(step).getByText('완료'))
}

async function typeInto(...texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await user.press('Tab')
    if (text !== '') await user.type(text)
  }
}

async function addRow(...texts: string[]): Promise<void> {
  await user.press('Alt+g', 'Insert')
  await user.page.locator('[data-key-sink]:focus').waitFor()
  await typeInto(...texts)
}

async function save(): Promise<void> {
  await user.press('Control+s')
  await user.expectText(/저장했습니다/)
}

test('an empty site is set up by keyboard, and an unfinished step can be resumed', async () => {
  const letters = await openMailbox()
  const shell = await openShell({ smtpUrl: letters.url }, [], emptySite)
  onTestFinished(() => shell.close())
  user = await logInTo(shell.base)
  onTestFinished(() => user.close())

  await takeStep('회사', 'Corp')
  await user.page.locator('[id$=CORP_CD]:focus').waitFor()
  await typeInto('main', 'Pyeongtaek Logistics')
  // Leave the step incomplete: do another step and reload the page.
  await takeStep('창고')
  await user.waitForElement(user.page.locator('[role=dialog]').getByText('소재지'))
  await typeInto('Pyeongtaek centre', 'Pyeongtaek, Gyeonggi')
  await takePicture(user.page, 'site-start-warehouse')
  await user.press('Enter')
  await isDone('창고')
  await user.page.reload()
  await takeStep('회사', 'Corp')
  const company = user.page.locator('[id$=CORP_NM]').last()
  await expect.poll(() => company.inputValue()).toBe('Pyeongtaek Logistics')
  await user.press('Alt+g')
  await user.page.locator('[id$=CORP_CD]:focus').waitFor()
  await typeInto('', '', '', '220-81-62517')
  await save()
  await isDone('회사')

  await takeStep(columnTitles.ZONE_CD, 'Zone')
  await addRow('A', 'Dry')
  await save()
  await isDone(columnTitles.ZONE_CD)
  await takeStep(columnTitles.CELL_CD, 'Cell')
  await user.press('Alt+a')
  await user.page.locator('[id$=ZONE_CD]:focus').waitFor()
  await typeInto('A', '', 'A-B', '1-10', '1-3')
  await takePicture(user.page, 'site-start-cells')
  await user.press('Enter')
  await user.expectText(/60/)
  await isDone(columnTitles.CELL_CD)
  await takeStep(columnTitles.OWNER_CD, 'Owner')
  await addRow('HB', 'Hanbit Health')
  await save()
  await isDone(columnTitles.OWNER_CD)
  await takeStep('메일')
  await user.page.locator('[name=TO]:focus').waitFor()
  await typeInto('kim@example.com', 'First mail', 'The mail leaves.')
  await user.press('Control+Enter')
  expect((await letters.next()).text).toContain('First mail')
  await isDone('메일')
  await takeStep('사용자', 'User')
  await addRow('kim', '김하나', 'kim@example.com', 'ADMIN', 'W01', '', ' ')
  await takePicture(user.page, 'site-start-user')
  await save()
  await isDone('사용자')
  await takePicture(user.page, 'site-start-seven')
  await takeStep('백업 계획')
  await user.page.locator('[id$=ON_YN]:focus').waitFor()
  await user.press('Enter')
  await goHome()
  // Completing the last step removes all of them. Home is then that of a working site.
  await setupLine('창고').waitFor({ state: 'detached' })
  await takePicture(user.page, 'site-start-done')
  expect(user.complaints).toEqual([])
})
