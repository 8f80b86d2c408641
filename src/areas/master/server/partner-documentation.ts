import { z } from 'zod'
import { codeLists } from '#areas/code-lists.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import type { PartnerDocumentation } from '#server/http/partner-routes.ts'
import { messageStatus } from '../rules/message-status.ts'
import type { PartnerKind, PartnerEventKind, ReportedKind } from './partner-kind.ts'
import { toExampleResult } from './partner-schema.ts'

const resultNo = z.int().min(1)
const resultNos = z.array(resultNo)
const kindCode = z.enum(['RECEIPT', 'SHIPMENT', 'STOCK'])

const stateMeanings = {
  [messageStatus.waiting]: label(
    '오류가 없으며 창고 담당자가 변환합니다(자동변환하지 않는 프로필).',
    'valid; a user of the warehouse converts it (profiles without automatic conversion).',
  ),
  [messageStatus.refused]: label(
    '전표를 생성하지 않았습니다. ERRORS를 확인하세요.',
    'no document was created; see ERRORS.',
  ),
  [messageStatus.converted]: label(
    '전표를 생성했습니다. DOCUMENTS를 확인하세요.',
    'the documents in DOCUMENTS were created.',
  ),
  [messageStatus.discarded]: label(
    '창고 담당자가 폐기했습니다. 사유는 REMARK에 있습니다.',
    'a user of the warehouse discarded it, with the reason in REMARK.',
  ),
} as const

type State = keyof typeof stateMeanings
const states = Object.keys(stateMeanings) as State[]

const describeStates = (language: Language) =>
  states
    .map((state) => {
      const name = codeLists['partner-state']?.[state]?.[language]
      return `${state} ${name}: ${stateMeanings[state][language]}`
    })
    .join(' ')

/** Appends the meaning of each STATE code, which the schema lists as bare numbers. */
const withStates = (ko: string, en: string) =>
  label(`${ko} STATE ${describeStates('ko')}`, `${en} STATE ${describeStates('en')}`)

const messageOutcome = z.object({
  MESSAGE_ID: z.int().min(1),
  KIND: kindCode,
  MESSAGE_NO: z.string(),
  STATE: z.enum(states),
  DOCUMENTS: z.array(z.string()),
  ERRORS: z.array(z.object({ LINE: z.int().min(0), COLUMN: z.string(), TEXT: z.string() })),
  REMARK: z.string().nullable(),
})

const outcomeProperties: Readonly<Record<string, Label>> = {
  MESSAGE_ID: label('창고 시스템의 메시지 ID', 'ID of the message in the warehouse system'),
  KIND: label('메시지 종류', 'Kind of message'),
  MESSAGE_NO: label(
    '보내는 쪽에서 정한 메시지 번호. 프로필과 KIND 안에서 한 번만 사용',
    'Your message number, unique per profile and KIND',
  ),
  LINES: label('메시지의 행. 순서가 행번호입니다.', 'Lines of the message, numbered by position'),
  STATE: label('메시지 상태', 'Status of the message'),
  DOCUMENTS: label(
    '생성된 전표번호. 결과의 DOC_NO와 같습니다.',
    'Numbers of the created documents; the same as DOC_NO in their results',
  ),
  ERRORS: label('모든 오류. 없으면 빈 목록', 'All errors, empty if there are none'),
  LINE: label(
    'LINES의 몇 번째 행인지(1부터). 메시지 전체의 오류는 0',
    'Position in LINES, starting at 1; 0 for an error of the entire message',
  ),
  COLUMN: label(
    '이 문서의 항목 이름. 행 전체의 오류는 빈 값',
    'Field name as in this description; empty for an error of the entire line',
  ),
  TEXT: label('Accept-Language 언어의 오류 내용', 'Error text in the language of Accept-Language'),
  REMARK: label('폐기사유. 폐기하지 않았으면 null', 'Reason for discarding, otherwise null'),
}

const exampleOutcome = (code: string, documents: readonly string[]) => ({
  MESSAGE_ID: 1,
  KIND: code,
  MESSAGE_NO: `${code}-0001`,
  STATE: messageStatus.converted,
  DOCUMENTS: documents,
  ERRORS: [],
  REMARK: null,
})

const convertedExample = exampleOutcome('SHIPMENT', ['SH-20261201-0001'])
const outcomeExamples = {
  CONVERTED: convertedExample,
  ERROR: {
    ...convertedExample,
    STATE: messageStatus.refused,
    DOCUMENTS: [],
    ERRORS: [{ LINE: 1, COLUMN: 'STOCK_CD', TEXT: 'ITEM-1: …' }],
  },
}

