import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#kernel/messages.ts'
import { readSpreadsheet } from '#server/files/spreadsheet-reader.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { screenTitle, columnTitles } from '#tests/support/labels.ts'
import { standardPlace } from '#areas/menu-map.ts'
import { accounts } from '#areas/system/operations/users.ts'
import { emptyExportMessage } from '#areas/system/rules/empty-export.ts'

let site: TestSite
let admin: TestUser
beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

const code = (response: SaveResponse) => [response.status, response.headers['x-error-code']]
const menuIds = (items: unknown) =>
  (items as { MENU_ID: string; INIT_YN: string }[]).map(({ MENU_ID }) => MENU_ID)
async function post(user: TestUser, path: string, body: object = {}) {
  const answer: Record<string, unknown> = JSON.parse((await user.call(path, body)).bytes.toString())
  return answer
}

describe('startup requests', () => {
  test('the session contains the user and warehouse, but no password', async () => {
    const { data } = await post(admin, '/api/session')
    expect(data).toEqual({
      userId: 'admin',
      userNm: 'admin',
      wcode: 'W01',
      locName: '인천',
      corpLocNm: '인천',
      lang: 'ko',
      ownerCd: null,
      mustChangePassword: false,
      awaits: null,
      forPartner: false,
      seenBy: null,
      sso: false,
    })
  })

  test('the session of a user bound to one owner names that owner', async () => {
    const { data } = await post(await site.login('customer'), '/api/session')
    expect(data).toMatchObject({ userId: 'customer', ownerCd: 'GIFT' })
  })

  test('the menu is returned as a tree and by abbreviation, with popups and favourites', async () => {
    const menu = await post(admin, '/api/menuMap')
    expect(Object.keys(menu)).toEqual(['menuHierarchyList', 'menuMap', 'popupMap', 'myMenuList'])
    expect(menu['menuMap']).toMatchObject({
      ZONE: { MENU_ID: 'Zone', MENU_PATH: '/mst/Zone', isFavorite: false },
    })
    expect(menu['popupMap']).toHaveProperty('CommonPopup.MENU_PATH', '/pop/CommonPopup')
    expect(menu['menuHierarchyList']).toContainEqual(
      expect.objectContaining({
        MENU_ID: 'inb',
        MENU_PATH: null,
        MENU_ICON: 'inb',
        UPPER_MENU_ID: '',
      }),
    )
  })

  test('a menu item has every field, and only one favourite is the initial screen', async () => {
    for (const MENU_ID of ['Zone', 'Cell']) await admin.call('/api/registMyMenu', { MENU_ID })
    const both = ['Zone', 'Cell'].map((MENU_ID) => ({ MENU_ID, INIT_YN: 'Y' }))
    const { data } = await post(admin, '/api/reorderMyMenu', both)
    const zonePlace = standardPlace('Zone')
    const [zone, cell] = (data as { myMenuList: Record<string, unknown>[] }).myMenuList
    expect(zone).toEqual({
      MENU_ID: 'Zone',
      MENU_ABBR: 'ZONE',
      MENU_SEQ: 1,
      MENU_NM: screenTitle('Zone'),
      MENU_NM_EN: 'Zones',
      MENU_PATH: '/mst/Zone',
      MENU_ICON: 'mst',
      UPPER_MENU_ID: zonePlace?.upper,
      TREE_PATH: `mst/${zonePlace?.upper === 'mst' ? '' : `${zonePlace?.upper}/`}Zone`,
      INIT_YN: 'Y',
      children: [],
    })
    expect(cell).toMatchObject({ MENU_ID: 'Cell', INIT_YN: 'N' })
    await post(admin, '/api/reorderMyMenu', [])
  })

  test('an entry has the same place and icon in the tree, the map and the favourites', async () => {
    await admin.call('/api/registMyMenu', { MENU_ID: 'Alloc' })
    await admin.call('/api/registMyMenu', { MENU_ID: 'MdmPortMgt' })
    const menu = await post(admin, '/api/menuMap')
    interface Item {
      readonly MENU_ID: string
      readonly MENU_SEQ: number
      readonly children: readonly Item[]
    }
    const leafItems = (items: readonly Item[]): Item[] =>
      items.flatMap((item) => [item, ...leafItems(item.children)])
    const placed = new Map(
      leafItems(menu['menuHierarchyList'] as Item[]).map((item) => [item.MENU_ID, item]),
    )
    const place = (item: unknown) => {
      const { MENU_ICON, UPPER_MENU_ID, TREE_PATH } = item as Record<string, string>
      return { MENU_ICON, UPPER_MENU_ID, TREE_PATH }
    }
    const listed = Object.values(menu['menuMap'] as Record<string, Item>).filter(({ MENU_ID }) =>
      placed.has(MENU_ID),
    )
    expect(listed.length).toBeGreaterThan(200)
    for (const item of [...listed, ...(menu['myMenuList'] as Item[])]) {
      expect([item.MENU_ID, place(item)]).toEqual([item.MENU_ID, place(placed.get(item.MENU_ID))])
      expect(place(item)).toEqual({
        MENU_ICON: expect.stringMatching(/./),
        UPPER_MENU_ID: expect.stringMatching(/./),
        TREE_PATH: expect.stringContaining('/'),
      })
    }
    expect(new Set(listed.map(({ MENU_SEQ }) => MENU_SEQ)).size).toBeGreaterThan(10)
    await post(admin, '/api/reorderMyMenu', [])
  })

  test('a menu without permission is not in the menu map', async () => {
    const customer = await site.login('customer')
    const menu = await post(customer, '/api/menuMap')
    expect(Object.values(menu['menuMap'] as object).map(({ MENU_ID }) => MENU_ID)).toEqual(
      expect.arrayContaining(['InventoryByLot', 'Owner']),
    )
    expect(Object.keys(menu['menuMap'] as object)).toHaveLength(2)
  })

  test('a query returns no column it does not declare', async () => {
    const rows = await admin.query(accounts.name)
    expect(rows.length).toBeGreaterThan(0)
    // Rows that can be saved carry their version.
    const declared = ['VERSION', ...Object.keys(accounts.output)]
    for (const row of rows) expect(declared).toEqual(expect.arrayContaining(Object.keys(row)))
  })

  test('sample pages are only in the menus of users with all permissions', async () => {
    const getSampleMenus = async (userId: string) => {
      const menu = await post(await site.login(userId), '/api/menuMap')
      const items = Object.values(menu['menuMap'] as Record<string, { MENU_PATH: string }>)
      return items.filter(({ MENU_PATH }) => MENU_PATH.startsWith('/z-dev/')).length
    }
    expect([await getSampleMenus('customer'), await getSampleMenus('nobody')]).toEqual([0, 0])
    expect(await getSampleMenus('admin')).toBeGreaterThan(0)
  })

  test('the language map contains the messages in the language of the page', async () => {
    const { data } = await post(admin, '/api/languageMap')
    expect(data).toHaveProperty('MSG000012', messages.MSG000012.ko)
    const english = await admin.call('/api/languageMap', {}, { 'x-lang': 'en' })
    expect(english.body.data).toHaveProperty('MSG000022', messages.MSG000022.en)
  })

  test('only users with a session are authorized', async () => {
    expect(await post(admin, '/api/auth/authorized')).toEqual({ data: true })
    const stranger = await site.app.inject({ method: 'POST', url: '/api/auth/authorized' })
    expect([stranger.statusCode, stranger.headers['x-error-code']]).toEqual([401, 'SESSION_ENDED'])
  })
})

