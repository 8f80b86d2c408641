import { createHmac } from 'node:crypto'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { ForbiddenAddressError, abortable } from '#server/base/outgoing-address.ts'
import { checkedLookup } from './webhook-address.ts'
import { webhookHeaders } from './webhook-documentation.ts'

/**
 * Request to post. Its id and body are the same on every attempt, unlike the timestamp and
 * signature.
 */
interface WebhookRequest {
  readonly url: string
  readonly secret: string
  readonly id: string
  readonly body: string
  /** Unix time in seconds. */
  readonly timestamp: number
}

export interface PostOutcome {
  readonly isAccepted: boolean
  /** The receiver responded, with any status. */
  readonly isAnswered: boolean
  readonly text: Label
}

/** HMAC-SHA256 of `timestamp.body`, which receivers compute as well. */
function signature({ secret, timestamp, body }: WebhookRequest): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

/** Maximum length of the response text stored for diagnosis. */
const maxStoredLength = 300

function statusMessage(status: number, given: string): Label {
  const rest = given.replaceAll(/\s+/g, ' ').trim()
  const more = rest === '' ? '' : ` ${rest}`
  if (status < 300 || status >= 400) return label(`HTTP ${status}${more}`, `HTTP ${status}${more}`)
  return label(
    `HTTP ${status}: 리디렉션은 따르지 않습니다. 최종 주소를 등록하세요.`,
    `HTTP ${status}: redirects are not followed. Enter the final address.`,
  )
}

function failureMessage(error: unknown, isLate: boolean, seconds: number): Label {
  if (error instanceof ForbiddenAddressError) return error.text
  if (isLate) {
    return label(
      `${seconds}초 안에 응답이 없습니다.`,
      `No response within ${formatCount(seconds, 'second')}.`,
    )
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = code || (error instanceof Error ? error.message : String(error))
  return label(`연결하지 못했습니다: ${why}`, `Connection failed: ${why}`)
}

/** Posts once, with a hard timeout. Never throws for failures of the receiver. */
export async function postWebhook(
  posted: WebhookRequest,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<PostOutcome> {
  const late = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([late, stop])
  try {
    const { status, response } = await send(posted, signal)
    const isAccepted = status >= 200 && status < 300
    return { isAccepted, isAnswered: true, text: statusMessage(status, response) }
  } catch (error) {
    stop.throwIfAborted()
    const text = failureMessage(error, late.aborted, Math.ceil(timeoutMs / 1000))
    return { isAccepted: false, isAnswered: false, text }
  }
}

async function send(
  posted: WebhookRequest,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly response: string }> {
  const url = new URL(posted.url)
  const lookup = await abortable(checkedLookup(url), signal)
  const request = url.protocol === 'https:' ? requestTls : requestPlain
  const body = Buffer.from(posted.body)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.byteLength,
    'user-agent': 'wms-webhook/1',
    [webhookHeaders.id]: posted.id,
    [webhookHeaders.timestamp]: String(posted.timestamp),
    [webhookHeaders.signature]: signature(posted),
  }
  return new Promise((done, failed) => {
    // No keep-alive agent and no redirects: the request must go to the address just checked.
    const call = request(url, { method: 'POST', headers, lookup, signal, agent: false })
    call.on('error', failed)
    call.on('response', (response) => {
      const status = response.statusCode ?? 0
      let given = ''
      const finish = () => {
        call.destroy()
        done({ status, response: given.slice(0, maxStoredLength) })
      }
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        given += part
        if (given.length >= maxStoredLength) finish()
      })
      response.on('end', finish)
      response.on('error', failed)
    })
    call.end(body)
  })
}
