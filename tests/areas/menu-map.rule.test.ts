import { expect, test } from 'vitest'
import {
  allEntries,
  defaultMenuTree,
  hiddenEntries,
  menuByAbbr,
  menuByPath,
  menuByRoute,
  menuEntries,
  popupEntries,
} from '#areas/menu-map.ts'
import { areas } from '#areas/order.ts'
import type { MenuGroup } from '#kernel/area.ts'
import { routeTable } from './route-table.ts'

const contract = routeTable.trim().split('\n')

const flattenGroups = (groups: readonly MenuGroup[]): readonly MenuGroup[] =>
  groups.flatMap((group) => [group, ...flattenGroups(group.groups ?? [])])

/** A group with routes of several areas is in the tree once. */
const groups = flattenGroups([
  ...defaultMenuTree,
  ...areas.flatMap((area) => [...(area.popups ?? []), ...(area.hidden ?? [])]),
])

function findRepeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

test('the menu map contains exactly the routes of the route table', () => {
  const paths = allEntries.map((entry) => entry.path)
  const unreachable = contract.filter((path) => !paths.includes(path))
  expect(unreachable, 'in no menu: give it back its line in the area.ts of its area').toEqual([])
  const fresh = paths.filter((path) => !contract.includes(path))
  expect(fresh, 'a new route: add its line to tests/areas/route-table.ts').toEqual([])
})

test('menu ids are unique across routes and groups, ignoring letter case', () => {
  const ids = [...groups.map((group) => group.id), ...allEntries.map((entry) => entry.route)]
  expect(findRepeated(ids.map((id) => id.toLowerCase()))).toEqual([])
})

test('a menu id is the last segment of its path', () => {
  const odd = allEntries.filter((entry) => entry.path.split('/').at(-1) !== entry.route)
  expect(odd.map((entry) => entry.path)).toEqual(['/'])
})

test('abbreviations are three to five capital letters, and paths and abbreviations are unique', () => {
  const abbrs = allEntries.map((entry) => entry.abbr)
  expect(abbrs.filter((abbr) => !/^[A-Z]{3,5}$/.test(abbr))).toEqual([])
  expect(findRepeated(abbrs)).toEqual([])
  expect(findRepeated(allEntries.map((entry) => entry.path))).toEqual([])
})

test('every route and every group has a Korean and an English title', () => {
  const titled = [...groups, ...allEntries.filter((entry) => entry.route !== 'Home')]
  const invalid = titled.filter(
    ({ title }) => !/[가-힣]/.test(title.ko) || !/^[A-Z]/.test(title.en),
  )
  expect(invalid).toEqual([])
  expect(menuByPath('/')?.title).toEqual({ ko: 'Home', en: 'Home' })
})

test('no two routes share a title in either language', () => {
  expect(findRepeated(allEntries.map((entry) => entry.title.ko))).toEqual([])
  expect(findRepeated(allEntries.map((entry) => entry.title.en))).toEqual([])
})

test('the menu tree follows the workflow order of the warehouse', () => {
  expect(defaultMenuTree.map((group) => group.title.ko).join(' ')).toBe(
    '입고 출고 재고 보세 정산 보고서 시각화 공급망 기준정보 이력 국제물류 시스템 공통관리',
  )
})

test('popups, samples, login and error pages are routes but not in the menu tree', () => {
  const popup = /^\/(pop|cms\/popup|mdm\/popup)\//
  const hidden = /^\/($|(login|admin|error|z-dev)(\/|$))/
  const paths = allEntries.map((entry) => entry.path)
  expect(popupEntries.map((entry) => entry.path)).toEqual(paths.filter((path) => popup.test(path)))
  expect(hiddenEntries.map((entry) => entry.path)).toEqual(
    paths.filter((path) => hidden.test(path)),
  )
  expect(menuEntries).toHaveLength(paths.length - popupEntries.length - hiddenEntries.length)
})

test('a screen is found only by its exact abbreviation, path or menu id', () => {
  const lots = menuByAbbr('ILT')
  expect(lots?.title.ko).toBe('로트별 재고')
  expect(menuByPath('/rep/InventoryByLot')).toBe(lots)
  expect(menuByRoute('InventoryByLot')).toBe(lots)
  expect(menuByAbbr('RBO')?.path).toBe('/inb/ReceivingByOrder')
  expect(menuByAbbr('SCK')?.path).toBe('/out/ShippedCheck')
  expect(menuByPath('/bil/InOutReportSearch/DaySearch')?.abbr).toBe('IOSD')
  expect([menuByAbbr('ilt'), menuByAbbr(''), menuByPath('/rep/Nothing')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('an area is named after its folder and listed once', () => {
  expect(areas.map((area) => area.name).join(' ')).toBe(
    'system master freight inventory inbound outbound returns tasks bonded billing reports supply-chain',
  )
})
