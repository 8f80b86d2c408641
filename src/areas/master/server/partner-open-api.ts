import { codeLists } from '#areas/code-lists.ts'
import { integer } from '#kernel/field.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import type { PartnerRoute } from '#server/http/partner-routes.ts'
import type { PartnerKind, PartnerEventKind, Profile, ReportedKind } from './partner-kind.ts'
import {
  describeProperties,
  lineSchema,
  rowSchema,
  toJsonSchema,
  type JsonSchema,
} from './partner-schema.ts'
import { webhookDescription } from './webhook-documentation.ts'

type Route = PartnerRoute<Profile>

const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const namedSchema = (kind: ReportedKind, suffix: string) =>
  `${kind.code.charAt(0)}${kind.code.slice(1).toLowerCase()}${suffix}`

const intro = label(
  '화주 시스템이 한 창고에 입고·출고·재고 메시지를 보내고 결과를 받는 인터페이스입니다. 창고 관리자가 화주와 창고마다 프로필을 만들고 토큰을 발급합니다. 모든 호출은 UTF-8 JSON 본문의 POST이며 `Content-Type: application/json`과 `Authorization: Bearer <토큰>` 헤더가 필요합니다. 순서: /api/partner/messages로 메시지를 보내고, STATE가 10이면 변경될 때까지 /api/partner/message로 조회합니다. /api/partner/results를 주기적으로 조회해 결과를 저장하고 /api/partner/acknowledge로 수신확인합니다. 보낸 오더는 이 인터페이스로 변경하거나 취소할 수 없으니 창고에 요청하세요. EDI 대응: 940 출고지시, 943 입고예정, 944 입고결과, 945 출고결과, 846 재고, 947 재고조정, 870 오더상태, 997 수신확인. 품목·배송처·공급처 코드는 창고에 등록된 코드이며, 목록은 창고에서 받으세요. 프로필에 항목 이름과 코드를 매핑하면 LINES에 그 값을 사용할 수 있습니다. 응답의 코드와 이름은 창고의 것이며, 값이 없는 항목은 null이거나 생략됩니다. 날짜와 시각은 한국시간입니다. 오류 응답은 x-error-code 헤더에 오류코드를 담습니다. 오류 내용은 Accept-Language에 따라 한국어(기본)나 영어이며, 전표의 비고·사유·이름은 입력한 그대로입니다. 제한: 본문 4 MB, 1분에 240회. 이 설명의 웹페이지: /api/partner/docs',
  "This interface lets an owner's system send receipt, shipment and stock messages to one warehouse and read their results. An administrator of the warehouse creates a profile for each owner and warehouse and issues its token. All calls are POST requests with a JSON body in UTF-8 and the headers `Content-Type: application/json` and `Authorization: Bearer <token>`. Sequence: send a message to /api/partner/messages; if STATE is 10, call /api/partner/message until it changes. Call /api/partner/results regularly, store the results and acknowledge them with /api/partner/acknowledge. Orders cannot be changed or cancelled through this interface; contact the warehouse. EDI equivalents: 940 shipping order, 943 expected receipt, 944 receipt confirmation, 945 shipment confirmation, 846 stock inquiry, 947 stock adjustment, 870 order status, 997 acknowledgement. Codes of items, ship-tos and suppliers are those registered in the warehouse, which provides the list; if the profile maps your field names and codes, you can use yours in LINES. Responses have the names and codes of the warehouse. Fields without a value are null or omitted. Dates and times are in Korean time (UTC+9). Error responses carry an error code in the header x-error-code. Error texts are in Korean (default) or English, by Accept-Language; remarks, reasons and names are returned as entered, mostly in Korean. Limits: 4 MB per body, 240 calls per minute. This description as a page: /api/partner/docs",
)

