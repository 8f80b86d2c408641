import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Operation } from '#kernel/operation.ts'
import { lookupPath } from '#kernel/lookup-path.ts'
import { partnerMenus } from '#server/auth/partner-menus.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import { eventSources } from '#server/events/event-sources.ts'
import { publishEvent } from '#server/events/publish-event.ts'
import { handlers, lookups } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { readEvents } from '#tests/support/event-reader.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { addItem, orderLine, pickAll, putStock, runStep } from '#tests/support/floor.ts'
import { validSaveValues } from '#tests/support/save-values.ts'
import { createSiteApp, type Reply, type Visitor } from '#tests/support/site-app.ts'
import { listSiteRoutes } from '#tests/support/site-routes.ts'
import { orderStep, createScmOrder, type Row } from './support.ts'

/** User of OWN-BR with permission for every screen, who calls every operation. */
let site: TestSite
let admin: TestUser
const hidden = new Set(['HIDE'])
const theirs: Row = {}

const savePath = '/api/wms/comm/wmsCommon/saveProcedure'
const operations = handlers.map(({ operation }) => operation)
const isOpen = (operation: Operation) =>
  grantingRoutes(operation).some((route) => partnerMenus.includes(route))

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await grantEverything(site, 'CUSTOMER')
  for (const name of ['OWN', 'HIDE']) await addBranch(name)
  await site.db.execute(sql`insert into scm_partner_user (owner_cd, partner_cd, user_id)
    values ('HANBIT', 'OWN-BR', 'customer'), ('HANBIT', 'HIDE-BR', 'hide-user')`)
  await site.db.execute(sql`update user_owner set owner_cd = 'HANBIT' where user_id = 'customer'`)
  for (const name of ['OWN', 'HIDE']) await addWork(name)
})
afterAll(() => closeVerified(site))

const logInAsPartner = async (): Promise<Visitor> => (await createSiteApp(site)).login('customer')

/** A branch with every kind of record, each named after it. */
async function addBranch(name: string): Promise<void> {
  await addItem(site.db, `${name}-ITEM`)
  await site.db.script(`
    insert into app_user (user_id, user_nm, password_hash)
      values ('${name.toLowerCase()}-user', '${name}-PERSON', 'none');
    insert into ship_to (owner_cd, ship_to_cd, ship_to_nm) values
      ('HANBIT', '${name}-SHOP', '${name} shop'), ('HANBIT', '${name}-SHOP2', '${name} shop 2');
    insert into supplier (owner_cd, supplier_cd, supplier_nm)
      values ('HANBIT', '${name}-SUP', '${name} supplier');
    insert into partner_profile (wcode, owner_cd, profile_cd, profile_nm)
      values ('W01', 'HANBIT', '${name}-PROF', '${name} profile');
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd, ship_to_cd, supplier_cd,
        profile_cd, manager_nm, email, remark) values
      ('HANBIT', '${name}-BR', '${name} branch', 'BRANCH', '${name}-SHOP', '${name}-SUP',
        '${name}-PROF', '${name}-MAN', '${name}@example.com', '${name}-REMARK'),
      ('HANBIT', '${name}-PT', '${name} partner', 'PARTNER', null, null, null, null, null, null);
    insert into scm_partner_stock (owner_cd, partner_cd, stock_cd)
      values ('HANBIT', '${name}-BR', '${name}-ITEM');
    insert into scm_partner_ship_to (owner_cd, partner_cd, ship_to_cd)
      values ('HANBIT', '${name}-BR', '${name}-SHOP2');
    insert into scm_partner_holiday (owner_cd, partner_cd, holiday_dt, holiday_nm)
      values ('HANBIT', '${name}-BR', '2030-01-01', '${name} closed');
    insert into stored_file (file_sn, file_nm, media_type, byte_count, sha256, wcode, owner_cds,
        created_by)
      values ('${name}-FILE', '${name}.pdf', 'application/pdf', 1, '${'0'.repeat(64)}', 'W01',
        '{HANBIT}', '${name.toLowerCase()}-user')`)
}

