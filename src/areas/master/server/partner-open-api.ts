import { codeLists } from '#areas/code-lists.ts'
import { integer } from '#kernel/field.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import type { PartnerRoute } from '#server/http/partner-routes.ts'
import type { PartnerKind, PartnerEventKind, Profile, ReportedKind } from './partner-kind.ts'
import { rowSchema, toJsonSchema, lineSchema, type JsonSchema } from './partner-schema.ts'
import { webhookDescription } from './webhook-words.ts'

type Route = PartnerRoute<Profile>

const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const namedSchema = (kind: ReportedKind, suffix: string) =>
  `${kind.code.charAt(0)}${kind.code.slice(1).toLowerCase()}${suffix}`

const intro = label(
  '화주 시스템이 한 창고에 입고·출고·재고 메시지를 보내고 결과를 받는 인터페이스입니다. 모든 호출은 JSON 본문의 POST이며 `Authorization: Bearer <토큰>` 헤더가 필요합니다. EDI 대응: 940 출고지시, 943 입고예정, 944 입고결과, 945 출고결과, 846 재고, 947 재고조정, 870 오더상태, 997 수신확인. 프로필에 항목 이름을 매핑한 경우 LINES에 그 이름을 사용할 수 있습니다. 오류 응답은 x-error-code 헤더에 오류코드를 담습니다. 제한: 본문 4 MB, 1분에 240회.',
  "This interface lets an owner's system send receipt, shipment and stock messages to one warehouse and read their results. All calls are POST requests with a JSON body and the header `Authorization: Bearer <token>`. EDI equivalents: 940 shipping order, 943 expected receipt, 944 receipt confirmation, 945 shipment confirmation, 846 stock inquiry, 947 stock adjustment, 870 order status, 997 acknowledgement. If the profile maps your field names, you can use them in LINES. Error responses carry an error code in the header x-error-code. Limits: 4 MB per body, 240 calls per minute.",
)

interface Told {
  readonly kinds: readonly PartnerKind[]
  readonly news: readonly PartnerEventKind[]
}

const commonRefusals: Route['words']['refusals'] = [
  {
    status: 400,
    code: 'BODY_INVALID, JSON_INVALID, JSON_TOO_DEEP',
    text: label('요청 형식이 올바르지 않습니다.', 'The request is malformed.'),
  },
  {
    status: 401,
    code: 'TOKEN_UNKNOWN',
    text: label('토큰이 없거나 올바르지 않습니다.', 'The token is missing or invalid.'),
  },
  {
    status: 413,
    code: 'TOO_LARGE',
    text: label('요청 본문이 너무 큽니다.', 'The request body is too large.'),
  },
  {
    status: 415,
    code: 'BODY_COMPRESSED',
    text: label('압축한 요청은 받을 수 없습니다.', 'Compressed requests are not accepted.'),
  },
  {
    status: 429,
    code: 'THROTTLED',
    text: label(
      '요청이 너무 많습니다. Retry-After 헤더의 초가 지난 뒤 다시 보내세요.',
      'Too many requests. Retry after the number of seconds in the Retry-After header.',
    ),
  },
  {
    status: 503,
    code: 'STORE_BUSY',
    text: label('서버가 바쁩니다. 잠시 뒤 다시 보내세요.', 'The server is busy. Retry shortly.'),
  },
]

function errorResponses(words: Route['words'], language: Language) {
  const all = Map.groupBy([...commonRefusals, ...words.refusals], ({ status }) => String(status))
  return [...all].map(([status, same]) => {
    const description = same.map(({ code, text }) => `${code}: ${text[language]}`).join(' / ')
    const headers = { 'x-error-code': { schema: { type: 'string' } } }
    const content = { 'application/json': { schema: schemaRef('Refusal') } }
    return [status, { description, headers, content }] as const
  })
}

const errorSchema: JsonSchema = {
  type: 'object',
  properties: { message: { type: 'string' }, rows: { type: 'array', items: { type: 'object' } } },
  required: ['message', 'rows'],
}

function messageBody(body: JsonSchema, kinds: readonly PartnerKind[]): JsonSchema {
  const properties = body['properties'] as Readonly<Record<string, JsonSchema>>
  return {
    oneOf: kinds.map((kind) => ({
      ...body,
      title: kind.code,
      properties: {
        ...properties,
        KIND: { const: kind.code },
        LINES: { ...properties['LINES'], items: schemaRef(namedSchema(kind, 'Line')) },
      },
    })),
  }
}

