import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, checkAll, pickAll, putStock, runStep } from '#tests/support/floor.ts'
import { createPartner, type TestPartner } from '#tests/support/partner.ts'
import { partners } from '#server/site/registry.ts'
import { columnTitles } from '#tests/support/labels.ts'

type Schema = Parameters<typeof z.fromJSONSchema>[0]
interface DocumentedResponse {
  readonly description: string
  readonly content?: {
    readonly 'application/json': {
      readonly schema: object
      readonly examples?: Readonly<Record<string, { readonly value: object }>>
    }
  }
}
interface Described {
  readonly requestBody: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: object
        readonly examples: Readonly<Record<string, { readonly value: object }>>
      }
    }
  }
  readonly responses: Readonly<Record<string, DocumentedResponse>>
}
interface Document {
  readonly paths: Readonly<Record<string, { readonly post: Described }>>
  readonly components: { readonly schemas: object }
}

let site: TestSite
let admin: TestUser
let partner: TestPartner
let document: Document

const url = '/api/partner/openapi.json'
const read = async (language: string) => {
  const headers = { 'accept-language': language }
  return site.app.inject({ method: 'GET', url, headers })
}

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await addItem(site.db, 'PUMP')
  await site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = 'PUMP'`)
  partner = await createPartner(site, admin, {
    CODE_MAP:
      'STOCK_CD:ITEM-1=PLAIN, STOCK_CD:ITEM-2=OTHER, STOCK_CD:ITEM-3=PUMP, SUPPLIER_CD:MAKER-1=SUP1, SHIP_TO_CD:SHOP-1=ST1',
  })
  document = (await read('ko')).json<Document>()
})
afterAll(() => closeVerified(site))

/** Schema errors of a value. References point to the document's own components. */
function getFaults(schema: object, value: unknown): string[] {
  const { schemas } = document.components
  const text = JSON.stringify({ ...schema, $defs: schemas })
  const whole: Schema = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'))
  const checked = z.fromJSONSchema(whole).safeParse(value)
  return checked.success ? [] : [checked.error.message]
}

/** Paths of properties without a title or description. */
function findUnexplained(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (name !== 'properties' || typeof inner !== 'object' || inner === null) {
      return name === 'examples' ? [] : findUnexplained(inner, `${place}.${name}`)
    }
    return Object.entries(inner).flatMap(([property, schema]: [string, object]) => {
      const isExplained = ['title', 'description', 'const'].some((key) => key in schema)
      const at = `${place}.${property}`
      return [...(isExplained || property === 'data' ? [] : [at]), ...findUnexplained(schema, at)]
    })
  })
}

const getDescription = (path: string): Described => {
  const found = document.paths[`/api/partner/${path}`]?.post
  if (!found) throw new Error(`${path} is not described`)
  return found
}

const responseSchema = (path: string, status: number): object => {
  const schema =
    getDescription(path).responses[String(status)]?.content?.['application/json'].schema
  if (!schema) throw new Error(`${path}: ${status} is not described`)
  return schema
}

/** Calls as a partner and validates request and response against the document. */
async function callDescribed(path: string, body: object) {
  expect(
    getFaults(getDescription(path).requestBody.content['application/json'].schema, body),
  ).toEqual([])
  const response = await partner.call(path, body)
  expect(response.status, response.message).toBe(200)
  expect(getFaults(responseSchema(path, 200), { data: response.data })).toEqual([])
  return response.data
}

describe('the OpenAPI document', () => {
  test.each(['ko', 'en'])('validates as OpenAPI 3.1 in language %s', async (language) => {
    const response = await read(language)
    expect(response.statusCode).toBe(200)
    const checked = await new Validator().validate(response.json<Record<string, unknown>>())
    expect(checked.errors ?? []).toEqual([])
    expect(checked.valid).toBe(true)
    const hasHangul = /[가-힣]/.test(response.body)
    expect(hasHangul).toBe(language === 'ko')
  })

  test('lists every route with its error responses and examples, and the row schemas', () => {
    expect(Object.keys(document.paths)).toEqual(partners.routes.map(({ path }) => path))
    for (const { post } of Object.values(document.paths)) {
      expect(Object.keys(post.responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '413', '415', '429', '503']),
      )
      expect(Object.keys(post.requestBody.content['application/json'].examples)).not.toEqual([])
    }
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'ReceiptLine',
        'ShipmentLine',
        'StockLine',
        'ShipmentResult',
        'AdjustResult',
        'OrderResult',
      ]),
    )
  })

  test('explains each message state and where the error code is', async () => {
    const { body } = await read('en')
    for (const state of ['10 Awaiting conversion', '20 Error', '30 Converted', '90 Discarded']) {
      expect(body.split(state)).toHaveLength(3)
    }
    expect(JSON.parse(body).info.description).toContain('x-error-code')
  })

  test('explains every property', () => {
    expect(findUnexplained(document.paths, 'paths')).toEqual([])
    expect(findUnexplained(document.components.schemas, 'schemas')).toEqual([])
  })

  test('includes, for each call, an example response that matches its schema', () => {
    for (const [path, { post }] of Object.entries(document.paths)) {
      const { schema = {}, examples = {} } =
        post.responses['200']?.content?.['application/json'] ?? {}
      expect(Object.keys(examples), path).not.toEqual([])
      for (const { value } of Object.values(examples)) expect(getFaults(schema, value)).toEqual([])
    }
  })

  test('describes result fields in terms of results, without fields that only messages have', () => {
    const schemas = document.components.schemas as Readonly<
      Record<string, { readonly properties: Record<string, { readonly description?: string }> }>
    >
    const sent = schemas['ShipmentLine']?.properties ?? {}
    const reported = schemas['ShipmentResultLines']?.properties ?? {}
    expect(sent['UNIT_PRICE']).toBeDefined()
    expect(reported['UNIT_PRICE']).toBeUndefined()
    expect(reported['LOT_NO']?.description).toBeDefined()
    expect(reported['LOT_NO']?.description).not.toBe(sent['LOT_NO']?.description)
  })

  test('contains no site data and requires no token', async () => {
    const { body } = await read('ko')
    expect(body).not.toContain('HANBIT')
    expect(body).not.toContain('PLAIN')
  })
})

describe('the documentation page', () => {
  test.each([
    ['ko', '메시지 전송', columnTitles.STOCK_CD],
    ['en', 'Send a message', 'Result webhook'],
  ])(
    'shows the content of the document in %s and loads no external resource',
    async (language, ...message) => {
      const headers = { 'accept-language': language }
      const response = await site.app.inject({ method: 'GET', url: '/api/partner/docs', headers })
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
      for (const text of [
        ...message,
        ...Object.keys(document.paths),
        'OWNER_ORDER_NO',
        'PO-2026-0001',
      ]) {
        expect(response.body).toContain(text)
      }
      expect(/[가-힣]/.test(response.body)).toBe(language === 'ko')
      expect(response.body).not.toMatch(/<script|<link|src=|https?:\/\/(?!:)\w/)
    },
  )
})

describe('the documented examples', () => {
  test('the documented examples succeed on the server and return responses that match the schemas', async () => {
    const created: string[] = []
    await putStock(site.db, { item: 'PLAIN', qty: 50, lot: 'L1' })
    const sent = Object.keys(document.paths).map((path) => path.replace('/api/partner/', ''))
    for (const path of sent) {
      if (path === 'results') await finish(created)
      const { examples } = getDescription(path).requestBody.content['application/json']
      for (const { value } of Object.values(examples)) {
        const data = await callDescribed(path, value)
        if (path !== 'messages') continue
        expect(data).toMatchObject({ STATE: '30', ERRORS: [] })
        created.push(...data.DOCUMENTS)
      }
    }
    const rest = await callDescribed('stock', {})
    expect(rest.STOCK.map((row) => row['STOCK_CD'])).toContain('PLAIN')
  })

  test('results match their documented schema', async () => {
    const all = await callDescribed('results', { AFTER: 0 })
    expect(all.RESULTS).toMatchObject([{ KIND: 'SHIPMENT', RESULT: 'DONE' }])
  })

  test('a result with the serials of a whole pallet matches its schema', async () => {
    const line = {
      OWNER_ORDER_NO: 'PO-PUMPS',
      RECEIPT_DT: '20261201',
      STOCK_CD: 'PUMP',
      ORDER_QTY: 40,
      SERIALS: 'SN0101~SN0140',
    }
    const message = { KIND: 'RECEIPT', MESSAGE_NO: 'PUMPS', LINES: [line] }
    const { DOCUMENTS } = await callDescribed('messages', message)
    await receive(DOCUMENTS[0] ?? '')
    const { RESULTS } = await callDescribed('results', { KINDS: ['RECEIPT'] })
    expect(JSON.stringify(RESULTS)).toContain('SN0101, SN0102')
  })
})

async function receive(receipt: string): Promise<void> {
  const received = await admin.save('inbound/receive-bulk', [{ RECEIPT_NO: receipt }])
  expect(received.status, received.body.message).toBe(200)
}

async function finish(documents: readonly string[]): Promise<void> {
  const [receipt = '', shipment = ''] = ['RC', 'SH'].map((kind) =>
    documents.find((number) => number.startsWith(kind)),
  )
  await receive(receipt)
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, shipment)
  await pickAll(admin, shipment)
  await checkAll(admin, shipment)
  for (const name of ['finish-check', 'ship']) await runStep(admin, name, shipment)
}

describe('documented errors', () => {
  test.each([
    ['messages', { KIND: 'RECEIPT', MESSAGE_NO: 'X' }, 400],
    ['messages', { KIND: 'RECEIPT', MESSAGE_NO: 'RECEIPT-0001', LINES: [{ ITEM: 1 }] }, 409],
    ['message', { KIND: 'RECEIPT', MESSAGE_NO: 'NOSUCH' }, 404],
  ])('%s %j returns %i as documented', async (path, body, status) => {
    const response = await site.app.inject({
      method: 'POST',
      url: `/api/partner/${path}`,
      payload: body,
      headers: { authorization: `Bearer ${partner.token}` },
    })
    expect(response.statusCode).toBe(status)
    expect(getFaults(responseSchema(path, status), response.json())).toEqual([])
  })

  test('each error of a line is reported once, and a malformed date with its format', async () => {
    const line = { OWNER_ORDER_NO: 'PO-ERRORS', RECEIPT_DT: '2026-12-01', ORDER_QTY: 1 }
    const message = { KIND: 'RECEIPT', MESSAGE_NO: 'ERRORS', LINES: [line] }
    const { data } = await partner.call('messages', message, { 'accept-language': 'en' })
    const errors = data.ERRORS.map(({ COLUMN, TEXT }) => [COLUMN, TEXT])
    expect(errors).toEqual([
      ['RECEIPT_DT', expect.stringContaining('yyyyMMdd')],
      ['STOCK_CD', expect.stringContaining('required')],
    ])
  })

  test('a body that is not declared as JSON is rejected with a documented code', async () => {
    const response = await site.app.inject({
      method: 'POST',
      url: '/api/partner/results',
      payload: 'MAX=1',
      headers: {
        authorization: `Bearer ${partner.token}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    expect(response.statusCode).toBe(415)
    const code = String(response.headers['x-error-code'])
    expect(getDescription('results').responses['415']?.description).toContain(`${code}:`)
  })

  test('an undocumented field violates the response schema', async () => {
    const { data } = await partner.call('message', { KIND: 'RECEIPT', MESSAGE_NO: 'RECEIPT-0001' })
    expect(getFaults(responseSchema('message', 200), { data })).toEqual([])
    expect(getFaults(responseSchema('message', 200), { data: { ...data, MORE: 1 } })).not.toEqual(
      [],
    )
  })
})