const kindDeniedRefusal = {
  status: 403,
  code: 'KIND_DENIED',
  text: label(
    '프로필이 이 종류의 메시지를 받지 않습니다.',
    'The profile does not accept messages of this kind.',
  ),
}

function sendMessagesTexts(kinds: readonly PartnerKind[]): PartnerDocumentation {
  const toExample = ({ code, example }: PartnerKind) =>
    [code, { KIND: code, MESSAGE_NO: `${code}-0001`, LINES: example }] as const
  return {
    title: label('메시지 전송', 'Send a message'),
    text: withStates(
      '오류가 있으면 모든 오류를 한 번에 반환하며 전표는 생성하지 않습니다. 이때도 응답은 200입니다. 수정한 메시지는 새 MESSAGE_NO로 보내세요. 오류 메시지는 창고 담당자가 수정하거나 폐기합니다. MESSAGE_NO와 내용이 같은 메시지는 한 번만 변환하므로, 응답을 받지 못하면 변경 없이 다시 보내세요.',
      'All errors are returned at once, with status 200, and no document is created. Send the corrected message with a new MESSAGE_NO; users of the warehouse correct or discard the one with errors. A repeated MESSAGE_NO with the same content is processed only once; if you get no response, send it again unchanged.',
    ),
    properties: outcomeProperties,
    edi: `${kinds.map(({ edi }) => edi.message).join(', ')} → 997`,
    data: messageOutcome,
    refusals: [
      kindDeniedRefusal,
      {
        status: 409,
        code: 'MESSAGE_NO_REUSED',
        text: label(
          '같은 MESSAGE_NO를 다른 내용으로 이미 받았습니다. 새 번호로 보내세요.',
          'This MESSAGE_NO was already received with different content. Use a new number.',
        ),
      },
      {
        status: 429,
        code: 'DAILY_QUOTA',
        text: label(
          '하루에 받는 메시지 용량을 넘었습니다. Retry-After의 초가 지난 뒤 다시 보내세요.',
          'Over the daily limit of messages. Send again after the seconds in Retry-After.',
        ),
      },
    ],
    examples: Object.fromEntries(kinds.map(toExample)),
    responses: outcomeExamples,
  }
}

function messageStatusWords(): PartnerDocumentation {
  return {
    title: label('메시지 상태 조회', 'Get message status'),
    text: withStates(
      '메시지의 현재 상태를 반환합니다. 담당자가 수정한 내용도 반영됩니다.',
      'Returns the current status of a message, including corrections made by users.',
    ),
    properties: outcomeProperties,
    edi: '997',
    data: messageOutcome,
    refusals: [
      {
        status: 404,
        code: 'MESSAGE_UNKNOWN',
        text: label('메시지가 없습니다.', 'Message not found.'),
      },
    ],
    examples: { RECEIPT: { KIND: 'RECEIPT', MESSAGE_NO: 'RECEIPT-0001' } },
    responses: outcomeExamples,
  }
}

function describeResults(kinds: readonly ReportedKind[]): PartnerDocumentation {
  const examples = kinds.map((kind, index) => toExampleResult(kind, index + 1))
  return {
    title: label('결과 조회', 'Get results'),
    text: label(
      '전표 결과와 재고조정(ADJUST), 오더상태(ORDER)를 RESULT_NO 순서로 반환합니다. 수신확인한 결과는 제외됩니다. 각 결과는 그 시점의 전표 전체이며 같은 DOC_NO의 이전 결과를 대체합니다. 다음 호출의 AFTER에 CURSOR를 지정하고, 반영한 결과는 수신확인하세요. 전표의 변경은 메시지 변환 후 90일까지 보고합니다.',
      'Returns document results, stock adjustments (ADJUST) and order status (ORDER) in RESULT_NO order until acknowledged. Each result contains the complete document and replaces earlier results of the same DOC_NO. Pass CURSOR as AFTER in the next call, and acknowledge results once you have stored them. Changes of a document are reported for 90 days after its message.',
    ),
    properties: {
      AFTER: label(
        '이 RESULT_NO보다 큰 결과만 반환. 0이면 수신확인하지 않은 모든 결과',
        'Returns results with a greater RESULT_NO; 0 returns all that are not acknowledged',
      ),
      MAX: label('한 번에 받을 최대 건수', 'Maximum number of results'),
      KINDS: label('받을 종류. 생략하면 모두', 'Kinds to return; all if omitted'),
      RESULTS: label('결과 목록. 더 없으면 빈 목록', 'Results, empty if there are no more'),
      CURSOR: label(
        '마지막 결과의 RESULT_NO. 빈 목록이면 보낸 AFTER',
        'RESULT_NO of the last result, or the given AFTER if the list is empty',
      ),
    },
    edi: [...new Set(kinds.map(({ edi }) => edi.result))].join(', '),
    // The OpenAPI builder adds the row schemas of each kind.
    data: z.object({ RESULTS: z.array(z.unknown()), CURSOR: z.int().min(0) }),
    refusals: [],
    examples: { FIRST: {}, NEXT: { AFTER: 1, MAX: 100, KINDS: ['RECEIPT', 'SHIPMENT'] } },
    responses: {
      RESULTS: { RESULTS: examples, CURSOR: examples.length },
      NOTHING_NEW: { RESULTS: [], CURSOR: examples.length },
    },
  }
}

