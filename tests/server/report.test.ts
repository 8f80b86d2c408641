import { Script } from 'node:vm'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { addOrder, putStock, runStep } from '#tests/support/floor.ts'
import { createSiteApp, type Reply, type Visitor } from '#tests/support/site-app.ts'

let site: TestSite
let shipment = ''

/** One order of HANBIT is allocated, to have a picking list to print. */
beforeAll(async () => {
  site = await testSite()
  await putStock(site.db, { item: 'PLAIN', qty: 10 })
  const admin = await site.login('admin')
  shipment = await addOrder(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 3 }])
  await runStep(admin, 'allocate', shipment)
})
afterAll(() => site.close())

const url = '/oz80/server'
const printRequest = (extra: object = {}) => ({
  reportName: 'outbound/picking-list',
  jsondata: JSON.stringify([{ SHIPMENT_NO: shipment }]),
  ...extra,
})
const formType = { 'content-type': 'application/x-www-form-urlencoded' }
const statusAndCode = (response: Reply) => [response.status, response.headers['x-error-code']]
const toForm = (given: object) =>
  new URLSearchParams(
    Object.entries(given).map(([name, value]) => [name, String(value)]),
  ).toString()
const query = (given: object) => `${url}?${toForm(given)}`

function expectPdf(response: Reply): void {
  expect(response.status, response.text.slice(0, 200)).toBe(200)
  expect(response.headers['content-type']).toBe('application/pdf')
  expect(response.bytes.subarray(0, 5).toString()).toBe('%PDF-')
}

const countSheets = (response: Reply) =>
  [...response.bytes.toString('latin1').matchAll(/\/Type \/Page\b/g)].length

describe('a silent export', () => {
  test('returns the PDF directly by default, under the requested name', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const plain = await admin.post(url, printRequest())
    expectPdf(plain)
    expect(String(plain.headers['content-disposition'])).toContain(
      encodeURIComponent('피킹리스트_'),
    )
    expect(plain.headers['cache-control']).toBe('no-store')
    const named = await admin.post(url, printRequest({ exportFileName: '3월 피킹.pdf' }))
    expect(String(named.headers['content-disposition'])).toMatch(
      /filename\*=UTF-8''3%EC%9B%94%20%ED%94%BC%ED%82%B9\.pdf$/,
    )
  })

  test('prints the requested number of copies', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    expect(countSheets(await admin.post(url, printRequest()))).toBe(1)
    expect(countSheets(await admin.post(url, printRequest({ printCopies: 3 })))).toBe(3)
    expect(statusAndCode(await admin.post(url, printRequest({ printCopies: 11 })))).toEqual([
      400,
      'BODY_INVALID',
    ])
  })

  test('takes the default for values that are left empty', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const names = ['printCopies', 'printSize', 'viewerMode', 'exportMode', 'exportFormat']
    for (const name of [...names, 'exportFileName', 'filePath', 'jsonData']) {
      for (const empty of ['', null])
        expectPdf(await admin.post(url, printRequest({ [name]: empty })))
      expectPdf(await admin.post(url, toForm(printRequest({ [name]: '' })), formType))
      expectPdf(await admin.get(query(printRequest({ [name]: ' ' }))))
    }
    expect(statusAndCode(await admin.post(url, printRequest({ printCopies: 0 })))).toEqual([
      400,
      'BODY_INVALID',
    ])
  })

  test('uses the requested paper size, or A4 by default', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const getPaperSize = async (extra: object) => {
      const [box] =
        /\/MediaBox \[[^\]]*\]/.exec((await admin.post(url, printRequest(extra))).text) ?? []
      return box
    }
    expect(await getPaperSize({})).toBe('/MediaBox [0 0 595.28 841.89]')
    expect(await getPaperSize({ printSize: 'A5' })).toBe('/MediaBox [0 0 419.53 595.28]')
    expect(await getPaperSize({ printSize: 'letter' })).toBe('/MediaBox [0 0 612 792]')
    // 182 × 257 mm is JIS B5; ISO B5 is 176 × 250 mm.
    expect(await getPaperSize({ printSize: 'B5' })).toBe('/MediaBox [0 0 515.91 728.5]')
  })

  test('accepts a job with the names of the spec as JSON, form or query string', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const spelt = {
      filePath: '/outbound/',
      fileNm: 'picking-list.ozr',
      viewerMode: 'export',
      printSize: 'a4',
      exportMode: 'silent',
      exportFormat: 'PDF',
    }
    const rows = [{ SHIPMENT_NO: shipment }]
    expectPdf(await admin.post(url, { ...spelt, jsonData: rows }))
    expectPdf(await admin.post(url, { ...spelt, jsonData: { ROWS: rows } }))
    const text = { ...spelt, jsonData: JSON.stringify(rows) }
    expectPdf(await admin.post(url, toForm(text), formType))
    expectPdf(await admin.get(query(text)))
  })

  test('rejects characters that cannot be stored, also in rows passed as text', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const rows = [{ SHIPMENT_NO: `${shipment}\0\ud800` }]
    const text = JSON.stringify(rows)
    const responses = [
      await admin.post(url, { ...printRequest(), jsondata: rows }),
      await admin.post(url, printRequest({ jsondata: text })),
      await admin.post(url, toForm(printRequest({ jsondata: text })), formType),
      await admin.get(query(printRequest({ jsondata: text }))),
    ]
    expect(responses.map(statusAndCode)).toEqual(responses.map(() => [400, 'TEXT_INVALID']))
    expect(responses.at(-1)?.body.message).toContain('SHIPMENT_NO')
  })

  test.each([
    ['no rows', { jsondata: '[]' }, 'REPORT_DATA'],
    ['rows of invalid JSON', { jsondata: '[{' }, 'REPORT_DATA'],
    ['nested rows', { jsondata: '[{"A":{"B":1}}]' }, 'REPORT_DATA'],
    ['an unknown paper size', { printSize: 'A9' }, 'REPORT_PAPER'],
    ['an unknown format', { exportFormat: 'xls' }, 'REPORT_FORMAT'],
  ])('rejects a job with %s', async (_, more, why) => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    expect(statusAndCode(await admin.post(url, printRequest(more)))).toEqual([400, why])
  })
})