describe('favourites and visits', () => {
  test('the same call adds and removes a favourite and returns the list and state', async () => {
    const first = await post(admin, '/api/registMyMenu', { MENU_ID: 'Zone' })
    expect(first).toMatchObject({
      data: { isFavorite: true, myMenuList: [{ MENU_ID: 'Zone', INIT_YN: 'N' }] },
      message: messages.favouriteAdded.ko,
    })
    const again = await post(admin, '/api/registMyMenu', { MENU_ID: 'Zone' })
    expect(again).toMatchObject({ data: { isFavorite: false, myMenuList: [] } })
  })

  test('the order, initial screen and removal of favourites are saved', async () => {
    for (const MENU_ID of ['Zone', 'Cell', 'Owner']) {
      await admin.call('/api/registMyMenu', { MENU_ID })
    }
    const kept = await post(admin, '/api/reorderMyMenu', [
      { MENU_ID: 'Owner', INIT_YN: 'Y' },
      // Only one screen opens automatically, even if several are marked.
      { MENU_ID: 'Zone', INIT_YN: 'Y' },
    ])
    expect(kept['message']).toBe(messages.saved.ko)
    const { myMenuList, menuMap } = await post(admin, '/api/menuMap')
    expect(menuIds(myMenuList)).toEqual(['Owner', 'Zone'])
    expect(myMenuList).toMatchObject([{ INIT_YN: 'Y' }, { INIT_YN: 'N' }])
    const flagged = Object.values(menuMap as object).filter(({ isFavorite }) => isFavorite)
    expect(menuIds(flagged).toSorted()).toEqual(['Owner', 'Zone'])
  })

  test('a screen without permission can neither become nor remain a favourite', async () => {
    const customer = await site.login('customer')
    for (const MENU_ID of ['Zone', 'Bogus', '']) {
      const refused = await customer.call('/api/registMyMenu', { MENU_ID })
      expect(code(refused)).toEqual([404, 'MENU_UNKNOWN'])
    }
    expect((await post(customer, '/api/menuMap'))['myMenuList']).toEqual([])
    await site.db.execute(sql`
      insert into my_menu (user_id, menu_id, menu_seq) values ('customer', 'Cell', 1)`)
    expect((await post(customer, '/api/menuMap'))['myMenuList']).toEqual([])
    // A favourite whose permission was revoked can still be removed.
    const removed = await post(customer, '/api/registMyMenu', { MENU_ID: 'Cell' })
    expect(removed).toMatchObject({ data: { isFavorite: false, myMenuList: [] } })
  })

  test('a visit is logged with its user and screen', async () => {
    expect(await post(admin, '/api/insertVisitLog', { MENU_ID: 'Cell' })).toEqual({})
    const rows = await site.db.query(sql`select user_id, menu_id from visit_log`)
    expect(rows).toEqual([{ user_id: 'admin', menu_id: 'Cell' }])
  })
})