function describeAcknowledgement(): PartnerDocumentation {
  return {
    title: label('결과 수신확인', 'Acknowledge results'),
    text: label(
      '수신확인한 결과는 다시 반환하지 않습니다. 같은 번호를 다시 수신확인해도 오류가 아닙니다.',
      'Acknowledged results are not returned again. Acknowledging a number twice is not an error.',
    ),
    properties: {
      RESULT_NOS: label('수신확인할 RESULT_NO', 'RESULT_NO of the results to acknowledge'),
      ACKNOWLEDGED: label('이번에 수신확인한 번호', 'Numbers acknowledged by this call'),
      BEFORE: label('이미 수신확인한 번호', 'Numbers already acknowledged'),
      UNKNOWN: label('이 프로필에 없는 번호', 'Numbers that this profile does not have'),
    },
    edi: '997',
    data: z.object({ ACKNOWLEDGED: resultNos, BEFORE: resultNos, UNKNOWN: resultNos }),
    refusals: [],
    examples: { RESULTS: { RESULT_NOS: [1, 2] } },
    responses: { RESULTS: { ACKNOWLEDGED: [2], BEFORE: [1], UNKNOWN: [] } },
  }
}

function describeStock(): PartnerDocumentation {
  return {
    title: label('현재 재고 조회', 'Get current stock'),
    text: label(
      '품목·로트·유통기한·재고상태별 현재 재고를 반환합니다. 빈 목록을 받을 때까지 다음 호출의 AFTER에 CURSOR를 지정하세요. 고객 반품은 검수 전까지 INSPECT 상태로 조회되며, 반품 전표는 이 인터페이스로 보내지 않습니다.',
      'Returns the current stock by item, lot, expiry date and condition. Pass CURSOR as AFTER until the list is empty. Customer returns appear with condition INSPECT until they are inspected; return documents are not sent through this interface.',
    ),
    properties: {
      AFTER: label(
        '이전 응답의 CURSOR. 처음에는 생략',
        'CURSOR of the previous response; omit it in the first call',
      ),
      MAX: label('한 번에 받을 최대 행수', 'Maximum number of rows'),
      STOCK: label('재고 행. 더 없으면 빈 목록', 'Rows of stock, empty if there are no more'),
      CURSOR: label(
        '다음 호출의 AFTER에 그대로 지정할 값',
        'Value to pass unchanged as AFTER in the next call',
      ),
    },
    edi: '846',
    data: z.object({ STOCK: z.array(z.unknown()), CURSOR: z.string() }),
    refusals: [kindDeniedRefusal],
    examples: { ALL: {}, NEXT: { AFTER: 'ITEM-1|NORMAL|L2611|20271130', MAX: 500 } },
    responses: {
      STOCK: {
        STOCK: [
          {
            STOCK_CD: 'ITEM-1',
            LOT_NO: 'L2611',
            VALID_DT: '20271130',
            CONDITION_CD: 'NORMAL',
            QTY: 120,
            AVAILABLE_QTY: 117,
            CURSOR: 'ITEM-1|NORMAL|L2611|20271130',
          },
        ],
        CURSOR: 'ITEM-1|NORMAL|L2611|20271130',
      },
    },
  }
}

export function describePartnerInterface(
  kinds: readonly PartnerKind[],
  news: readonly PartnerEventKind[],
) {
  return {
    sent: sendMessagesTexts(kinds),
    asked: messageStatusWords(),
    results: describeResults([...kinds, ...news]),
    acknowledged: describeAcknowledgement(),
    stock: describeStock(),
  }
}
