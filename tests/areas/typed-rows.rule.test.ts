import { expect, test } from 'vitest'
import { billingScreens } from '#areas/billing/screens/index.ts'
import { billingArea } from '#areas/billing/area.ts'
import { screens } from '#tests/support/all-screens.ts'

test('money that a sheet enters can also be typed row by row', () => {
  const billing = Object.keys(billingScreens).flatMap((route) => screens[route] ?? [])
  const uploads = billing.filter((screen) => screen.kind === 'upload')
  const untyped = uploads.flatMap(({ route, save, columns }) => {
    const entry = billing.find((screen) => screen.kind === 'master' && screen.save === save)
    if (entry?.kind !== 'master') return [route]
    const typed = entry.grid.columns.flatMap((column) =>
      typeof column !== 'string' && column.editable ? [column.field] : [],
    )
    return columns.flatMap((column) => {
      const field = typeof column === 'string' ? column : column.field
      return typed.includes(field) ? [] : [`${route}.${field}`]
    })
  })
  expect([uploads.length > 0, untyped]).toEqual([true, []])
  const routes = billingArea.menus.flatMap((menu) => menu.entries.map(({ route }) => route))
  expect(routes).toEqual(expect.arrayContaining(Object.keys(billingScreens)))
})
