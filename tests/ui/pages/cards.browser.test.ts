import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, type SignedIn } from '#tests/ui/keyboard/signed-in.ts'
import { findBrokenRules, goTo } from '#tests/ui/shell/shell-page.ts'
import { rowPattern } from '#tests/support/labels.ts'

let signedIn: SignedIn
const front = '.panel[data-active]'
const current = `${front} .card[data-current]`

beforeAll(async () => {
  signedIn = await signIn()
  await signedIn.shell.site.db.script(`
    insert into scm_order (scm_no, wcode, kind_cd, owner_cd, request_dt)
      select 'SO-X-' || to_char(n, 'fm0000'), 'W01', 'OUT', 'HANBIT', '2026-12-01'
      from generate_series(1, 5000) n;
    insert into scm_order_line (scm_no, line_no, owner_cd, stock_cd, order_qty)
      select scm_no, 1, 'HANBIT', 'PLAIN', 5 from scm_order;
    update scm_order set cancel_yn = 'Y' where scm_no <= 'SO-X-1000'`)
})
afterAll(() => signedIn.close())

const readCardTitle = (): Promise<string> =>
  signedIn.user.page.locator(`${current} .card-title`).innerText()
/** Active element as announced by a screen reader. */
const readActive = (): Promise<string | null | undefined> =>
  signedIn.user.page.evaluate(() => {
    const list = document.activeElement
    const id = list?.getAttribute('aria-activedescendant') ?? ''
    const card = document.getElementById(id)
    const place = `${card?.ariaPosInSet}/${card?.ariaSetSize}`
    return `${list?.role} ${list?.ariaLabel}: ${card?.role} ${card?.textContent.slice(0, 9)} ${place}`
  })

test('a board shows its first cards early and keeps an edit made while loading', async () => {
  const { user } = signedIn
  const { page } = user
  const releaseRows = Promise.withResolvers<undefined>()
  await page.context().route('**/api/wms/supply-chain/orders', async (route) => {
    const isStream = route.request().headers()['accept']?.includes('arrow') === true
    if (isStream) await releaseRows.promise
    await route.continue()
  })
  await goTo(page, 'ShipmentOrderMgtIntegrated')
  await user.expectText(rowPattern('\\S+', '1,000'))
  expect(await readCardTitle()).toBe('SO-X-5000')
  // Start an edit in the grid while rows are loading.
  await user.press('Alt+g', 'F2')
  await page.waitForFunction(() => document.activeElement?.closest('.grid-host') !== null)
  await user.type('T')
  releaseRows.resolve(undefined)
  await user.expectText('조회하는 동안 수정한 내용이 있어 유지했습니다')
  await user.expectText('1,000행까지만 조회했습니다.')
  await user.press('Escape', 'Alt+w')
  await page.locator('.cards-pane, .grid-pane').waitFor({ state: 'detached' })
  await page.context().unroute('**/api/wms/supply-chain/orders')
})

test('a board of 5,000 cards works by keyboard and exposes itself to screen readers', async () => {
  const { user } = signedIn
  const { page } = user
  await goTo(page, 'ShipmentOrderMgtIntegrated')
  await page.locator(`${front} .lane`).nth(3).waitFor()
  await user.expectText(rowPattern('\\S+', '5,000'))
  await user.press('Alt+g')
  expect(await readCardTitle()).toBe('SO-X-5000')
  expect(await readActive()).toBe('listbox 요청 4,000건: option SO-X-5000 1/4000')
  expect(await page.locator(`${front} .card`).count()).toBeLessThan(60)
  await user.press('j', 'ArrowDown', 'k')
  expect(await readCardTitle()).toBe('SO-X-4999')
  await user.press('l')
  expect(await readCardTitle()).toBe('SO-X-0999')
  await user.press('End')
  expect(await readActive()).toBe('listbox 취소 1,000건: option SO-X-0001 1000/1000')
  await user.press('h')
  expect(await readCardTitle()).toBe('SO-X-4001')
  await user.press('Home', ' ', 'j', ' ')
  expect(await page.locator(`${front} .card[aria-selected=true]`).count()).toBe(2)
  expect(await findBrokenRules(page)).toEqual([])
  // A digit applies to the selected cards.
  await user.press('1')
  await user.expectText('2건을 접수했습니다.')
  await user.expectText(/접수\s*2/)
  await user.press('Enter')
  await page.waitForFunction(() => document.activeElement?.closest('[data-zone=lines]') !== null)
  // Switching to the grid and back preserves rows and focus.
  await user.press('Alt+g', 'Alt+k')
  await page.waitForFunction(() => document.activeElement?.closest('.grid-host') !== null)
  await user.press('Alt+k')
  await page.waitForFunction(() => document.activeElement?.role === 'listbox')
})

