// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstWeeks } from '#ui/shell/first-weeks.ts'
import { menuEntries } from '#areas/menu-map.ts'
import { demoRoles } from '#server/demo/demo-roles.ts'
import { setLanguage } from '#ui/base/language.ts'
import { clearUserSettings, loadUserSettings } from '#ui/remote/user-settings.ts'
import { FirstWeek, toggleFirstWeek } from '#ui/shell/first-week.tsx'
import { mockServer, grantMenus } from '../pages/page-support.ts'

const grantRole = (role: string): void => {
  const menus = demoRoles().find((demoRole) => demoRole.role === role)?.menus ?? []
  grantMenus(Object.fromEntries(menus.map(({ route, actions }) => [route, [...actions]])))
}

const kept: Record<string, unknown> = {}

beforeEach(async () => {
  setLanguage('en')
  clearUserSettings()
  mockServer({
    '/api/setting/load': () => ({ body: { data: kept } }),
    '/api/setting/save': ({ body }) => {
      kept[String(body['KEY'])] = body['VALUE']
      return { body: {} }
    },
  })
  await loadUserSettings()
})
afterEach(() => {
  cleanup()
  for (const key of Object.keys(kept)) delete kept[key]
})

test('every step of a first-week guide is a screen of the menu', () => {
  const routes = new Set(menuEntries.map(({ route }) => route))
  const steps = firstWeeks.flatMap((week) => week.steps)
  expect(steps.filter((route) => !routes.has(route))).toEqual([])
})

test.each([
  ['CLERK', 'First week: warehouse office'],
  ['PICKER', 'First week: warehouse floor'],
  ['CUSTOMER', 'First week: stock owner'],
])('the first-week guide of a %s is titled "%s"', (role, title) => {
  grantRole(role)
  render(<FirstWeek />)
  expect(screen.getByRole('heading').textContent).toBe(title)
})

test('a user who cannot open every step of any first-week guide sees none', () => {
  grantMenus({ Alloc: ['search'] })
  expect(render(<FirstWeek />).container.textContent).toBe('')
})

test('a hidden first-week guide remains hidden at the next login and can be shown again', async () => {
  grantRole('PICKER')
  const { container } = render(<FirstWeek />)
  const hide = screen.getAllByRole('button').at(-1)
  if (hide) await act(async () => void fireEvent.click(hide))
  expect(container.textContent).toBe('')
  act(clearUserSettings)
  await act(loadUserSettings)
  expect(container.textContent).toBe('')
  await act(async () => toggleFirstWeek())
  expect(container.textContent).not.toBe('')
})
