import { label, type Label, type Language } from '#kernel/label.ts'
import type { JsonSchema } from './partner-schema.ts'

const title = label('결과 웹훅', 'Result webhook')
const text = label(
  '프로필에 웹훅 주소가 있으면(비밀키는 창고 관리자가 발급) 각 결과를 그 주소로 한 번 이상 POST합니다. 서명은 비밀키로 `<wms-timestamp>.<본문>`을 HMAC-SHA256한 16진수입니다. 서명이 일치하지 않거나 wms-timestamp가 5분 넘게 차이 나는 요청은 거부하고, 이미 받은 wms-id는 무시하세요. 10초 안에 2xx 응답이 없으면 간격을 늘려 가며 24시간 동안 재전송하고, 같은 전표의 다음 결과는 그동안 보류합니다. 리디렉션은 따르지 않습니다.',
  'If the profile has a webhook address, each result is sent there by POST at least once. The signature is the hex-encoded HMAC-SHA256 of `<wms-timestamp>.<body>` with the secret as key, which an administrator of the warehouse issues. Reject requests with a wrong signature or a wms-timestamp more than 5 minutes off, and ignore a wms-id that you already received. If no 2xx response arrives within 10 seconds, delivery is retried at increasing intervals for 24 hours; later results of the same document are held back until then. Redirects are not followed.',
)
const deliveryDone = label('받았습니다.', 'Received.')

export const webhookHeaders = {
  id: 'wms-id',
  timestamp: 'wms-timestamp',
  signature: 'wms-signature',
} as const

const headerTexts = {
  id: label('전송 ID. 재전송해도 같습니다.', 'ID of the delivery, the same for every retry'),
  timestamp: label('보낸 시각(유닉스 시각, 초)', 'Time of sending, in Unix seconds'),
  signature: label('본문의 서명', 'Signature of the body'),
}

const headerText = (name: string, pattern: string, text: Label, language: Language) => ({
  name,
  description: text[language],
  in: 'header',
  required: true,
  schema: { type: 'string', pattern },
})

export function webhookDescription(results: readonly JsonSchema[], language: Language) {
  return {
    result: {
      post: {
        operationId: 'webhook-result',
        summary: title[language],
        description: text[language],
        security: [],
        parameters: [
          headerText(webhookHeaders.id, '^[0-9a-f-]{36}$', headerTexts.id, language),
          headerText(
            webhookHeaders.timestamp,
            String.raw`^\d{10}$`,
            headerTexts.timestamp,
            language,
          ),
          headerText(
            webhookHeaders.signature,
            '^sha256=[0-9a-f]{64}$',
            headerTexts.signature,
            language,
          ),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { oneOf: results } } },
        },
        responses: { '2XX': { description: deliveryDone[language] } },
      },
    },
  }
}
