import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { standardPlaces } from '#areas/menu-map.ts'
import { changedSince } from '#areas/system/server/fact-changes.ts'
import type { Label } from '#kernel/label.ts'
import { constraintTexts } from '#server/engine/constraint-texts.ts'
import { importMessage } from '#server/engine/table-import.ts'
import {
  alreadyFirst,
  alreadyLast,
  notInGroup,
  noGroupAbove,
  notInMenuTree,
} from '#server/roles/move-menu.ts'
import { productMenu, menuGroupNotFound, menuGroupNeedsName } from '#server/roles/site-menus.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>
interface Item {
  readonly MENU_ID: string
  readonly MENU_NM: string
  readonly UPPER_MENU_ID: string
  readonly TREE_PATH: string
  readonly children: readonly Item[]
}

const errorAt = (column: string, text: Label | undefined): string => `${column}: ${text?.ko}`
const reasons = (response: Awaited<ReturnType<TestUser['save']>>): string[] =>
  (response.body.rows ?? []).map(({ COLUMN, POERROR }) => `${COLUMN}: ${POERROR}`)
const getMenuRow = async (MENU_ID: string): Promise<Row> =>
  (await admin.query('system/site-menus')).find((row) => row['MENU_ID'] === MENU_ID) ?? {}
const save = async (MENU_ID: string, extra: Row) =>
  admin.save('system/save-site-menus', [
    { ...(await getMenuRow(MENU_ID)), BATCH_FLAG: 'U', ...extra },
  ])
const add = (MENU_ID: string, extra: Row = {}) =>
  admin.save('system/save-site-menus', [
    { BATCH_FLAG: 'I', MENU_ID, MENU_NM: `${MENU_ID} work`, ...extra },
  ])
const moveMenu = (MENU_ID: string, STEP_CD: string) =>
  admin.save('system/move-menu', [{ MENU_ID, STEP_CD }])
const undo = () => admin.save('system/undo-menu-change', [{}])

async function getMenu(user = admin): Promise<readonly Item[]> {
  const { bytes } = await user.call('/api/menuMap')
  return (JSON.parse(bytes.toString()) as { menuHierarchyList: readonly Item[] }).menuHierarchyList
}
const flattenItems = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => [item, ...flattenItems(item.children)])
const getPath = async (id: string) =>
  flattenItems(await getMenu()).find(({ MENU_ID }) => MENU_ID === id)?.TREE_PATH
const getChildIds = async (id: string) =>
  flattenItems(await getMenu())
    .find(({ MENU_ID }) => MENU_ID === id)
    ?.children.map(({ MENU_ID }) => MENU_ID) ?? []

beforeEach(async () => {
  await site.db.script(`
    update site_menu set upper_menu_id = null where menu_id ~ '^[A-Z][a-z]';
    update site_menu set upper_menu_id = 'TOP' where menu_id !~ '[A-Z]' and menu_id !~ '-'
      and menu_id <> 'booking';
    delete from site_menu where menu_id ~ '[A-Z]' and menu_id <> 'TOP';
    update site_menu set menu_seq = null, hide_yn = 'N';`)
})

test('screens have the icon of their group, and popups outside the tree have none', async () => {
  const { bytes } = await admin.call('/api/menuMap')
  const { menuMap } = JSON.parse(bytes.toString()) as {
    menuMap: Record<string, { MENU_PATH: string; MENU_ICON: string; UPPER_MENU_ID: string }>
  }
  const without = Object.values(menuMap).filter(({ MENU_ICON: icon }) => icon === '')
  expect(without.map(({ MENU_PATH }) => MENU_PATH)).toContain('/pop/CommonPopup')
  expect(without.filter(({ UPPER_MENU_ID: upper }) => upper !== '')).toEqual([])
})

