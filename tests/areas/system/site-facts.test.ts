import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { requiredMenu, siteMenuNotFound } from '#server/roles/site-menus.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { screenTitle } from '#tests/support/labels.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>

const reasons = (response: Awaited<ReturnType<TestUser['save']>>): string[] =>
  (response.body.rows ?? []).map(({ COLUMN, POERROR }) => `${COLUMN}: ${POERROR}`)

describe('number rules', () => {
  const getRule = async (RULE_CD = 'RECEIPT') =>
    (await admin.query('system/number-rules', { RULE_CD }))[0] ?? {}
  const change = async (extra: Row) =>
    admin.save('system/save-number-rules', [{ ...(await getRule()), BATCH_FLAG: 'U', ...extra }])
  const takeNumbers = async (day: string, wanted = 1) => {
    const rows = await site.db.query<{ n: string }>(sql`
      select next_numbers('RECEIPT', ${day}::date, ${wanted}) n`)
    return rows.map(({ n }) => n)
  }
  const getDay = async (days: number) => {
    const [row] = await site.db.query<{ day: string }>(sql`
      select to_char((now() at time zone 'Asia/Seoul')::date + ${days}::int, 'YYYYMMDD') "day"`)
    return row?.day ?? ''
  }

  test('number rules show the next three numbers and apply a change from the next period without gaps', async () => {
    const [today, tomorrow] = [await getDay(0), await getDay(1)]
    expect(await takeNumbers(today, 2)).toEqual([`RC-${today}-0001`, `RC-${today}-0002`])
    expect((await getRule())['NEXT_THREE']).toBe(`RC-${today}-0003, 0004, 0005`)
    const request = { NEXT_PREFIX: 'IN-', NEXT_PATTERN: 'YYYYMM', NEXT_DIGITS: 5 }
    expect((await change(request)).status).toBe(200)
    expect(await getRule()).toMatchObject({
      PREFIX: 'RC-',
      NEXT_PREFIX: 'IN-',
      NEXT_FROM_DT: tomorrow,
    })
    expect((await getRule())['THEN_THREE']).toBe(`IN-${tomorrow.slice(0, 6)}-00001, 00002, 00003`)
    expect(await takeNumbers(today)).toEqual([`RC-${today}-0003`])
    expect(await takeNumbers(tomorrow)).toEqual([`IN-${tomorrow.slice(0, 6)}-00001`])
    expect(await takeNumbers(today)).toEqual([`RC-${today}-0004`])
  })

  test('number rules continue beyond their number of digits', async () => {
    const today = await getDay(0)
    await site.db.execute(sql`
      update auto_number set last_no = 9998 where rule_cd = 'RECEIPT' and period = ${today}`)
    expect(await takeNumbers(today, 2)).toEqual([`RC-${today}-9999`, `RC-${today}-10000`])
  })

  test('a pending change of a number rule is withdrawn by clearing it', async () => {
    await change({ NEXT_PREFIX: null, NEXT_PATTERN: null, NEXT_DIGITS: null })
    expect(await getRule()).toMatchObject({ NEXT_FROM_DT: null, THEN_THREE: null, PREFIX: 'RC-' })
    const added = await admin.save('system/save-number-rules', [{ BATCH_FLAG: 'I', RULE_CD: 'X' }])
    expect(reasons(added)).toEqual(['RULE_CD: 규칙은 추가하거나 삭제할 수 없습니다.'])
    expect(reasons(await change({ NEXT_DIGITS: 2 }))[0]).toContain('NEXT_DIGITS')
  })
})

