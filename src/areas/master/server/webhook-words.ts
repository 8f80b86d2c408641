import { label, type Language } from '#kernel/label.ts'
import type { JsonSchema } from './partner-schema.ts'

const title = label('결과 웹훅', 'Webhook of results')
const text = label(
  '프로필에 웹훅 주소가 있으면 결과마다 한 번 이상 POST합니다. 서명은 비밀키로 `<wms-timestamp>.<본문>`을 HMAC-SHA256한 16진수입니다. 서명이 다르거나 wms-timestamp가 5분 넘게 다르면 거절하고, 이미 받은 wms-id는 다시 처리하지 마세요. 10초 안에 2xx로 답하지 않으면 간격을 늘려 24시간 동안 다시 보내며, 같은 전표의 다음 결과는 그동안 기다립니다. 리디렉션은 따르지 않습니다.',
  'Where the profile has a webhook address, each result is posted there at least once. The signature is HMAC-SHA256 of `<wms-timestamp>.<body>` with the secret, in hex. Refuse another signature or a wms-timestamp more than 5 minutes off, and do not process a wms-id again. Without a 2xx answer within 10 seconds it is sent again with growing pauses for 24 hours; later results of the same document wait meanwhile. Redirects are not followed.',
)
const done = label('받았습니다.', 'Received.')

export const webhookHeaders = {
  id: 'wms-id',
  timestamp: 'wms-timestamp',
  signature: 'wms-signature',
} as const

const header = (name: string, pattern: string) => ({
  name,
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
          header(webhookHeaders.id, '^[0-9a-f-]{36}$'),
          header(webhookHeaders.timestamp, String.raw`^\d{10}$`),
          header(webhookHeaders.signature, '^sha256=[0-9a-f]{64}$'),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { oneOf: results } } },
        },
        responses: { '2XX': { description: done[language] } },
      },
    },
  }
}