describe('menu groups', () => {
  test('menu groups match the product definition in the database', async () => {
    const kept = await site.db.query<{ menu_id: string; upper_menu_id: string }>(sql`
      select menu_id, upper_menu_id from site_menu where group_yn = 'Y' and menu_id <> 'TOP'
      order by menu_id`)
    const groups = standardPlaces.filter(({ isGroup }) => isGroup)
    expect(Object.fromEntries(kept.map((each) => [each.menu_id, each.upper_menu_id]))).toEqual(
      Object.fromEntries(groups.map(({ id, upper }) => [id, upper])),
    )
  })

  test('site groups can be nested and appear only if they contain screens', async () => {
    expect((await add('TEAM')).status).toBe(200)
    expect((await add('NIGHT', { UPPER_MENU_ID: 'TEAM' })).status).toBe(200)
    expect(await getPath('NIGHT')).toBeUndefined()
    expect((await save('Zone', { UPPER_MENU_ID: 'NIGHT' })).status).toBe(200)
    expect(await getPath('Zone')).toBe('TEAM/NIGHT/Zone')
    expect(await getChildIds('mst')).not.toContain('Zone')
    expect(await getMenuRow('Zone')).toMatchObject({
      UPPER_MENU_ID: 'NIGHT',
      UPPER_NM: 'NIGHT work',
    })
    // An empty group restores the product's default place.
    expect((await save('Zone', { UPPER_MENU_ID: null })).status).toBe(200)
    expect(await getPath('Zone')).toBe('mst/Zone')
  })

  test('menu groups can contain product groups with their contents', async () => {
    expect((await save('mdm', { UPPER_MENU_ID: 'mst' })).status).toBe(200)
    expect(await getPath('mdm-code')).toBe('mst/mdm/mdm-code')
    expect((await save('mdm', { UPPER_MENU_ID: null })).status).toBe(200)
    expect(await getPath('mdm-code')).toBe('mdm/mdm-code')
  })

  test('menu groups cannot be nested in themselves or deeper than four levels', async () => {
    const tooDeep = errorAt('UPPER_MENU_ID', constraintTexts['site_menu_tree']?.text)
    expect(reasons(await save('cms', { UPPER_MENU_ID: 'cms-comm' }))).toEqual([tooDeep])
    expect(reasons(await save('cms', { UPPER_MENU_ID: 'cms' }))).toEqual([tooDeep])
    await add('ONE')
    await add('TWO', { UPPER_MENU_ID: 'ONE' })
    await add('THREE', { UPPER_MENU_ID: 'TWO' })
    expect((await add('FOUR', { UPPER_MENU_ID: 'THREE' })).status).toBe(200)
    expect(reasons(await add('FIVE', { UPPER_MENU_ID: 'FOUR' }))).toEqual([tooDeep])
    expect(reasons(await save('cms', { UPPER_MENU_ID: 'THREE' }))).toEqual([tooDeep])
    const below = site.db.execute(
      sql`update site_menu set upper_menu_id = 'FOUR' where menu_id = 'ONE'`,
    )
    await expect(below).rejects.toThrow('tree')
  })

  test('only menu groups can contain other menus', async () => {
    expect(reasons(await save('Zone', { UPPER_MENU_ID: 'Cell' }))).toEqual([
      errorAt('UPPER_MENU_ID', menuGroupNotFound),
    ])
    expect(reasons(await save('CommonPopup', { UPPER_MENU_ID: 'mst' }))).toEqual([
      errorAt('UPPER_MENU_ID', notInMenuTree),
    ])
    await save('Cell', { MENU_NM: 'location' })
    const held = site.db.execute(
      sql`insert into site_menu (menu_id, upper_menu_id) values ('Zone', 'Cell')`,
    )
    await expect(held).rejects.toThrow('held')
  })

  test('site groups need a name and can be deleted when empty, but product groups cannot', async () => {
    expect(reasons(await add('TEAM', { MENU_NM: null }))).toEqual([
      errorAt('MENU_NM', menuGroupNeedsName),
    ])
    await add('TEAM')
    await save('Zone', { UPPER_MENU_ID: 'TEAM' })
    const deleteTeam = async () =>
      admin.save('system/save-site-menus', [{ ...(await getMenuRow('TEAM')), BATCH_FLAG: 'D' }])
    expect((await deleteTeam()).status).toBe(409)
    await save('Zone', { UPPER_MENU_ID: 'mst' })
    expect((await deleteTeam()).status).toBe(200)
    const standard = await admin.save('system/save-site-menus', [
      { ...(await getMenuRow('mst')), BATCH_FLAG: 'D' },
    ])
    expect(reasons(standard)).toEqual([errorAt('MENU_ID', productMenu)])
  })

  test('menu groups stay hidden from users without a screen in them', async () => {
    await add('SECRET')
    await save('User', { UPPER_MENU_ID: 'SECRET' })
    const ids = flattenItems(await getMenu(await site.login('customer'))).map(
      ({ MENU_ID }) => MENU_ID,
    )
    expect(ids).not.toContain('SECRET')
    expect(ids).not.toContain('User')
  })
})