/**
 * Orders of a branch in every status, with stock in boxes, serial numbers, changed dates and an
 * import.
 */
async function addWork(name: string): Promise<void> {
  const today = timestampAt(Date.now()).slice(0, 8)
  const item = `${name}-ITEM`
  await putStock(site.db, { item, qty: 20, cell: name === 'OWN' ? 'A-060' : 'A-061' })
  const createOrder = (kind: 'IN' | 'OUT', no: string) =>
    createScmOrder(admin, kind, [orderLine(item, 3, { REMARK: `${name}-LINE` })], {
      BRANCH_CD: `${name}-BR`,
      PARTNER_ORDER_NO: `${name}-${no}`,
      REQUEST_DT: addDays(today, 7),
      REMARK: `${name}-HEAD`,
    })
  const into = await createOrder('IN', 'IN')
  const receipt = await orderStep(admin, 'accept-orders', into)
  const open = await createOrder('OUT', 'OPEN')
  const out = await createOrder('OUT', 'OUT')
  await site.db.execute(sql`update scm_order set serial_yn = 'Y' where scm_no = ${out}`)
  const shipped = await orderStep(admin, 'accept-orders', out)
  const SHIPMENT_NO = String(shipped.body.data.rows[0]?.['SHIPMENT_NO'])
  for (const step of ['allocate', 'mark-listed']) await runStep(admin, step, SHIPMENT_NO)
  await pickAll(admin, SHIPMENT_NO)
  const tie = { SHIPMENT_NO, LINE_NO: 1, MATCH_CD: 'SERIAL', NUMBERS: `${name}-SN1` }
  await admin.save('outbound/tie-numbers', [tie])
  const scan = { SHIPMENT_NO, BOX_NO: `${name}-BOX`, CODE: item, QTY: 1 }
  await admin.save('outbound/pack-scan', [scan])
  const moved = await createOrder('OUT', 'MOVED')
  const day = { SCM_NO: moved, NEW_DT: addDays(today, 8), REASON: `${name}-REASON` }
  const batch = await admin.save('supply-chain/change-dates', [day])
  const sheet = { NO: 1, SHEET_CD: 'BRANCH', OWNER_CD: 'HANBIT', NAME: `${name} new` }
  const ROWS = [{ ...sheet, CODE: `${name}-NEW` }]
  const imported = await admin.call(
    savePath,
    { PROCEDURE: 'supply-chain/upload-basic-data', ROWS, IMPORT: { FILE_NM: `${name}.xlsx` } },
    { 'idempotency-key': randomUUID() },
  )
  expect([batch.status, imported.status], JSON.stringify(imported.body)).toEqual([200, 200])
  if (name === 'OWN') return
  const RECEIPT_NO = String(receipt.body.data.rows[0]?.['RECEIPT_NO'])
  Object.assign(theirs, {
    SCM_NO: open,
    DOC_REF: open,
    DOC_NO: SHIPMENT_NO,
    SHIPMENT_NO,
    RECEIPT_NO,
    BATCH_NO: batch.body.data.rows[0]?.['BATCH_NO'] ?? null,
    IMPORT_NO: Number(Reflect.get(imported.body.data, 'IMPORT_NO')),
    BRANCH_CD: 'HIDE-BR',
    PARTNER_CD: 'HIDE-BR',
    SHIP_TO_CD: 'HIDE-SHOP',
    SUPPLIER_CD: 'HIDE-SUP',
    PROFILE_CD: 'HIDE-PROF',
    STOCK_CD: 'HIDE-ITEM',
    CODE: 'HIDE-ITEM',
    USER_ID: 'hide-user',
    BOX_NO: 'HIDE-BOX',
    SERIAL_NO: 'HIDE-SN1',
    PARTNER_ORDER_NO: 'HIDE-OPEN',
  })
  for (const number of [into, open, out, moved, SHIPMENT_NO, RECEIPT_NO]) hidden.add(number)
}

