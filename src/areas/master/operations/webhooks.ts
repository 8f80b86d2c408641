import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { partnerProfile } from '../tables/partner-message.ts'
import { webhookDelivery } from '../tables/webhook-delivery.ts'

/** Granted with partner messages of any kind. */
const common = { with: ['partner-messages'], scope: 'warehouse-owner' } as const

export const webhookDeliveries = defineQuery({
  ...common,
  name: 'master/webhook-deliveries',
  title: label('웹훅 전송 조회', 'Webhook deliveries'),
  action: 'search',
  search: pick(webhookDelivery, [
    'DELIVERY_ID',
    'OWNER_CD',
    'PROFILE_CD',
    'STATE_CD',
    'DOC_NO',
    'RESULT_NO',
  ]),
  output: webhookDelivery.fields,
})

/**
 * Resends a delivery immediately, then retries for a day. The id lets the receiver detect
 * duplicates.
 */
export const resendWebhooks = defineProcedure({
  ...common,
  name: 'master/resend-webhooks',
  title: label('웹훅 재전송', 'Resend webhooks'),
  action: 'save',
  maxRows: 500,
  input: { DELIVERY_ID: withOptions(webhookDelivery.fields.DELIVERY_ID, { required: true }) },
})

export const issueWebhookSecret = defineProcedure({
  ...common,
  name: 'master/issue-webhook-secret',
  title: label('웹훅 비밀키 발급', 'Issue a webhook secret'),
  action: 'save',
  maxRows: 1,
  input: pick(partnerProfile, ['OWNER_CD', 'PROFILE_CD']),
})