describe('code lists', () => {
  const group = (GROUP_CD: string): Row => ({
    BATCH_FLAG: 'I',
    ROW_TYPE: 'H',
    DOC_REF: GROUP_CD,
    GROUP_CD,
    GROUP_NM: 'Return reasons',
  })
  const code = (DOC_REF: string, CODE_CD: string, extra: Row = {}): Row => ({
    BATCH_FLAG: 'I',
    ROW_TYPE: 'L',
    DOC_REF,
    CODE_CD,
    CODE_NM: `${CODE_CD} name`,
    ...extra,
  })
  const getOfferedCodes = async (list: string) => {
    const { bytes } = await admin.call('/api/code/selectCommonCode', { CODES: [list] })
    const { data } = JSON.parse(bytes.toString()) as { data: Record<string, { CODE: string }[]> }
    return data[list]?.map(({ CODE }) => CODE)
  }

  test('codes of the site are offered in their order and within their validity period', async () => {
    const save = await admin.save('system/save-codes', [
      group('visit-reason'),
      code('visit-reason', 'B', { CODE_SEQ: 1 }),
      code('visit-reason', 'A', { CODE_SEQ: 2 }),
      code('visit-reason', 'OLD', { TO_DT: '20200101' }),
      code('visit-reason', 'OFF', { USE_YN: 'N' }),
    ])
    expect(save.status, JSON.stringify(save.body)).toBe(200)
    expect(await getOfferedCodes('visit-reason')).toEqual(['B', 'A'])
    expect(await getOfferedCodes('yes-no')).toEqual(['Y', 'N'])
  })

  test('codes of the program are fixed and show how many records use each', async () => {
    const save = await admin.save('system/save-codes', [group('yes-no')])
    expect(reasons(save)).toEqual([expect.stringMatching(/^GROUP_CD: ./)])
    const codes = await admin.query('system/common-codes', { GROUP_CD: 'allocation-strategy' })
    // Two owners of the test company use FEFO.
    expect(codes.map((row) => [row['CODE_CD'], row['USE_COUNT']])).toEqual([
      ['FEFO', 2],
      ['FIFO', 0],
      ['LIFO', 0],
    ])
    const [kinds] = await admin.query('system/code-groups', { GROUP_CD: '=organization-kind' })
    expect(kinds).toMatchObject({ GROUP_NM: '조직 · 구분', ENGLISH_NM: 'Organization · Kind' })
    const [asked] = await admin.query('system/code-groups', { GROUP_CD: '=label-format' })
    expect(asked).toMatchObject({
      GROUP_NM: '파렛트·박스 번호 라벨 · 인쇄형식',
      ENGLISH_NM: 'Pallet and box number labels · Format',
    })
    const groups = await admin.query('system/code-groups', { SYSTEM_YN: 'Y' })
    const unnamed = groups.filter(({ GROUP_CD, GROUP_NM }) => GROUP_CD === GROUP_NM)
    expect(unnamed.map(({ GROUP_CD }) => GROUP_CD)).toEqual([])
    const [fixed] = await admin.query('system/code-groups', { GROUP_CD: 'yes-no' })
    expect(fixed).toMatchObject({ SYSTEM_YN: 'Y', CODE_COUNT: 2 })
  })

  test('an unused code can be deleted from its current version only, and restored', async () => {
    const codes = await admin.query('system/common-codes', { GROUP_CD: 'visit-reason' })
    const row = codes.find(({ CODE_CD }) => CODE_CD === 'A')
    const line = { ...row, ROW_TYPE: 'L', DOC_REF: 'visit-reason', BATCH_FLAG: 'D' }
    expect((await admin.save('system/save-codes', [{ ...line, VERSION: 9 }])).status).toBe(409)
    expect((await admin.save('system/save-codes', [line])).status).toBe(200)
    const changes = await admin.query('system/fact-changes', { TABLE_NM: 'common_code' })
    expect(changes[0]).toMatchObject({ CHANGE_CD: 'D', CHANGED_BY: 'admin' })
    const undo = { CHANGE_NO: changes[0]?.['CHANGE_NO'] ?? null }
    expect((await admin.save('system/undo-fact-change', [undo])).status).toBe(200)
    expect(await getOfferedCodes('visit-reason')).toContain(row?.['CODE_CD'])
  })
})