function findLeaks(response: Reply, request: object): string[] {
  const text = response.bytes.toString('utf8').toUpperCase()
  const question = JSON.stringify(request).toUpperCase()
  return [...hidden].filter((mark) => {
    const shown = Object.values(theirs).filter((value) => question.includes(`"${String(value)}"`))
    const remaining = shown.reduce<string>(
      (rest, value) => rest.replaceAll(String(value).toUpperCase(), ''),
      text,
    )
    return remaining.includes(mark)
  })
}

interface RequestTry {
  readonly body: object
  readonly headers?: Record<string, string>
}

const newKeyHeader = () => ({ 'idempotency-key': randomUUID() })

/** All variants of a query: rows, Arrow, count, groups, position, names. */
function queryTries(operation: Operation): RequestTry[] {
  if (operation.type !== 'query') return []
  const columns = Object.keys(operation.output)
  const searches = Object.keys(operation.search).filter((name) => name in theirs)
  return [
    { body: {} },
    { body: {}, headers: { accept: 'application/vnd.apache.arrow.stream' } },
    { body: { FILTERS: [{ COLUMN: columns[0], OPERATOR: 'Like', VALUES: ['HIDE'] }] } },
    { body: { FOOTERS: columns.map((COLUMN) => ({ COLUMN, KIND: 'MAX' })) } },
    ...columns.slice(0, 12).map((name) => ({ body: { GROUP: { BY: [name], MOST: [name] } } })),
    ...searches.map((name) => ({ body: { SEARCH: { [name]: theirs[name] } } })),
    ...searches.map((name) => ({
      body: { LOCATE: { FROM: 0, VALUES: { [name]: theirs[name] } } },
    })),
  ]
}

/** Pairs of rows, one with a key of the other branch and one with a key that does not exist. */
function rowsThatName(operation: Operation): { theirs: Row; none: Row }[] {
  if (!('input' in operation)) return []
  const names = Object.keys(operation.input).filter((name) => name in theirs)
  if (operation.name.includes('-orders')) names.push('DOC_REF')
  return names.map((name) => {
    const row = (value: Row[string]): Row => ({
      ...validSaveValues,
      NO: 1,
      OWNER_CD: 'HANBIT',
      BRANCH_CD: 'OWN-BR',
      PARTNER_CD: null,
      SHIP_TO_CD: null,
      SUPPLIER_CD: null,
      STOCK_CD: 'OWN-ITEM',
      ROW_TYPE: 'H',
      BATCH_FLAG: name === 'DOC_REF' || name === 'SCM_NO' ? 'U' : 'I',
      DOC_REF: 'NEW',
      [name]: value,
    })
    // The ending of this id requires the same Korean particle in messages.
    const none =
      typeof theirs[name] === 'number'
        ? 999_999
        : String(theirs[name]).replace(/^(?:HIDE|S[OH]-\d+|RC-\d+)/i, 'NONE')
    return { theirs: row(theirs[name] ?? null), none: row(none) }
  })
}

const getColumns = (operation: Operation) =>
  operation.type === 'query'
    ? Object.keys(operation.output).map((name) => ({ name, title: name, kind: 'text' }))
    : []

