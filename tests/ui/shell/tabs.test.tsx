// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import type { MenuScreen } from '#ui/tabs/menu-screen.ts'
import {
  activeTab,
  activateTab,
  closeAllTabs,
  closeTab,
  currentTabs,
  neighbourTab,
  openAddress,
  openTab,
} from '#ui/tabs/tabs.ts'

function menuScreen(abbr: string, route: string): MenuScreen {
  const title = { ko: route, en: route }
  return { abbr, route, path: `/inv/${route}`, title, actions: [] }
}
const move = menuScreen('IMV', 'InventoryMove')
const hold = menuScreen('IHD', 'InventoryHold')
const adjust = menuScreen('IAD', 'InventoryAdjust')
const trace = menuScreen('LTR', 'LotTraceReport')
const getAddresses = () => currentTabs().tabs.map((tab) => tab.address)

beforeEach(closeAllTabs)

test('one screen has one tab, regardless of how often the menu is used', () => {
  openTab(move)
  openTab(hold)
  openTab(move)
  expect(getAddresses()).toEqual(['/', '/inv/InventoryMove?mid=IMV', '/inv/InventoryHold?mid=IHD'])
  expect(activeTab().screen).toBe(move)
})

test('the same screen under another address becomes a numbered copy', () => {
  openAddress(move, 0, {})
  openAddress(move, 0, { OWNER_CD: 'HANBIT' })
  expect(getAddresses().at(-1)).toBe('/inv/InventoryMove/copy1?mid=IMV&OWNER_CD=HANBIT')
  expect(activeTab().args).toEqual({ OWNER_CD: 'HANBIT' })
})

test('returning to an address returns to its tab', () => {
  openAddress(move, 0, {})
  openTab(hold)
  openAddress(move, 0, {})
  expect(currentTabs().tabs).toHaveLength(3)
  expect(activeTab().screen).toBe(move)
})

test('arguments go to the open tab and are a new object at every delivery', () => {
  const first = openTab(move, { STOCK_CD: 'A' }).args
  openTab(hold)
  const again = openTab(move, { STOCK_CD: 'A' })
  expect(currentTabs().tabs).toHaveLength(3)
  expect(again.args).toEqual({ STOCK_CD: 'A' })
  expect(again.args).not.toBe(first)
})

test('Home cannot be closed', () => {
  closeTab('home')
  expect(getAddresses()).toEqual(['/'])
})

test('closing the active tab shows its right neighbour, otherwise the left one', () => {
  openTab(move)
  openTab(hold)
  openTab(adjust)
  openTab(trace)
  activateTab('IMV')
  expect(closeTab('IMV').screen).toBe(hold)
  activateTab('LTR')
  expect(closeTab('LTR').screen).toBe(adjust)
  expect(closeTab('IAD').screen).toBe(hold)
  expect(closeTab('IHD').key).toBe('home')
})

test('the commands for the next and previous tab wrap around', () => {
  openTab(move)
  openTab(hold)
  expect(neighbourTab(1).key).toBe('home')
  expect(neighbourTab(-1).key).toBe('IMV')
})

test('a tab that was never active is not rendered', () => {
  openAddress(move, 0, {}, false)
  expect(currentTabs().shown).toEqual(['home'])
})
