// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { newRow } from '#ui/page/model/new-row.ts'
import { cmsBillScreen } from '#areas/freight/screens/CmsBill.ts'
import { cmsFreightChargeScreen } from '#areas/freight/screens/CmsFreightCharge.ts'
import { grantMenus, openPage } from './page-support.ts'

beforeEach(() => setLanguage('ko'))

test.each([
  ['a bill', cmsBillScreen],
  ['a charge', cmsFreightChargeScreen],
])('%s of a searched booking belongs to it', (_, screen) => {
  grantMenus({ [screen.route]: ['search', 'save'] })
  const page = openPage(screen, 'tab')
  page.search = { BOOKING_ID: 'BK-202611-0001' }
  expect(newRow(page)).toMatchObject({ BOOKING_ID: 'BK-202611-0001' })
  for (const BOOKING_ID of ['BK-1%', 'BK-1,BK-2', null]) {
    page.search = { BOOKING_ID }
    expect(newRow(page)['BOOKING_ID'] ?? null).toBeNull()
  }
})

test('other numbers that were searched for are not copied', () => {
  grantMenus({ CmsBill: ['search', 'save'] })
  const page = openPage(cmsBillScreen, 'tab')
  page.search = { BILL_NO: 'HBL-1', SHIPPER_CD: 'SHIP' }
  expect(newRow(page)).toMatchObject({ SHIPPER_CD: 'SHIP' })
  expect(newRow(page)['BILL_NO'] ?? null).toBeNull()
})