function collectTries(): Map<string, RequestTry[]> {
  const found = new Map<string, RequestTry[]>()
  const add = (route: string, ...more: RequestTry[]) =>
    void found.set(route, [...(found.get(route) ?? []), ...more])
  for (const operation of operations) {
    const { name, type } = operation
    const rows = rowsThatName(operation)
    if (type === 'query') {
      const full = isOpen(operation) ? queryTries(operation) : [{ body: {} }]
      add(`POST /api/wms/${name}`, ...full)
      const COLUMNS = getColumns(operation)
      add('POST /api/file/exportQuery', { body: { QUERY: name, FILE_NM: 'x', COLUMNS } })
    } else if (type === 'print') {
      for (const one of [{}, ...rows.map(({ theirs: row }) => row)]) {
        add(`POST /api/print/${name}`, { body: { ROWS: [one] } })
        const job = { reportName: name, jsonData: [one] }
        add('POST /oz80/server', { body: job })
      }
    } else {
      add('POST /api/file/templateDownload', { body: { PROCEDURE: name } })
      for (const { theirs: row } of isOpen(operation) ? rows : rows.slice(0, 1)) {
        for (const IMPORT of [undefined, { FILE_NM: 'x.csv' }])
          add(`POST ${savePath}`, {
            body: { PROCEDURE: name, ROWS: [row], IMPORT },
            headers: newKeyHeader(),
          })
      }
    }
  }
  for (const { name } of lookups) {
    for (const TEXT of ['', 'HIDE', 'HIDE-SHOP', 'HIDE-BR']) {
      for (const EXACT of ['Y', 'N'])
        add(`POST ${lookupPath(name)}`, { body: { SEARCH: TEXT, EXACT } })
      add('POST /api/code/select', { body: { SEARCH: name, TEXT } })
      add('POST /api/wms/comm/wmsCommon/selectDyanamicContext', { body: { SEARCH: name, TEXT } })
    }
  }
  return found
}

/** Requests for the remaining routes. A route missing from both lists must be added here. */
const others: Readonly<Record<string, readonly object[]>> = {
  'POST /api/records/search': [{ SEARCH: 'HIDE' }, { SEARCH: 'SO-' }, { SEARCH: 'SH-' }],
  'POST /api/home': [{}],
  'POST /api/import/list': [{}],
  'POST /api/import/undo': [{ IMPORT_NO: 'theirs' }],
  'POST /api/file/fileDownload': [{ fileSn: 'HIDE-FILE' }],
  'GET /api/file/fileDownload': [{ fileSn: 'HIDE-FILE' }],
  'POST /api/file/base64ImageDownload': [{ fileSn: 'HIDE-FILE' }],
  'POST /api/view/list': partnerMenus.map((MENU_ID) => ({ MENU_ID })),
  'POST /api/missingGrant': partnerMenus.map((MENU_ID) => ({ MENU_ID, ACTION: 'save' })),
  'POST /api/code/selectCommonCode': [{ CODES: ['scm-state', 'scm-partner-kind'] }],
  'POST /api/auth/registrations': [{}],
}

/** Routes of the session and the page, which read no owner's rows. */
const withoutOwner = new Set(
  [
    'grantRequest/ask grantRequest/mine grantRequest/answers',
    'unreadable-address languageMap menuMap session seeAs/end setting/load setting/save login logout',
    'auth/authorized auth/approveRegistration auth/register auth/rejectRegistration auth/findMyId',
    'auth/find/password auth/initPassword auth/privacyPolicy changePassword factor/state factor/begin',
    'factor/confirm factor/prove factor/drop login/passkey login/passkey/ask factor/passkey/begin',
    'factor/passkey/add factor/passkey/ask factor/passkey/drop factor/passkey/prove file/exportExcel file/printGrid file/readSpreadsheet',
    'file/fileUpload file/logoImageDownload mail/send registMyMenu reorderMyMenu insertVisitLog health live ready',
    'partner/openapi.json partner/docs partner/message partner/messages partner/results',
    'partner/acknowledge partner/stock view/save view/delete job/list job/result job/cancel events code/selectMyWcode',
  ]
    .join(' ')
    .split(' ')
    .flatMap((name) => [`POST /api/${name}`, `GET /api/${name}`])
    .concat('GET /metrics'),
)