test('part of an order is accepted line by line in a popup over its card', async () => {
  const { user, shell } = signedIn
  const { page } = user
  await goTo(page, 'ShipmentOrderMgtIntegrated')
  await user.expectText(rowPattern('\\S+', '5,000'))
  await user.press('Alt+g', 'h', 'Home', 'Alt+u')
  await page.waitForFunction(
    () => document.activeElement?.closest('.popup .master-popup-grid') !== null,
  )
  await page.locator('.popup [role=gridcell]').first().waitFor({ state: 'attached' })
  const before = await page.locator(`${front} .lane-name`).nth(1).innerText()
  await user.type('2')
  await user.press('Enter', 'Control+s')
  await user.expectText('1건을 접수했습니다.')
  await user.type('1')
  await user.press('Enter', 'Escape')
  // One key must not discard unsaved input.
  await user.expectText('저장하지 않은 행이 있습니다')
  await user.press('Escape', 'Control+z', 'Escape')
  await page.locator('.popup').waitFor({ state: 'detached' })
  await page.waitForFunction(
    (was) => document.querySelectorAll('.panel[data-active] .lane-name')[1]?.textContent !== was,
    before,
  )
  const parts = await shell.site.db.query(sql`
    select l.accept_qty::int accepted, o.state_cd state from scm_order_line l
    join scm_order o using (scm_no) where l.accept_qty between 1 and 4`)
  expect(parts).toEqual([{ accepted: 2, state: '10' }])
})

test('the switch on a card shows whether its order is active and toggles only that order', async () => {
  const { user, shell } = signedIn
  const { page } = user
  const orders = ['SO-X-3002', 'SO-X-3001', 'SO-X-3000']
  await shell.site.db.execute(sql`update scm_order set active_yn = 'N' where scm_no = 'SO-X-3000'`)
  const getOrderStates = () =>
    shell.site.db.query(sql`select scm_no, active_yn from scm_order
      where scm_no = any(${orders}::text[]) order by scm_no desc`)
  await page.goto(
    `${shell.base}/scm/ShipmentOrderMgtIntegrated?mid=SOMI&SCM_NO=${orders.join(',')}&ACTIVE_YN=Y,N`,
  )
  await user.expectText(rowPattern('\\S+', '3'))
  const toggle = (order: string) =>
    page.locator(`${front} .card`, { hasText: order }).locator('.card-switch')
  const getToggles = () => Promise.all(orders.map((order) => toggle(order).getAttribute('data-on')))
  expect(await getToggles()).toEqual(['', '', null])
  const press = async (order: string, reason: string) => {
    await toggle(order).click()
    await page.locator('#ask-REASON').waitFor()
    await user.type(reason)
    await user.press('Enter')
  }
  // Another card is checked, but the switch affects only its own card.
  await user.press('Alt+g', ' ')
  await press('SO-X-3001', 'late')
  await expect.poll(getToggles, { timeout: 10_000 }).toEqual(['', null, null])
  await press('SO-X-3000', 'again')
  await expect.poll(getToggles, { timeout: 10_000 }).toEqual(['', null, ''])
  // The stored reason of an order is not used for its next change.
  await press('SO-X-3001', 'back')
  await expect.poll(getToggles, { timeout: 10_000 }).toEqual(['', '', ''])
  expect(await getOrderStates()).toEqual(orders.map((scm_no) => ({ scm_no, active_yn: 'Y' })))
})
