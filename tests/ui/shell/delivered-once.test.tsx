// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loadScreen } from '#ui/remote/screens.ts'
import type { MenuScreen } from '#ui/tabs/menu-screen.ts'
import { activateTab, closeAllTabs, currentTabs, openTab, type Args } from '#ui/tabs/tabs.ts'
import { loadPageRenderer } from '#ui/shell/page-code.ts'
import { Panels } from '#ui/shell/panels.tsx'

const delivered = vi.hoisted((): (Args | undefined)[] => [])
vi.mock('#ui/screens/screen-page.tsx', () => ({
  ScreenPage: ({ args }: { readonly args?: Args }) => {
    delivered.push(args)
    return null
  },
}))
// Home and prefetched code would still load after the test.
vi.mock('#ui/shell/home-page.tsx', () => ({ HomePage: () => null }))
vi.mock('#ui/base/prefetch.ts', () => ({ prefetchWhenIdle: () => undefined }))

const title = { ko: 'Zone', en: 'Zone' }
const zone: MenuScreen = { abbr: 'ZON', route: 'Zone', path: '/mst/Zone', title, actions: [] }

afterEach(() => {
  cleanup()
  closeAllTabs()
})

test('arguments reach a page once when it opens and are then discarded', async () => {
  await Promise.all([loadPageRenderer(), loadScreen(zone.route)])
  const { key } = openTab(zone, { ZONE_CD: 'A' })
  const tabArguments = () => currentTabs().tabs.find((tab) => tab.key === key)?.args
  const getDelivered = () => [...new Set(delivered)].filter(Boolean)
  render(<Panels />)
  expect(getDelivered()).toEqual([{ ZONE_CD: 'A' }])
  expect([tabArguments(), delivered.at(-1)]).toEqual([undefined, undefined])
  await act(async () => activateTab('home'))
  await act(async () => void openTab(zone))
  expect(getDelivered()).toHaveLength(1)
  await act(async () => void openTab(zone, { ZONE_CD: 'B' }))
  expect(getDelivered()).toEqual([{ ZONE_CD: 'A' }, { ZONE_CD: 'B' }])
  expect([tabArguments(), delivered.at(-1)]).toEqual([undefined, undefined])
})