test('no response to a branch user contains a row of another branch', async () => {
  const partner = await logInAsPartner()
  const known = collectTries()
  for (const [route, bodies] of Object.entries(others)) {
    known.set(
      route,
      bodies.map((body) => ({
        body: 'IMPORT_NO' in body ? { IMPORT_NO: theirs['IMPORT_NO'] } : body,
        headers: newKeyHeader(),
      })),
    )
  }
  const untried = listSiteRoutes(site.app).filter(
    (route) => !known.has(route) && !withoutOwner.has(route) && !route.includes(' /oz80/'),
  )
  expect(untried).toEqual([])
  const leaking: string[] = []
  let answered = 0
  for (const [route, asked] of known) {
    const [method = '', path = ''] = route.split(' ')
    for (const { body, headers } of asked) {
      const query = new URLSearchParams(
        Object.entries(body).map(([name, value]) => [name, String(value)]),
      )
      const response =
        method === 'GET'
          ? await partner.get(`${path}?${query.toString()}`)
          : await partner.post(path, body, headers)
      if (response.status < 300) answered += 1
      for (const mark of findLeaks(response, body)) {
        leaking.push(`${mark}: ${route} ${JSON.stringify(body).slice(0, 160)} ${response.status}`)
      }
    }
  }
  expect(leaking).toEqual([])
  expect(answered).toBeGreaterThan(150)
})

test('every query of the area has data of another branch to hide', async () => {
  const partner = await logInAsPartner()
  const shared = ['supply-chain/holiday', 'supply-chain/long-stored']
  for (const operation of operations.filter(
    (candidate) => candidate.type === 'query' && isOpen(candidate),
  )) {
    const [all, own] = [
      await admin.query(operation.name),
      await partner.post(`/api/wms/${operation.name}`),
    ]
    if (shared.includes(operation.name)) continue
    expect(JSON.stringify(all), operation.name).toMatch(/HIDE/i)
    expect(own.text, operation.name).toMatch(/OWN/i)
    const counted = await partner.post(`/api/wms/${operation.name}`, { COUNT: 'Y' })
    expect(counted.body.data['ROWS'], operation.name).toBe(own.body.data.length)
  }
})

test('another branch’s data appears nonexistent to a branch user', async () => {
  const partner = await logInAsPartner()
  const reported: string[] = []
  for (const operation of operations.filter(
    (candidate) => candidate.type === 'procedure' && isOpen(candidate),
  )) {
    for (const { theirs: named, none } of rowsThatName(operation)) {
      const tryRow = async (row: Row) => {
        const body = { PROCEDURE: operation.name, ROWS: [row], DRY_RUN: 'Y' }
        const { status, text } = await partner.post(savePath, body)
        const names = Object.values(row).filter((value) =>
          /^(HIDE|NONE|SO-|SH-|RC-)/i.test(String(value)),
        )
        return [
          status,
          names.reduce<string>((rest, name) => rest.replaceAll(String(name), '?'), text),
        ]
      }
      const [foreignTexts, unknownTexts] = [await tryRow(named), await tryRow(none)]
      if (JSON.stringify(foreignTexts) !== JSON.stringify(unknownTexts))
        reported.push(
          `${operation.name}: ${foreignTexts.join(' ')} and not ${unknownTexts.join(' ')}`,
        )
    }
  }
  expect(reported).toEqual([])
})

test('the event stream reveals only that something of another branch changed', async () => {
  const here = await createSiteApp(site)
  const address = await here.listen()
  const reader = await readEvents(address, (await here.login('customer')).cookie)
  await createScmOrder(admin, 'OUT', [orderLine('HIDE-ITEM', 1)], {
    BRANCH_CD: 'HIDE-BR',
    PARTNER_ORDER_NO: 'HIDE-EVENT',
    REQUEST_DT: '20300301',
  })
  await site.db.transaction((tx) =>
    publishEvent(tx, {
      source: eventSources.save,
      wcode: null,
      owners: null,
      content: { OPERATION: 'the-end' },
    }),
  )
  await reader.next(({ data }) => data['OPERATION'] === 'the-end')
  const received = JSON.stringify(reader.passed)
  expect(received).toContain('save-shipment-orders')
  expect([...hidden].filter((mark) => received.toUpperCase().includes(mark))).toEqual([])
})