interface DocumentedKinds {
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
    status: 415,
    code: 'REQUEST_INVALID',
    text: label(
      'Content-Type이 application/json이 아닙니다.',
      'The Content-Type is not application/json.',
    ),
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

const errorCodeText = label('오류코드', 'Error code')
const waitText = label('다시 보낼 때까지 기다릴 초', 'Seconds to wait before sending again')

function errorResponses(words: Route['words'], language: Language) {
  const all = Map.groupBy([...commonRefusals, ...words.refusals], ({ status }) => String(status))
  return [...all].map(([status, same]) => {
    const description = same.map(({ code, text }) => `${code}: ${text[language]}`).join(' / ')
    const headers = {
      'x-error-code': { description: errorCodeText[language], schema: { type: 'string' } },
      ...(status === '429' && {
        'retry-after': { description: waitText[language], schema: { type: 'integer' } },
      }),
    }
    const content = { 'application/json': { schema: schemaRef('Refusal') } }
    return [status, { description, headers, content }] as const
  })
}

const errorSchema: JsonSchema = {
  type: 'object',
  properties: { message: { type: 'string' }, rows: { type: 'array', items: { type: 'object' } } },
  required: ['message', 'rows'],
}
const errorProperties = {
  message: label('오류 내용', 'Error text'),
  rows: label('이 인터페이스에서는 항상 빈 목록', 'Always empty in this interface'),
}

function messageBody(body: JsonSchema, kinds: readonly PartnerKind[]): JsonSchema {
  const properties = body['properties'] as Readonly<Record<string, JsonSchema>>
  return {
    oneOf: kinds.map((kind) => ({
      ...body,
      title: kind.code,
      properties: {
        ...properties,
        KIND: { description: properties['KIND']?.['description'], const: kind.code },
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
const resultMeanings: Readonly<Record<string, Label>> = {
  DONE: label('전표가 완료되었습니다.', 'the document is finished.'),
  CHANGED: label('완료된 전표가 변경되었습니다.', 'a finished document was changed.'),
  CANCELLED: label('전표가 취소되었습니다.', 'the document was cancelled.'),
  REOPENED: label(
    '전표의 완료가 취소되었습니다. 다시 완료되면 새 결과를 보냅니다.',
    'a finished document was reopened; a new result follows when it is finished again.',
  ),
  ANSWER: label('STOCK 메시지의 회신입니다.', 'the reply to a STOCK message.'),
  STATE: label('완료되지 않은 오더가 변경되었습니다.', 'an unfinished order was changed.'),
}
const lineNo = { LINE_NO: integer(label('행', 'Line')) }
const lineNoNote = label(
  '전표의 행번호. 보낸 순서대로 1부터',
  'Line of the document, numbered from 1 in the order sent',
)

const resultProperties = {
  RESULT_NO: label(
    '프로필에서 1부터 빠짐없이 증가하는 번호',
    'Number within the profile, from 1 without gaps',
  ),
  DOC_NO: label(
    '창고의 전표번호. STOCK은 MESSAGE_NO',
    'Document number of the warehouse; the MESSAGE_NO for STOCK',
  ),
  KIND: label('결과 종류', 'Kind of result'),
  LINES: label('전표의 모든 행', 'All lines of the document'),
  BOXES: label('포장한 박스', 'Packed boxes'),
  EVENTS: label('오더의 모든 이력, 오래된 순서', 'All events of the order, oldest first'),
}

/** Schemas of the rows in a result: its lines, and the lists next to them. */
function resultRows(kind: ReportedKind, language: Language): (readonly [string, JsonSchema])[] {
  const sent = Object.entries(kind.fields).filter(([name]) => !kind.unreported?.includes(name))
  const fields = {
    ...Object.fromEntries(sent),
    ...kind.results,
    ...(kind.number !== null && lineNo),
  }
  const notes = { LINE_NO: lineNoNote, ...kind.notes, ...kind.resultNotes }
  const written = kind.number === null ? 'text' : 'number'
  return [
    ['LINES', rowSchema(fields, language, notes, written)],
    ...Object.entries(kind.facts ?? {}).map(
      ([name, row]) => [name, rowSchema(row, language, notes)] as const,
    ),
  ]
}

const rowName = (kind: ReportedKind, list: string) =>
  namedSchema(kind, `Result${list.charAt(0)}${list.slice(1).toLowerCase()}`)

function resultSchema(kind: ReportedKind, language: Language): JsonSchema {
  const names = ['LINES', ...Object.keys(kind.facts ?? {})]
  const lists = names.map(
    (name) => [name, { type: 'array', items: schemaRef(rowName(kind, name)) }] as const,
  )
  const schema = {
    type: 'object',
    description: kind.resultText[language],
    properties: {
      RESULT_NO: { type: 'integer', minimum: 1 },
      KIND: { const: kind.code },
      RESULT: {
        enum: Object.keys(resultWords),
        description: Object.entries(resultWords)
          .map(([code, text]) => {
            return `${code} ${text[language]}: ${resultMeanings[code]?.[language] ?? ''}`
          })
          .join(' '),
      },
      DOC_NO: { type: 'string' },
      ...Object.fromEntries(lists),
    },
    required: ['RESULT_NO', 'KIND', 'RESULT', 'DOC_NO', ...names],
    additionalProperties: false,
    'x-edi': kind.edi.result,
  }
  return describeProperties(schema, resultProperties, language)
}

const cursorText = label('이 행의 CURSOR', 'CURSOR of this row')

function buildSchemas({ kinds, news }: DocumentedKinds, language: Language) {
  const lines = kinds.map((kind) => {
    return [
      namedSchema(kind, 'Line'),
      {
        ...lineSchema(kind.fields, language, { text: kind.messageText, notes: kind.notes }),
        'x-edi': kind.edi.message,
      },
    ] as const
  })
  const results = [...kinds, ...news].flatMap((kind) => [
    [namedSchema(kind, 'Result'), resultSchema(kind, language)] as const,
    ...resultRows(kind, language).map(([list, schema]) => [rowName(kind, list), schema] as const),
  ])
  const stock = kinds.find(({ currentFields }) => currentFields)
  const row = rowSchema(stock?.currentFields ?? {}, language, {
    ...stock?.notes,
    ...stock?.currentNotes,
  })
  const cursor = { type: 'string', description: cursorText[language] }
  const properties = { ...(row['properties'] as object), CURSOR: cursor }
  return {
    ...Object.fromEntries([...lines, ...results]),
    StockRow: { ...row, properties, required: ['CURSOR'] },
    Refusal: describeProperties(errorSchema, errorProperties, language),
  }
}

function describeOperation(route: Route, { kinds, news }: DocumentedKinds, language: Language) {
  const { path, words, body } = route
  const translate = (text: Label) => text[language]
  const describe = (schema: JsonSchema) => describeProperties(schema, words.properties, language)
  const toExamples = (all: Readonly<Record<string, object>>) =>
    Object.fromEntries(Object.entries(all).map(([name, value]) => [name, { value }]))
  const given = describe(toJsonSchema(body, 'input'))
  const hasLines = Object.hasOwn(given['properties'] as object, 'LINES')
  const answered = describe(withRows(toJsonSchema(words.data, 'output'), [...kinds, ...news]))
  const responses = Object.entries(words.responses).map(([name, data]) => [name, { data }] as const)
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
          examples: toExamples(words.examples),
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
            examples: toExamples(Object.fromEntries(responses)),
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
export function buildOpenApi(
  routes: readonly Route[],
  events: DocumentedKinds,
  language: Language,
) {
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
      routes.map((route) => [route.path, { post: describeOperation(route, events, language) }]),
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
            '파트너 프로필에서 발급한 토큰. 새로 발급하면 이전 토큰은 즉시 사용할 수 없습니다.',
            'Token issued for the partner profile. A new token ends the previous one immediately.',
          )[language],
        },
      },
      schemas: buildSchemas(events, language),
    },
  }
}
