// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { screens } from '#tests/support/all-screens.ts'
import { recordIdentity } from '#ui/page/rows/record-identity.ts'
import { grantMenus, openPage } from './page-support.ts'

test.each([
  ['User', ['USER_ID']],
  ['StockBasic', ['OWNER_CD', 'STOCK_CD']],
])('a record of %s is found again by its key after a save', (route, key) => {
  grantMenus({ [route]: ['search', 'save'] })
  const screen = screens[route]
  expect(screen && recordIdentity(openPage(screen))).toEqual(key)
})

test('no record is found again by a choice made for a new row', () => {
  const all = Object.values(screens).filter(({ kind }) => kind === 'master')
  expect(all.length).toBeGreaterThan(20)
  const wrong = all.flatMap((screen) => {
    grantMenus({ [screen.route]: ['search', 'save'] })
    const page = openPage(screen)
    const flags = page.columns.filter(({ kind, editable }) => kind === 'flag' && editable !== false)
    const identity = recordIdentity(page)
    return flags.flatMap(({ name }) => (identity.includes(name) ? [`${screen.route} ${name}`] : []))
  })
  expect(wrong).toEqual([])
})