describe('the site menu', () => {
  const getMenuRow = async (MENU_ID: string) =>
    (await admin.query('system/site-menus')).find((row) => row['MENU_ID'] === MENU_ID) ?? {}
  const save = async (MENU_ID: string, extra: Row) =>
    admin.save('system/save-site-menus', [
      { ...(await getMenuRow(MENU_ID)), BATCH_FLAG: 'U', ...extra },
    ])
  const getMenu = async () => {
    const { bytes } = await admin.call('/api/menuMap')
    return JSON.parse(bytes.toString()) as {
      menuHierarchyList: { MENU_ID: string; children: { MENU_ID: string; MENU_NM: string }[] }[]
      menuMap: Record<string, { MENU_NM: string }>
    }
  }
  const getMasterMenus = async () =>
    (await getMenu()).menuHierarchyList.find(({ MENU_ID }) => MENU_ID === 'mst')?.children ?? []

  test('overrides names and order of the product menu and hides entries', async () => {
    expect((await save('Zone', { MENU_NM: 'area', MENU_SEQ: 0 })).status).toBe(200)
    expect((await save('Cell', { HIDE_YN: 'Y' })).status).toBe(200)
    const entries = await getMasterMenus()
    expect(entries.slice(0, 2).map(({ MENU_NM }) => MENU_NM)).toContain('area')
    expect(entries.map(({ MENU_ID }) => MENU_ID)).not.toContain('Cell')
    expect(Object.values((await getMenu()).menuMap).map(({ MENU_NM }) => MENU_NM)).toContain('area')
    expect((await save('Zone', { MENU_NM: null, MENU_SEQ: null })).status).toBe(200)
    expect((await getMasterMenus()).find(({ MENU_ID }) => MENU_ID === 'Zone')?.MENU_NM).toBe(
      screenTitle('Zone'),
    )
  })

  test('the site menu cannot hide the screen that manages it', async () => {
    expect(reasons(await save('Menu', { HIDE_YN: 'Y' }))[0]).toBe(`HIDE_YN: ${requiredMenu.ko}`)
    const unknown = await admin.save('system/save-site-menus', [{ BATCH_FLAG: 'I', MENU_ID: 'No' }])
    expect(reasons(unknown)).toEqual([`MENU_ID: ${siteMenuNotFound.ko}`])
  })

  test('the screen list shows the queries and roles of a screen', async () => {
    const screens = await admin.query('system/screens', { MENU_ID: 'Owner' })
    const owner = screens.find(({ MENU_ID }) => MENU_ID === 'Owner')
    expect(owner?.['QUERIES']).toContain('master/owner')
    expect(owner?.['ROLE_NMS']).toContain('화주')
  })
})

describe('the data dictionary', () => {
  test('marks the words of a column that lack an explanation', async () => {
    const [column] = await admin.query('system/data-columns', {
      TABLE_NM: 'corp',
      COLUMN_NM: 'PRESIDENT_NM',
    })
    expect(column).toMatchObject({ UNKNOWN_WORDS: 'PRESIDENT', MEANING: '이름', KNOWN_YN: 'N' })
    await admin.save('system/save-data-word', [
      { BATCH_FLAG: 'I', WORD_CD: 'PRESIDENT', WORD_NM: 'president', ENGLISH_NM: 'representative' },
    ])
    const [known] = await admin.query('system/data-columns', {
      TABLE_NM: 'corp',
      COLUMN_NM: 'PRESIDENT_NM',
    })
    expect(known).toMatchObject({ UNKNOWN_WORDS: null, MEANING: 'president 이름', KNOWN_YN: 'Y' })
    const [word] = await admin.query('system/data-word', { WORD_CD: 'PRESIDENT' })
    expect(Number(word?.['USE_COUNT'])).toBeGreaterThan(0)
  })

  test('the system status flags recent errors', async () => {
    await site.db.script(
      `insert into error_log (path, error_code, detail) values ('x', 'SERVER_ERROR', 'x')`,
    )
    const facts = await admin.query('system/site-facts')
    const errors = facts.find(({ FACT_NM }) => FACT_NM === '24시간 오류')
    expect(errors).toMatchObject({ FACT_VALUE: '1', GOOD_YN: 'N' })
  })
})
