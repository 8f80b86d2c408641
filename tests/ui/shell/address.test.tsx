import { expect, test } from 'vitest'
import { guard, readAddress, writeAddress, type KnownScreens } from '#ui/tabs/address.ts'

const known: KnownScreens = {
  pathOf: (mid) => ({ IMV: '/inv/InventoryMove', ILT: '/rep/InventoryByLot' })[mid],
  exists: (path) => ['/inv/InventoryMove', '/rep/InventoryByLot', '/sys/User'].includes(path),
}
const verdict = (path: string, search = '') => guard(readAddress(path, search), known)

test('an address says screen, copy, menu id and arguments', () => {
  expect(readAddress('/inv/InventoryMove/copy2', '?mid=IMV&OWNER_CD=HANBIT')).toEqual({
    path: '/inv/InventoryMove',
    copy: 2,
    mid: 'IMV',
    args: { OWNER_CD: 'HANBIT' },
  })
})

test('a tab writes the address it is read from', () => {
  const written = '/rep/InventoryByLot/copy1?mid=ILT&VALID_DT=%3C20270301'
  const [path = '', search = ''] = written.split('?')
  expect(writeAddress(readAddress(path, search))).toBe(written)
})

test('a path no route matches is not found', () => {
  expect(verdict('/inv/NoSuchScreen', '?mid=IMV')).toBe('not-found')
})

test('a screen without a menu id leads to the root', () => {
  expect(verdict('/inv/InventoryMove')).toBe('to-root')
})

test('an unknown menu id leads to the root', () => {
  expect(verdict('/inv/InventoryMove', '?mid=NOPE')).toBe('to-root')
})

test('a menu id of another screen does not open this one', () => {
  expect(verdict('/sys/User', '?mid=IMV')).toBe('to-root')
})

test('a screen with its own menu id opens', () => {
  expect(verdict('/inv/InventoryMove/copy3', '?mid=IMV')).toBe('open')
})

test('the root is home, with or without a menu id', () => {
  expect([verdict('/'), verdict('/', '?mid=NOPE')]).toEqual(['home', 'home'])
})