function withRows(data: JsonSchema, kinds: readonly ReportedKind[]): JsonSchema {
  const properties = { ...(data['properties'] as Record<string, JsonSchema>) }
  if (properties['RESULTS']) {
    const oneOf = kinds.map((kind) => schemaRef(namedSchema(kind, 'Result')))
    properties['RESULTS'] = { type: 'array', items: { oneOf } }
  }
  if (properties['STOCK']) properties['STOCK'] = { type: 'array', items: schemaRef('StockRow') }
  return { ...data, properties }
}

const resultWords = codeLists['partner-result'] ?? {}
const lineNo = { LINE_NO: integer(label('행', 'Line')) }

function resultSchema(kind: ReportedKind, language: Language): JsonSchema {
  const fields = { ...kind.fields, ...kind.results, ...(kind.number !== null && lineNo) }
  const lists = Object.entries(kind.facts ?? {}).map(
    ([name, row]) => [name, { type: 'array', items: rowSchema(row, language) }] as const,
  )
  const written = kind.number === null ? 'text' : 'number'
  return {
    type: 'object',
    properties: {
      RESULT_NO: { type: 'integer', minimum: 1 },
      KIND: { const: kind.code },
      RESULT: {
        enum: Object.keys(resultWords),
        description: Object.entries(resultWords)
          .map(([code, text]) => `${code} ${text[language]}`)
          .join(', '),
      },
      DOC_NO: { type: 'string' },
      LINES: { type: 'array', items: rowSchema(fields, language, written) },
      ...Object.fromEntries(lists),
    },
    required: ['RESULT_NO', 'KIND', 'RESULT', 'DOC_NO', 'LINES', ...lists.map(([name]) => name)],
    additionalProperties: false,
    'x-edi': kind.edi.result,
  }
}

function schemas({ kinds, news }: Told, language: Language) {
  const lines = kinds.map((kind) => {
    return [
      namedSchema(kind, 'Line'),
      { ...lineSchema(kind.fields, language), 'x-edi': kind.edi.message },
    ] as const
  })
  const results = [...kinds, ...news].map(
    (kind) => [namedSchema(kind, 'Result'), resultSchema(kind, language)] as const,
  )
  const current = kinds.find(({ currentFields }) => currentFields)?.currentFields ?? {}
  const row = rowSchema(current, language)
  const properties = { ...(row['properties'] as object), CURSOR: { type: 'string' } }
  return {
    ...Object.fromEntries([...lines, ...results]),
    StockRow: { ...row, properties, required: ['CURSOR'] },
    Refusal: errorSchema,
  }
}

function operation(route: Route, { kinds, news }: Told, language: Language) {
  const { path, words, body } = route
  const translate = (text: Label) => text[language]
  const given = toJsonSchema(body, 'input')
  const hasLines = Object.hasOwn(given['properties'] as object, 'LINES')
  const answered = withRows(toJsonSchema(words.data, 'output'), [...kinds, ...news])
  const examples = Object.entries(words.examples).map(([name, value]) => [name, { value }] as const)
  return {
    operationId: path.replace('/api/partner/', ''),
    summary: translate(words.title),
    description: translate(words.text),
    'x-edi': words.edi,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: hasLines ? messageBody(given, kinds) : given,
          examples: Object.fromEntries(examples),
        },
      },
    },
    responses: {
      '200': {
        description: translate(words.title),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { data: answered },
              required: ['data'],
              additionalProperties: false,
            },
          },
        },
      },
      ...Object.fromEntries(errorResponses(words, language)),
    },
  }
}

/**
 * Returns the partner API as an OpenAPI 3.1 document, generated from its routes and message kinds.
 */
export function buildOpenApi(routes: readonly Route[], events: Told, language: Language) {
  return {
    openapi: '3.1.1',
    info: {
      title: label('파트너 인터페이스', 'Partner interface')[language],
      description: intro[language],
      version: '1.0.0',
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths: Object.fromEntries(
      routes.map((route) => [route.path, { post: operation(route, events, language) }]),
    ),
    webhooks: webhookDescription(
      [...events.kinds, ...events.news].map((kind) => schemaRef(namedSchema(kind, 'Result'))),
      language,
    ),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: label(
            '파트너 프로필에서 발급한 토큰',
            'Token issued for the partner profile',
          )[language],
        },
      },
      schemas: schemas(events, language),
    },
  }
}