describe('moving a menu by keys', () => {
  test('moves past its neighbour, into the preceding group and out again', async () => {
    const before = await getChildIds('mst')
    const [first = '', second = ''] = before
    expect((await moveMenu(second, 'UP')).status).toBe(200)
    expect((await getChildIds('mst')).slice(0, 2)).toEqual([second, first])
    expect((await moveMenu(second, 'DOWN')).status).toBe(200)
    expect(await getChildIds('mst')).toEqual(before)
    expect((await moveMenu(first, 'OUT')).status).toBe(200)
    expect(await getPath(first)).toBe(first)
    const top = (await getMenu()).map(({ MENU_ID }) => MENU_ID)
    expect(top[top.indexOf('mst') + 1]).toBe(first)
    expect((await moveMenu(first, 'IN')).status).toBe(200)
    expect((await getChildIds('mst')).at(-1)).toBe(first)
    expect((await moveMenu('mdm', 'IN')).status).toBe(200)
    expect(await getPath('mdm-other')).toBe('his/mdm/mdm-other')
  })

  test('reports why a menu cannot move further', async () => {
    const [first = '', second = ''] = await getChildIds('mst')
    expect(reasons(await moveMenu(first, 'UP'))).toEqual([errorAt('MENU_ID', alreadyFirst)])
    expect(reasons(await moveMenu((await getChildIds('mst')).at(-1) ?? '', 'DOWN'))).toEqual([
      errorAt('MENU_ID', alreadyLast),
    ])
    expect(reasons(await moveMenu(second, 'IN'))).toEqual([errorAt('MENU_ID', noGroupAbove)])
    expect(reasons(await moveMenu('mst', 'OUT'))).toEqual([errorAt('MENU_ID', notInGroup)])
    expect(reasons(await moveMenu('CommonPopup', 'UP'))).toEqual([
      errorAt('MENU_ID', notInMenuTree),
    ])
  })

  test('renumbers only the moved menu where possible and keeps the order otherwise', async () => {
    const before = await getChildIds('mst')
    const [moved = ''] = before
    for (const _ of before.slice(1)) await moveMenu(moved, 'DOWN')
    expect(await getChildIds('mst')).toEqual([...before.slice(1), moved])
    const rows = await site.db.query(sql`
      select from site_menu where menu_seq is not null`)
    expect(rows).toHaveLength(1)
    for (const _ of before.slice(1)) await moveMenu(moved, 'UP')
    // Insert between the same neighbours until no sequence number is free.
    for (const each of before.slice(2, 8)) {
      for (let index = before.indexOf(each); index > 1; index -= 1) {
        expect((await moveMenu(each, 'UP')).status).toBe(200)
      }
    }
    const [first = '', second = '', ...more] = before
    expect(await getChildIds('mst')).toEqual([
      first,
      ...more.slice(0, 6).toReversed(),
      second,
      ...more.slice(6),
    ])
  })

  test('moving a menu by keys can be undone step by step, with the neighbours it displaced', async () => {
    const before = await getChildIds('mst')
    const [first = '', second = ''] = before
    await moveMenu(second, 'UP')
    await moveMenu(first, 'OUT')
    expect((await undo()).status).toBe(200)
    expect((await getChildIds('mst')).slice(0, 2)).toEqual([second, first])
    expect((await undo()).status).toBe(200)
    expect(await getChildIds('mst')).toEqual(before)
    const changes = await admin.query('system/fact-changes', { TABLE_NM: 'site_menu' })
    expect(changes[0]).toMatchObject({ CHANGED_BY: 'admin', RECORD_KEY: second })
  })

  test('moving a menu by keys cannot be undone after another user changed the menu', async () => {
    const [first = ''] = await getChildIds('mst')
    await moveMenu(first, 'DOWN')
    await site.db.execute(
      sql`update site_menu set menu_nm = 'theirs', updated_by = 'other' where menu_id = ${first}`,
    )
    const refused = await undo()
    expect(refused.status).not.toBe(200)
    expect(reasons(refused)[0]).toContain(changedSince.ko)
  })
})

describe('importing a sheet of the menu', () => {
  const importMenus = (rows: readonly Row[]) =>
    admin.call(
      '/api/wms/comm/wmsCommon/saveProcedure',
      {
        PROCEDURE: 'system/save-site-menus',
        ROWS: rows.map((row, index) => ({ NO: index + 1, ...row })),
        IMPORT: { FILE_NM: 'menu.xlsx' },
      },
      { 'idempotency-key': randomUUID() },
    )

  test('nests groups, skips product defaults and is undone as a whole', async () => {
    const taken = await importMenus([
      { MENU_ID: 'SHEET', MENU_NM: 'Sheet' },
      { MENU_ID: 'Zone', UPPER_MENU_ID: 'SHEET' },
      { MENU_ID: 'Cell', UPPER_MENU_ID: 'mst' },
      { MENU_ID: 'mdm', UPPER_MENU_ID: 'mst' },
    ])
    expect(taken.body).toMatchObject({
      message: importMessage({ created: 2, updated: 1, same: 1 }).ko,
    })
    expect(await getPath('Zone')).toBe('SHEET/Zone')
    expect(await getPath('mdm-code')).toBe('mst/mdm/mdm-code')
    const IMPORT_NO = Number(Reflect.get(taken.body.data as object, 'IMPORT_NO'))
    const undone = await admin.call(
      '/api/import/undo',
      { IMPORT_NO },
      { 'idempotency-key': randomUUID() },
    )
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect(await getPath('Zone')).toBe('mst/Zone')
    expect(await getPath('mdm-code')).toBe('mdm/mdm-code')
    expect(await getMenuRow('SHEET')).toEqual({})
  })
})