describe('print permission', () => {
  async function grantPrint(menus: readonly string[]): Promise<void> {
    await site.db.execute(sql`delete from role_menu where role_cd in ('NOTHING', 'CUSTOMER')
      and menu_id in ('PickingList', 'Owner')`)
    await site.db.execute(sql`
      insert into role_menu (role_cd, menu_id, actions)
      select role, menu, '{print}' from unnest(array['NOTHING', 'CUSTOMER']) role,
        unnest(${[...menus]}::text[]) menu`)
  }
  const printEveryWay = (user: Visitor, given: object) => [
    user.post(url, given),
    user.get(query(given)),
    user.post(url, { ...given, viewerMode: 'view' }),
  ]

  test('follows the permission of the printed document', async () => {
    const here = await createSiteApp(site)
    const nobody = await here.login('nobody')
    await grantPrint(['Owner'])
    for (const response of await Promise.all(printEveryWay(nobody, printRequest()))) {
      expect(statusAndCode(response)).toEqual([403, 'FORBIDDEN'])
    }
    await grantPrint(['PickingList'])
    for (const response of await Promise.all(printEveryWay(nobody, printRequest())))
      expect(response.status).toBe(200)
    for (const reportName of ['no/such-report', '../server', '']) {
      for (const response of await Promise.all(
        printEveryWay(nobody, printRequest({ reportName })),
      )) {
        expect(statusAndCode(response)).toEqual([403, 'FORBIDDEN'])
      }
    }
  })

  test('a customer cannot print documents of another owner', async () => {
    const here = await createSiteApp(site)
    await grantPrint(['PickingList'])
    const customer = await here.login('customer')
    const printShipment = (number: string) =>
      customer.post(url, printRequest({ jsondata: JSON.stringify([{ SHIPMENT_NO: number }]) }))
    const [theirs, none] = [await printShipment(shipment), await printShipment('SH-NONE')]
    expect([theirs.status, theirs.body]).toEqual([409, none.body])
  })

  test('the request can name a warehouse, which is then checked', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    expectPdf(await admin.get(query(printRequest({ wcode: 'W01' }))))
    expect((await admin.get(query(printRequest({ wcode: 'W02' })))).status).toBe(409)
    const nobody = await here.login('nobody')
    const denied = await nobody.get(query(printRequest({ wcode: 'W02' })))
    expect(statusAndCode(denied)).toEqual([403, 'WAREHOUSE_DENIED'])
    const formed = new URLSearchParams({ ...printRequest(), wcode: 'W02' }).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(statusAndCode(await nobody.post(url, formed, type))).toEqual([403, 'WAREHOUSE_DENIED'])
  })
})

describe('the viewer', () => {
  const openViewer = (user: Visitor, extra: object = {}) =>
    user.get(query(printRequest({ viewerMode: 'view', ...extra })))

  test('loads its scripts and styles only from this server', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const page = await openViewer(admin, { printCopies: 2 })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(page.headers['content-security-policy'])
    expect(policy.split(';')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'self'"]),
    )
    expect(policy).not.toContain('unsafe')
    expect(page.text).toContain('<title>피킹리스트</title>')
    expect(page.text).toMatch(/id="copies"[^>]* value="2"/)
    expect(page.text).not.toMatch(/ on\w+=|style=|https?:/)
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to = '']) => to)
    expect(loaded).toEqual(['/oz80/viewer.css', '/oz80/viewer.js'])
    const script = await admin.get('/oz80/viewer.js')
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(() => new Script(script.text)).not.toThrow()
    const style = await admin.get('/oz80/viewer.css')
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
    const [, font = ''] = /url\('([^']+)'\)/.exec(style.text) ?? []
    expect((await admin.get(font)).bytes.toString('latin1', 0, 4)).toBe('wOF2')
  })

  test('escapes script content in a job', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const evil = '</script><script>alert(1)</script>'
    const jsondata = JSON.stringify([{ SHIPMENT_NO: evil }])
    const page = await openViewer(admin, { jsondata, exportFileName: evil })
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('alert(1)</script>')
    const [, text = ''] = /id="job">(.*?)<\/script>/.exec(page.text) ?? []
    expect(JSON.parse(text)).toMatchObject({
      jsonData: [{ SHIPMENT_NO: evil }],
      exportFileName: evil,
    })
  })
})