describe('code lists and lookups', () => {
  test('several code lists are returned in one call, an unknown one empty', async () => {
    const { data } = await post(admin, '/api/code/selectCommonCode', {
      CODES: ['temperature', 'no-such', 'constructor'],
    })
    expect(data).toEqual({
      temperature: [
        { CODE: 'DRY', NAME: '상온' },
        { CODE: 'COOL', NAME: '냉장' },
        { CODE: 'FROZEN', NAME: '냉동' },
      ],
      'no-such': [],
      constructor: [],
    })
  })

  test('the warehouses of the caller are returned as data and as DATA', async () => {
    await site.db.execute(sql`insert into user_warehouse (user_id, wcode) values ('second', 'W02')`)
    const second = await site.login('second')
    const mine = await post(second, '/api/code/selectMyWcode', { SEARCH: { USER_ID: 'admin' } })
    expect(mine['data']).toMatchObject([
      { CODE: 'W01', NAME: '인천' },
      { CODE: 'W02', NAME: '이천' },
    ])
    expect(mine['DATA']).toEqual(mine['data'])
  })

  test.each(['/api/code/select', '/api/wms/comm/wmsCommon/selectDyanamicContext'])(
    '%s returns code lists and lookups in the same form, filtered by its parameters',
    async (path) => {
      const list = await post(admin, path, { SEARCH: 'temperature' })
      expect(list['data']).toContainEqual({ CODE: 'DRY', NAME: '상온' })
      expect(list['DATA']).toEqual(list['data'])
      const shipTos = await post(admin, path, {
        SEARCH: 'ship-to',
        TEXT: '신선',
        OWNER_CD: 'HANBIT',
      })
      expect(shipTos['data']).toMatchObject([{ CODE: 'FRESH', NAME: '신선점' }])
      expect(shipTos['DATA']).toEqual(shipTos['data'])
      const none = await post(admin, path, { SEARCH: 'ship-to', OWNER_CD: 'GIFT' })
      expect(none['data']).toEqual([])
      expect(code(await admin.call(path, { SEARCH: 'no-such' }))).toEqual([404, 'LOOKUP_UNKNOWN'])
    },
  )

  test('every request for code lists includes the site’s own lists', async () => {
    await site.db.execute(
      sql`insert into code_group (group_cd, group_nm) values ('region', 'Region')`,
    )
    await site.db.execute(sql`
      insert into common_code (group_cd, code_cd, code_nm, english_nm, code_seq, use_yn) values
        ('region', 'S', 'South', null, 2, 'Y'), ('region', 'N', 'North', null, 1, 'Y'),
        ('region', 'OLD', 'Former', null, 3, 'N')`)
    const listed = [
      { CODE: 'N', NAME: 'North' },
      { CODE: 'S', NAME: 'South' },
    ]
    const { data } = await post(admin, '/api/code/selectCommonCode', { CODES: ['region'] })
    expect(data).toEqual({ region: listed })
    for (const path of ['/api/code/select', '/api/wms/comm/wmsCommon/selectDyanamicContext']) {
      expect(await post(admin, path, { SEARCH: 'region' })).toEqual({
        data: listed,
        DATA: listed,
      })
    }
  })

  test('a popup is served at its own path and returns the exact match first', async () => {
    await site.db.execute(sql`
      insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'AA', 'A'), ('W01', '0A', '앞')`)
    const found = await post(admin, '/api/pop/commonPopup/selectZone', { SEARCH: 'A' })
    expect((found['DATA'] as object[])[0]).toMatchObject({ CODE: 'A', NAME: 'A존' })
  })

  test('an exact search returns the matching entry or no rows', async () => {
    const findExact = async (SEARCH: string) => {
      const path = '/api/pop/commonPopup/selectZone'
      return (await post(admin, path, { SEARCH, EXACT: 'Y' }))['DATA']
    }
    expect(await findExact('a')).toMatchObject([{ CODE: 'A', NAME: 'A존' }])
    expect(await findExact('앞')).toMatchObject([{ CODE: '0A' }])
    // Partial and ambiguous names do not match, and wildcard characters are literal.
    await site.db.execute(sql`
      insert into zone (wcode, zone_cd, zone_nm) values ('W01', '0B', '앞')`)
    for (const typed of ['존', '앞', '%', 'A_', '']) expect(await findExact(typed)).toEqual([])
  })
})

