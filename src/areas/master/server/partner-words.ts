import { z } from 'zod'
import { label } from '#kernel/label.ts'
import type { PartnerWords } from '#server/http/partner-routes.ts'
import { messageStatus } from '../rules/message-status.ts'
import type { PartnerKind, PartnerNews, ToldKind } from './partner-kind.ts'

const number = z.int()
const numbers = z.array(number)
const kindCode = z.enum(['RECEIPT', 'SHIPMENT', 'STOCK'])

const fate = z.object({
  MESSAGE_ID: number,
  KIND: kindCode,
  MESSAGE_NO: z.string(),
  STATE: z.enum([
    messageStatus.waiting,
    messageStatus.refused,
    messageStatus.converted,
    messageStatus.discarded,
  ]),
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

function sent(kinds: readonly PartnerKind[]): PartnerWords {
  const asExample = ({ code, example }: PartnerKind) =>
    [code, { KIND: code, MESSAGE_NO: `${code}-0001`, LINES: example }] as const
  return {
    title: label('메시지 보내기', 'Send a message'),
    text: label(
      '오류가 있으면 모두 한 번에 알리고 전표를 만들지 않습니다. 같은 MESSAGE_NO와 같은 내용은 몇 번을 보내도 한 번만 처리하므로, 응답을 받지 못하면 그대로 다시 보내세요.',
      'Everything that is wrong is told at once, and no document is created then. The same MESSAGE_NO with the same content is processed only once: when no answer comes, send it again as it is.',
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
          'This MESSAGE_NO was received with different content. Send it under a new number.',
        ),
      },
    ],
    examples: Object.fromEntries(kinds.map(asExample)),
  }
}

function asked(): PartnerWords {
  return {
    title: label('메시지 상태 조회', 'Ask about a message'),
    text: label(
      '보낸 메시지가 지금 어떤 상태인지 답합니다. 담당자가 고쳐 변환한 경우도 반영됩니다.',
      'Answers what became of a message, also after a user corrected it.',
    ),
    edi: '997',
    data: fate,
    refusals: [
      {
        status: 404,
        code: 'MESSAGE_UNKNOWN',
        text: label('해당 번호의 메시지가 없습니다.', 'There is no message of this number.'),
      },
    ],
    examples: { RECEIPT: { KIND: 'RECEIPT', MESSAGE_NO: 'RECEIPT-0001' } },
  }
}

function results(kinds: readonly ToldKind[]): PartnerWords {
  return {
    title: label('결과 조회', 'Read results'),
    text: label(
      '보낸 전표의 결과와 재고조정(ADJUST), 오더상태(ORDER)를 RESULT_NO 순서로 답합니다. 수신확인할 때까지 다시 답하며, 다음 조회의 AFTER에 CURSOR를 입력하세요.',
      'Answers what became of the documents, adjustments of stock (ADJUST) and the status of orders (ORDER), in the order of RESULT_NO, until acknowledged. Give CURSOR as AFTER of the next call.',
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
      '수신확인한 결과는 다시 답하지 않습니다. 이미 확인한 번호를 다시 보내도 오류가 아닙니다.',
      'What is acknowledged is not answered again. A number that was acknowledged before is no error.',
    ),
    edi: '997',
    data: z.object({ ACKNOWLEDGED: numbers, BEFORE: numbers, UNKNOWN: numbers }),
    refusals: [],
    examples: { RESULTS: { RESULT_NOS: [1, 2] } },
  }
}

function stock(): PartnerWords {
  return {
    title: label('현재 재고 조회', 'Read the stock'),
    text: label(
      '품목·로트·유통기한·상태별 현재 재고입니다. 빈 목록을 받을 때까지 CURSOR를 AFTER에 넣어 이어서 조회하세요.',
      'What lies here by item, lot, valid date and condition. Give CURSOR as AFTER until the list is empty.',
    ),
    edi: '846',
    data: z.object({ STOCK: z.array(z.unknown()), CURSOR: z.string() }),
    refusals: [kindDenied],
    examples: { ALL: {}, NEXT: { AFTER: 'ITEM-1', MAX: 500 } },
  }
}

export function partnerWords(kinds: readonly PartnerKind[], news: readonly PartnerNews[]) {
  return {
    sent: sent(kinds),
    asked: asked(),
    results: results([...kinds, ...news]),
    acknowledged: acknowledged(),
    stock: stock(),
  }
}
