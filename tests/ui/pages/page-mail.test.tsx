// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inventoryByZoneScreen } from '#areas/reports/screens/InventoryByZone.ts'
import { setLanguage } from '#ui/base/language.ts'
import { mailPage, canMail } from '#ui/page/tools/page-mail.ts'
import { connectShell } from '#ui/shell/shell-handle.ts'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { messages } from '#kernel/messages.ts'
import { mockServer, grantMenus, openPage, supplierScreen } from './page-support.ts'

HTMLElement.prototype.checkVisibility = () => true
connectShell()
const SAVE = '/api/wms/comm/wmsCommon/saveProcedure'

beforeEach(() => {
  setLanguage('ko')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T03:00:00Z') })
})
afterEach(() => {
  while (topPopup()) act(() => topPopup()?.dismiss())
  cleanup()
  vi.useRealTimers()
})

test('mailing is offered only with schedule and export permissions', () => {
  const page = openPage(supplierScreen)
  grantMenus({ Supplier: ['search', 'export'] })
  expect(canMail(page)).toBe(false)
  grantMenus({ Supplier: ['search'], JobManagement: ['search', 'save'] })
  expect(canMail(page)).toBe(false)
  grantMenus({ Supplier: ['search', 'export'], JobManagement: ['search', 'save'] })
  expect(canMail(page)).toBe(true)
})

test('the search of the page becomes a schedule with dates relative to today', async () => {
  grantMenus({ Supplier: ['search', 'export'], JobManagement: ['search', 'save'] })
  const sent = mockServer({ [SAVE]: () => ({ body: { message: messages.saved.ko } }) })
  render(<PopupHost />)
  const page = openPage(supplierScreen)
  page.setSearch('SUPPLIER_NM', 'Daehan Co')
  page.setSearch('SINCE_DT', '20261116~20261122')
  const mailing = mailPage(page)
  expect((await screen.findByRole('dialog')).textContent).toMatch(/20261101/)
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText(/받는 사람/), 'a@example.com{Enter}')
  await act(() => mailing)
  const [{ body } = { body: {} as Record<string, unknown> }] = sent.filter(
    ({ path }) => path === SAVE,
  )
  expect(body['PROCEDURE']).toBe('system/save-schedules')
  expect(body['ROWS']).toMatchObject([
    {
      KIND_CD: 'REPORT',
      SCHEDULE_CD: 'SUPPLIER',
      MAIL_TO: 'a@example.com',
      ARGUMENT: 'master/suppliers SUPPLIER_NM="Daehan Co" SINCE_DT=지난주 USE_YN=Y',
      HOUR_CRON: '7',
      BATCH_FLAG: 'I',
    },
  ])
})

test('a pivot can be mailed, and the form notes that the mail contains the ordinary columns', async () => {
  setLanguage('en')
  grantMenus({ InventoryByZone: ['search', 'export'], JobManagement: ['search', 'save'] })
  mockServer({})
  const page = openPage(inventoryByZoneScreen)
  render(<PopupHost />)
  const plain = mailPage(page)
  expect((await screen.findByRole('dialog')).textContent).not.toContain('standard columns')
  act(() => topPopup()?.dismiss())
  await act(() => plain)
  Object.defineProperty(page.shape, 'shape', { value: { compare: 'before' } })
  expect(canMail(page)).toBe(true)
  const shaped = mailPage(page)
  expect((await screen.findByRole('dialog')).textContent).toContain('standard columns')
  act(() => topPopup()?.dismiss())
  await act(() => shaped)
})
