import { describe, expect, test } from 'vitest'
import { normalise } from '#kernel/normalise-screen.ts'
import { defineProcedure, defineQuery, type Operation } from '#kernel/operation.ts'
import { grid, type ListScreen, type MasterScreen, type UploadScreen } from '#kernel/screen.ts'
import { screenGrants } from '#kernel/screen-grants.ts'
import { testLabel } from '#tests/support/labels.ts'

const title = testLabel('Test')
type GrantOptions = Pick<Operation, 'with' | 'menus'> & { readonly shows?: 'stock' }

const query = (name: string, granted: GrantOptions = {}) =>
  defineQuery({
    name,
    title,
    action: 'search',
    scope: 'company',
    bound: 'open',
    search: {},
    output: {},
    ...granted,
  })
const defineChange = (name: string, granted: GrantOptions = {}) =>
  defineProcedure({
    name,
    title,
    action: 'save',
    scope: 'company',
    bound: 'refused',
    input: {},
    ...granted,
  })

const rows = query('test/rows', { shows: 'stock' })
const save = defineChange('test/save')
const sheet = defineChange('test/sheet')

const list: ListScreen = {
  kind: 'list',
  route: 'List',
  search: [],
  grid: grid({ source: rows, columns: [] }),
}
const master: MasterScreen = { ...list, kind: 'master', route: 'Master', save }
const upload: UploadScreen = {
  kind: 'upload',
  route: 'Upload',
  search: [],
  save: sheet,
  columns: [],
  header: {},
  ownerMapping: true,
}

const { grantingRoutes: routesOf, grantError: faultOf } = screenGrants(
  [list, master, upload].map(normalise),
)

describe('routes that grant an operation', () => {
  test('routes that grant an operation include every screen that calls it', () => {
    expect(routesOf(rows)).toEqual(['List', 'Master'])
    expect(routesOf(save)).toEqual(['Master'])
    expect(faultOf(rows)).toBeUndefined()
  })

  test('routes that grant an operation include the routes of accompanying operations, over several steps', () => {
    const first = defineChange('test/first', { with: [save] })
    const second = defineChange('test/second', { with: [first, sheet] })
    expect(routesOf(second)).toEqual(['Master', 'Upload'])
    expect(faultOf(second)).toBeUndefined()
  })

  test('routes that grant an operation include every screen that has one of its traits', () => {
    expect(routesOf(query('test/why', { with: ['stock'] }))).toEqual(['List', 'Master'])
    expect(routesOf(query('test/letters', { with: ['column-letters'] }))).toEqual(['Upload'])
  })

  test('routes that grant an operation include the routes that the operation lists itself', () => {
    expect(routesOf(defineChange('test/command', { menus: ['List'] }))).toEqual(['List'])
    expect(faultOf(defineChange('test/command', { menus: ['List'] }))).toBeUndefined()
    const inPopup = { ...save, menus: ['Popup'] }
    expect(routesOf(inPopup)).toEqual(['Master', 'Popup'])
    expect(faultOf(inPopup)).toBeUndefined()
  })
})

describe('grant errors', () => {
  test.each([
    ['neither called nor listed', {}],
    ['an empty list', { menus: [] }],
    ['a trait that no screen has', { with: ['scans' as const] }],
    ['granted with an operation that has no grant', { with: [defineChange('test/none')] }],
  ])('an operation without a grant is rejected: %s', (_, granted) => {
    expect(routesOf(defineChange('test/alone', granted))).toEqual([])
    expect(faultOf(defineChange('test/alone', granted))).toMatch(
      /declares no menus and no screen calls it/,
    )
  })

  test('a listed route whose screen already calls the operation is rejected', () => {
    const twice = { ...save, menus: ['Popup', 'Master', 'List'] }
    expect(faultOf(twice)).toMatch(
      /called by the screen Master .* take Master, List out of its menus/,
    )
  })
})