describe('grid data', () => {
  const search = (SEARCH: object) => admin.call('/api/wms/inventory/movements', { SEARCH })

  test('the Wcode header selects the warehouse', async () => {
    await site.db.execute(sql`insert into user_warehouse (user_id, wcode) values ('admin', 'W02')`)
    await site.db.execute(sql`
      insert into zone (wcode, zone_cd, zone_nm) values ('W02', 'FAR', '먼 곳')`)
    const getZones = async (wcode: string) => {
      const response = await admin.call('/api/wms/master/zone', {}, { wcode })
      return response.body.data.map((row) => row['ZONE_CD'])
    }
    expect(await getZones('W02')).toContain('FAR')
    expect(await getZones('W01')).not.toContain('FAR')
    expect(code(await admin.call('/api/wms/master/zone', {}, { wcode: 'W99' }))).toEqual([
      403,
      'WAREHOUSE_DENIED',
    ])
  })

  test('a search from a later to an earlier date is rejected with MSG000022', async () => {
    const response = await search({ BUSINESS_DT: '20260301~20260228' })
    expect(code(response)).toEqual([422, 'MSG000022'])
    expect(response.body.message).toBe(messages.MSG000022.ko)
  })

  test('a movement search over more than 12 months is rejected with MSG000023', async () => {
    expect((await search({ BUSINESS_DT: '20250301~20260301' })).status).toBe(200)
    const response = await search({ BUSINESS_DT: '20250301~20260302' })
    expect(code(response)).toEqual([422, 'MSG000023'])
    expect(response.body.message).toBe('조회 기간은 12개월을 넘을 수 없습니다.')
  })

  test('an implausible year is rejected', async () => {
    expect(code(await search({ BUSINESS_DT: '11230101' }))).toEqual([422, 'SEARCH_INVALID'])
    expect(code(await search({ BUSINESS_DT: '>=0900' }))).toEqual([422, 'SEARCH_INVALID'])
  })

  test.each([
    ['20280229', 200],
    ['20260229', 422],
    ['21000229', 422],
    ['20260431', 422],
    ['20260430', 200],
    ['20260132', 422],
  ])(
    'a search for %s responds with status %i, because the calendar decides',
    async (day, status) => {
      expect((await search({ BUSINESS_DT: day })).status).toBe(status)
    },
  )

  test('a short date is completed with 01, and a partial year is rejected', async () => {
    expect((await search({ BUSINESS_DT: '>=2026' })).status).toBe(200)
    expect(code(await search({ BUSINESS_DT: '2' }))).toEqual([422, 'SEARCH_INVALID'])
  })
})

describe('spreadsheets', () => {
  const COLUMNS = [
    { title: 'Item', kind: 'text' },
    { title: 'Stock', kind: 'number' },
  ]
  const ROWS = [['Filter, large', 12]]

  test('an export is a CSV named sheet1 by default', async () => {
    const response = await admin.call('/api/file/exportExcel', { COLUMNS, ROWS })
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toContain('sheet1.csv')
    expect(response.bytes.toString()).toBe('\uFEFFItem,Stock\r\n"Filter, large",12\r\n')
    const book = await admin.call('/api/file/exportExcel', {
      COLUMNS,
      ROWS,
      FILE_NM: screenTitle('InventoryByLot'),
      FORMAT: 'xlsx',
    })
    expect(book.headers['content-disposition']).toContain(encodeURIComponent('로트별 재고.xlsx'))
    expect(await readSpreadsheet(book.bytes, { fileName: 'a.xlsx' })).toMatchObject({
      sheetName: 'sheet1',
    })
  })

  test('an empty export writes nothing and responds with 데이터가 비어있습니다.', async () => {
    const response = await admin.call('/api/file/exportExcel', { COLUMNS, ROWS: [] })
    expect(code(response)).toEqual([422, 'EMPTY'])
    expect(response.body.message).toBe(emptyExportMessage.ko)
    expect(response.headers['content-disposition']).toBeUndefined()
  })

  test('a template is an empty workbook with the titles its import expects', async () => {
    const reply = await admin.call('/api/file/templateDownload', { PROCEDURE: 'master/save-zone' })
    expect(reply.status).toBe(200)
    const { rows } = await readSpreadsheet(reply.bytes, { fileName: 'template.xlsx' })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.cells).toEqual(expect.arrayContaining(['존코드', columnTitles.ZONE_NM]))
  })
})
