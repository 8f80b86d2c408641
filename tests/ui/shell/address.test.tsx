// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { menuByRoute } from '#areas/menu-map.ts'
import { setLanguage } from '#ui/base/language.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { provideRequestKey, missingRight } from '#ui/remote/missing-right.ts'
import { setMenu } from '#ui/remote/menu.ts'
import { NotFoundPage } from '#ui/shell/not-found-page.tsx'
import { NotGrantedPage } from '#ui/shell/not-granted-page.tsx'
import { checkAddress, readAddress, writeAddress, type KnownScreens } from '#ui/tabs/address.ts'
import { followAddress } from '#ui/workspace/navigation.ts'

const known: KnownScreens = {
  pathOf: (mid) => ({ IMV: '/inv/InventoryMove', ILT: '/rep/InventoryByLot' })[mid],
  exists: (path) => ['/inv/InventoryMove', '/rep/InventoryByLot', '/sys/User'].includes(path),
  isWithheld: (path) => path === '/sys/Role',
}
const checkPath = (path: string, search = '') => checkAddress(readAddress(path, search), known)

test('an address contains screen, copy, menu id and arguments', () => {
  expect(readAddress('/inv/InventoryMove/copy2', '?mid=IMV&OWNER_CD=HANBIT')).toEqual({
    path: '/inv/InventoryMove',
    copy: 2,
    mid: 'IMV',
    args: { OWNER_CD: 'HANBIT' },
  })
})

test('a tab writes the same address it is read from', () => {
  const written = '/rep/InventoryByLot/copy1?mid=ILT&VALID_DT=%3C20270301'
  const [path = '', search = ''] = written.split('?')
  expect(writeAddress(readAddress(path, search))).toBe(written)
})

test('a path that matches no route is not found', () => {
  expect(checkPath('/inv/NoSuchScreen', '?mid=IMV')).toBe('not-found')
})

test('a screen without permission names it and the permission in the language of the page', async () => {
  expect(checkPath('/sys/Role', '?mid=ROLE')).toBe('not-granted')
  provideRequestKey(() => '⇧F1')
  for (const [language, title] of [
    ['ko', '이 화면의 권한이 없습니다.'],
    ['en', 'No permission for this screen.'],
  ] as const) {
    setLanguage(language)
    render(createElement(NotGrantedPage, { route: 'MenuByRole' }))
    expect(screen.getByRole('heading').textContent).toBe(title)
    expect(screen.queryByText('This page could not be found')).toBeNull()
    const named = menuByRoute('MenuByRole')?.title[language] ?? 'no entry'
    expect(await screen.findByText(named, { exact: false })).toBeTruthy()
    expect(screen.getByText(/⇧F1/)).toBeTruthy()
    cleanup()
  }
  render(createElement(NotFoundPage))
  expect(screen.getByText('This page could not be found')).toBeTruthy()
  expect(screen.queryByText(/⇧F1/)).toBeNull()
})

test('the address of a screen without permission is distinguished from an unknown one', async () => {
  setMenu({ menuHierarchyList: [], menuMap: {}, popupMap: {}, myMenuList: [] })
  const followPath = (path: string) => {
    followAddress(path, '')
    return [shellState.notFound, missingRight()?.MENU_ID]
  }
  expect(followPath('/inv/InventoryHold')).toEqual([true, 'InventoryHold'])
  expect(followPath('/inv/NoSuchScreen')).toEqual([true, undefined])
  expect(followPath('/')).toEqual([false, undefined])
  followAddress('/pop/SendEmailPopup', '')
  await expect.poll(() => missingRight()?.MENU_ID).toBe('SendEmailPopup')
})

test('a screen without a menu id leads to the root', () => {
  expect(checkPath('/inv/InventoryMove')).toBe('to-root')
})

test('an unknown menu id leads to the root', () => {
  expect(checkPath('/inv/InventoryMove', '?mid=NOPE')).toBe('to-root')
})

test('a menu id of another screen does not open this one', () => {
  expect(checkPath('/sys/User', '?mid=IMV')).toBe('to-root')
})

test('a screen with its own menu id opens', () => {
  expect(checkPath('/inv/InventoryMove/copy3', '?mid=IMV')).toBe('open')
})

test('the root shows Home, with or without a menu id', () => {
  expect([checkPath('/'), checkPath('/', '?mid=NOPE')]).toEqual(['home', 'home'])
})
