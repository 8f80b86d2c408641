import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { testPassword } from '#tests/support/app.ts'
import { rowPattern, commandTitle } from '#tests/support/labels.ts'
import { openShell, type ShellPage } from './shell-page.ts'

let shell: ShellPage
let user: KeyboardUser
const today = timestampAt(Date.now()).slice(0, 8)
const later = addDays(today, 30)

beforeAll(async () => {
  shell = await openShell()
  await shell.site.db.script(`
    delete from site_holiday;
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd, cutoff_tm, notify_cd, email)
      values ('HANBIT', 'BR1', '서초지점', 'BRANCH', '0000', 'MAIL', 'br1@example.com'),
        ('HANBIT', 'BR2', '부산지점', 'BRANCH', null, 'NONE', null);
    insert into scm_partner_user (owner_cd, partner_cd, user_id) values ('HANBIT', 'BR1', 'customer');
    update user_owner set owner_cd = 'HANBIT' where user_id = 'customer';
    insert into role_menu (role_cd, menu_id, actions)
      select 'CUSTOMER', m, '{search,save}' from unnest(array['ShipmentOrderMgtIntegrated',
        'ScmInputPopup']) m on conflict do nothing;
    insert into scm_order (scm_no, wcode, kind_cd, owner_cd, branch_cd, request_dt)
      values ('SO-OTHER', 'W01', 'OUT', 'HANBIT', 'BR2', '${later}')`)
  user = await KeyboardUser.open(shell.base)
  await user.logIn('customer', testPassword)
  user.page.setDefaultTimeout(10_000)
})
afterAll(async () => {
  await user.close()
  await shell.close()
})

const field = (name: string) => user.page.locator(`[id="ask-${name}"]`)

async function tabTo(name: string): Promise<void> {
  const hasKeyboard = () => field(name).evaluate((element) => element === document.activeElement)
  for (let step = 0; step < 12 && !(await hasKeyboard()); step += 1) await user.press('Tab')
  expect(await hasKeyboard(), name).toBe(true)
}

test('a branch orders by keyboard, rejected for today and accepted for later, and sees only its own', async () => {
  await user.palette('ScmInputPopup', 'ScmInputPopup')
  await user.press('Enter')
  await field('OWNER_CD').waitFor()
  // The owner of a restricted user is filled in automatically.
  expect(await field('OWNER_CD').inputValue()).toBe('HANBIT')
  for (const [name, text] of [
    ['BRANCH_CD', 'BR1'],
    ['REQUEST_DT', today],
    ['STOCK_CD', 'PLAIN'],
    ['ORDER_QTY', '3'],
  ] as const) {
    await tabTo(name)
    await user.press('Control+a')
    await user.type(text)
  }
  await user.press('Enter')
  await user.expectText('00:00')
  await tabTo('REQUEST_DT')
  await user.press('Control+a')
  await user.type(later)
  await user.press('Enter')
  await user.page.locator('.popup').waitFor({ state: 'detached' })
  const orders = await shell.site.db.query(sql`
    select branch_cd, created_by from scm_order where scm_no <> 'SO-OTHER'`)
  expect(orders).toEqual([{ branch_cd: 'BR1', created_by: 'customer' }])
  await user.open('ShipmentOrderMgtIntegrated', 'ShipmentOrderMgtIntegrated')
  await user.expectText(rowPattern('\\S+', '1'))
  // Actions reserved for the site are neither in the legend nor in the row actions.
  const legend = user.page.locator('.legend-bar')
  await legend.getByText('조회').waitFor()
  expect(await legend.innerText()).not.toMatch(/접수|반려/)
  await user.press('Alt+Enter')
  await user.page
    .locator('[cmdk-item]')
    .filter({ hasText: commandTitle('scm.cancel') })
    .waitFor()
  const verbs = await user.page.locator('[cmdk-item]').allInnerTexts()
  expect(verbs.filter((verb) => /오더 (접수|반려|활성화|비활성화|일부)/.test(verb))).toEqual([])
  await user.press('Escape')
})
