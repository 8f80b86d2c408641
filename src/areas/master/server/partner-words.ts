import { z } from 'zod'
import { codeLists } from '#areas/code-lists.ts'
import { label, type Language } from '#kernel/label.ts'
import type { PartnerWords } from '#server/http/partner-routes.ts'
import { messageStatus } from '../rules/message-status.ts'
import type { PartnerKind, PartnerEventKind, ReportedKind } from './partner-kind.ts'

const number = z.int()
const numbers = z.array(number)
const kindCode = z.enum(['RECEIPT', 'SHIPMENT', 'STOCK'])

const states = [
  messageStatus.waiting,
  messageStatus.refused,
  messageStatus.converted,
  messageStatus.discarded,
] as const

const stateWords = (language: Language) =>
  states.map((state) => `${state} ${codeLists['partner-state']?.[state]?.[language]}`).join(', ')

/** Appends the meaning of each STATE code, which the schema lists as bare numbers. */
const withStates = (ko: string, en: string) =>
  label(`${ko} STATE: ${stateWords('ko')}.`, `${en} STATE: ${stateWords('en')}.`)

const fate = z.object({
  MESSAGE_ID: number,
  KIND: kindCode,
  MESSAGE_NO: z.string(),
  STATE: z.enum(states),
  DOCUMENTS: z.array(z.string()),
  ERRORS: z.array(z.object({ LINE: number, COLUMN: z.string(), TEXT: z.string() })),
  REMARK: z.string().nullable(),
})

const kindDenied = {
  status: 403,
  code: 'KIND_DENIED',
  text: label(
    '프로필이 이 종류의 메시지를 받지 않습니다.',
    'The profile does not accept messages of this kind.',
  ),
}

function sendMessagesTexts(kinds: readonly PartnerKind[]): PartnerWords {
  const toExample = ({ code, example }: PartnerKind) =>
    [code, { KIND: code, MESSAGE_NO: `${code}-0001`, LINES: example }] as const
  return {
    title: label('메시지 전송', 'Send a message'),
    text: withStates(
      '오류가 있으면 모든 오류를 한 번에 반환하며 전표는 생성하지 않습니다. MESSAGE_NO와 내용이 같은 메시지는 한 번만 변환하므로, 응답을 받지 못하면 변경 없이 다시 보내세요.',
      'All errors are returned at once and no document is created. A repeated MESSAGE_NO with the same content is processed only once; if you get no response, send it again unchanged.',
    ),
    edi: `${kinds.map(({ edi }) => edi.message).join(', ')} → 997`,
    data: fate,
    refusals: [
      kindDenied,
      {
        status: 409,
        code: 'MESSAGE_NO_REUSED',
        text: label(
          '같은 MESSAGE_NO를 다른 내용으로 이미 받았습니다. 새 번호로 보내세요.',
          'This MESSAGE_NO was already received with different content. Use a new number.',
        ),
      },
    ],
    examples: Object.fromEntries(kinds.map(toExample)),
  }
}

function messageStatusWords(): PartnerWords {
  return {
    title: label('메시지 상태 조회', 'Get message status'),
    text: withStates(
      '메시지의 현재 상태를 반환합니다. 담당자가 수정한 내용도 반영됩니다.',
      'Returns the current status of a message, including corrections made by users.',
    ),
    edi: '997',
    data: fate,
    refusals: [
      {
        status: 404,
        code: 'MESSAGE_UNKNOWN',
        text: label('메시지가 없습니다.', 'Message not found.'),
      },
    ],
    examples: { RECEIPT: { KIND: 'RECEIPT', MESSAGE_NO: 'RECEIPT-0001' } },
  }
}

function results(kinds: readonly ReportedKind[]): PartnerWords {
  return {
    title: label('결과 조회', 'Get results'),
    text: label(
      '전표 결과와 재고조정(ADJUST), 오더상태(ORDER)를 RESULT_NO 순서로 반환합니다. 수신확인한 결과는 제외됩니다. 다음 호출의 AFTER에 CURSOR를 지정하세요.',
      'Returns document results, stock adjustments (ADJUST) and order status (ORDER) in RESULT_NO order until acknowledged. Pass CURSOR as AFTER in the next call.',
    ),
    edi: [...new Set(kinds.map(({ edi }) => edi.result))].join(', '),
    // The OpenAPI builder adds the row schemas of each kind.
    data: z.object({ RESULTS: z.array(z.unknown()), CURSOR: number }),
    refusals: [],
    examples: { FIRST: {}, NEXT: { AFTER: 1, MAX: 100, KINDS: ['RECEIPT', 'SHIPMENT'] } },
  }
}

function acknowledged(): PartnerWords {
  return {
    title: label('결과 수신확인', 'Acknowledge results'),
    text: label(
      '수신확인한 결과는 다시 반환하지 않습니다. 같은 번호를 다시 수신확인해도 오류가 아닙니다.',
      'Acknowledged results are not returned again. Acknowledging a number twice is not an error.',
    ),
    edi: '997',
    data: z.object({ ACKNOWLEDGED: numbers, BEFORE: numbers, UNKNOWN: numbers }),
    refusals: [],
    examples: { RESULTS: { RESULT_NOS: [1, 2] } },
  }
}

function stock(): PartnerWords {
  return {
    title: label('현재 재고 조회', 'Get current stock'),
    text: label(
      '품목·로트·유통기한·재고상태별 현재 재고를 반환합니다. 빈 목록을 받을 때까지 다음 호출의 AFTER에 CURSOR를 지정하세요.',
      'Returns the current stock by item, lot, expiry date and condition. Pass CURSOR as AFTER until the list is empty.',
    ),
    edi: '846',
    data: z.object({ STOCK: z.array(z.unknown()), CURSOR: z.string() }),
    refusals: [kindDenied],
    examples: { ALL: {}, NEXT: { AFTER: 'ITEM-1', MAX: 500 } },
  }
}

export function partnerWords(kinds: readonly PartnerKind[], news: readonly PartnerEventKind[]) {
  return {
    sent: sendMessagesTexts(kinds),
    asked: messageStatusWords(),
    results: results([...kinds, ...news]),
    acknowledged: acknowledged(),
    stock: stock(),
  }
}
