import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { invalidRows, conflictingRows } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
  type SaveResult,
} from '#server/engine/handler.ts'
import { sealSecret } from '#server/base/site-key.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { issueWebhookSecret, resendWebhooks, webhookDeliveries } from '../operations/webhooks.ts'
import { deliveryStatus } from '../rules/message-status.ts'

export const webhookHandlers: readonly Handler[] = [
  handleQuery(
    webhookDeliveries,
    'v.delivery_id desc',
    ({ language }) => sql`
      select d.delivery_id, d.state_cd, d.owner_cd, d.profile_cd, m.result_no, m.result_cd, d.doc_no,
        d.tries, d.answer->>${language} answer, case when d.state_cd = ${quoteCodes(deliveryStatus.waiting)} then d.next_at end next_at,
        d.give_up_at, d.delivered_at, d.event_id::text event_id, d.wcode, d.version, d.updated_by,
        d.updated_at
      from webhook_delivery d join partner_message m using (message_id)`,
  ),
  handleProcedure(resendWebhooks, resendDeliveries),
  handleProcedure(issueWebhookSecret, issueSecret),
]

const unknown = label('전송을 찾을 수 없습니다.', 'Delivery not found.')

/**
 * Restarts the 24 hours of retries. The id is unchanged, which lets the receiver detect duplicates.
 */
async function resendDeliveries(call: SaveCall): Promise<SaveResult> {
  const { wcode, owners } = call.scope
  const requests = call.rows.map(({ values }) => Number(values['DELIVERY_ID']))
  const done = await call.tx.query<{ delivery_id: number }>(sql`
    update webhook_delivery set state_cd = ${quoteCodes(deliveryStatus.waiting)}, next_at = now(),
      give_up_at = now() + interval '24 hours', delivered_at = null, version = version + 1,
      updated_by = ${call.userId}, updated_at = now()
    where delivery_id = any(${requests}::bigint[]) and wcode = ${wcode}
      and (${owners === null} or owner_cd = any(${[...(owners ?? [])]}::text[]))
    returning delivery_id`)
  const known = new Set(done.map((row) => row.delivery_id))
  const missing = call.rows.filter((_, index) => !known.has(requests[index] ?? 0))
  if (missing.length > 0) {
    throw conflictingRows(
      missing.map(({ no }) => ({ row: no, column: 'DELIVERY_ID', text: unknown })),
    )
  }
  const n = known.size
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `${formatCount(n)}건을 다시 보냅니다.`,
      `${formatCount(n, 'webhook')} will be sent again.`,
    ),
  }
}

/** Stores the secret encrypted, because signing needs the plain text. */
async function issueSecret(call: SaveCall): Promise<SaveResult> {
  const row = call.rows[0]
  const { OWNER_CD, PROFILE_CD } = row?.values ?? {}
  const secret = `whsec_${randomBytes(32).toString('base64url')}`
  const done = await call.tx.execute(sql`
    update partner_profile set webhook_secret = ${sealSecret(secret)}, webhook_at = now(),
      version = version + 1, updated_by = ${call.userId}, updated_at = now()
    where wcode = ${call.scope.wcode} and owner_cd = ${OWNER_CD ?? ''}
      and profile_cd = ${PROFILE_CD ?? ''}`)
  if (done === 0) {
    const text = label('프로필을 찾을 수 없습니다.', 'Profile not found.')
    throw invalidRows([{ row: row?.no ?? 1, column: 'PROFILE_CD', text }])
  }
  return {
    rows: [{ ROW: row?.no ?? 1 }],
    once: { SECRET: secret },
    message: label('웹훅 비밀키를 발급했습니다.', 'Webhook secret issued.'),
  }
}
