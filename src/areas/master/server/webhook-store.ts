import sql from 'sql-template-tag'
import type { Label } from '#kernel/label.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { deliveryStatus } from '../rules/message-status.ts'
import type { Profile } from './partner-kind.ts'

type ProfileKey = Pick<Profile, 'wcode' | 'owner' | 'code'>

/** Enqueues a result for the profile's webhook, if it has one. It is sent after the commit. */
export async function addDelivery(
  tx: Transaction,
  { wcode, owner, code }: ProfileKey,
  message: { readonly id: number; readonly document: string },
  userId: string,
): Promise<void> {
  await tx.execute(sql`
    insert into webhook_delivery (message_id, wcode, owner_cd, profile_cd, doc_no, created_by,
      updated_by)
    select ${message.id}, wcode, owner_cd, profile_cd, ${message.document}, ${userId}, ${userId}
    from partner_profile where wcode = ${wcode} and owner_cd = ${owner} and profile_cd = ${code}
      and webhook_url is not null`)
}

export interface ClaimedDelivery extends Record<string, unknown> {
  readonly delivery_id: number
  readonly event_id: string
  readonly tries: number
  readonly raw_body: string
  readonly webhook_url: string | null
  readonly webhook_secret: string | null
}

/** Lease of an attempt. Another process retries it after it expires. */
const leaseSeconds = 60

/**
 * Claims the next due delivery of a profile, unless the profile, its owner or its warehouse has
 * been deactivated since the round began. Deliveries for one document are sent in order.
 */
export async function claimDelivery(
  db: Database,
  { wcode, owner, code }: ProfileKey,
  now: number,
): Promise<ClaimedDelivery | undefined> {
  const at = sql`${new Date(now).toISOString()}::timestamptz`
  const [row] = await db.query<ClaimedDelivery>(sql`
    with claimed as (
      update webhook_delivery set tries = tries + 1,
        next_at = ${at} + make_interval(secs => ${leaseSeconds}::int)
      where delivery_id = (
        select d.delivery_id from webhook_delivery d
        join partner_profile p using (wcode, owner_cd, profile_cd)
        join owner o using (owner_cd) join warehouse w using (wcode)
        where 'Y' = all (array[p.use_yn, o.use_yn, w.use_yn]) and d.wcode = ${wcode} and d.owner_cd = ${owner} and d.profile_cd = ${code}
          and d.state_cd = ${quoteCodes(deliveryStatus.waiting)} and d.next_at <= ${at}
          and not exists (select from webhook_delivery e
            where e.wcode = d.wcode and e.owner_cd = d.owner_cd and e.profile_cd = d.profile_cd
              and e.doc_no = d.doc_no and e.state_cd = ${quoteCodes(deliveryStatus.waiting)} and e.delivery_id < d.delivery_id)
        order by d.next_at, d.delivery_id limit 1 for update of d skip locked)
      returning *)
    select c.delivery_id, c.event_id::text event_id, c.tries, m.raw_body, p.webhook_url,
      p.webhook_secret
    from claimed c join partner_message m using (message_id)
    join partner_profile p on p.wcode = c.wcode and p.owner_cd = c.owner_cd
      and p.profile_cd = c.profile_cd`)
  return row
}

/** Marks a delivery as delivered, unless another process has retried it since. */
export async function markDelivered(
  db: Queryable,
  { delivery_id: id, tries }: ClaimedDelivery,
  answer: Label,
  now: number,
): Promise<void> {
  await db.execute(sql`
    update webhook_delivery set state_cd = ${quoteCodes(deliveryStatus.delivered)}, answer = ${JSON.stringify(answer)}::jsonb,
      delivered_at = ${new Date(now).toISOString()}::timestamptz, version = version + 1,
      updated_by = 'system', updated_at = now()
    where delivery_id = ${id} and tries = ${tries} and state_cd = ${quoteCodes(deliveryStatus.waiting)}`)
}

const firstPauseSeconds = 30
const longestPauseSeconds = 2 * 60 * 60

/** Seconds until the next attempt. Doubles each time, up to two hours. */
export function pauseAfter(tries: number): number {
  return Math.min(firstPauseSeconds * 2 ** Math.min(tries - 1, 20), longestPauseSeconds)
}

/**
 * Records a failed attempt and schedules the next one, the last at the end of the 24 hours. After
 * that the delivery fails and is logged as a failed job.
 */
export async function markFailed(
  db: Database,
  { delivery_id: id, tries }: ClaimedDelivery,
  answer: Label,
  now: number,
): Promise<void> {
  const at = sql`${new Date(now).toISOString()}::timestamptz`
  const pause = sql`make_interval(secs => ${pauseAfter(tries)}::int)`
  await db.transaction(async (tx) => {
    const [delivery] = await tx.query<{ state_cd: string; doc_no: string }>(sql`
      update webhook_delivery set answer = ${JSON.stringify(answer)}::jsonb,
        state_cd = case when ${at} >= give_up_at then ${quoteCodes(deliveryStatus.failed)}
          else ${quoteCodes(deliveryStatus.waiting)} end,
        next_at = least(${at} + ${pause}, greatest(give_up_at, ${at})), version = version + 1,
        updated_by = 'system', updated_at = now()
      where delivery_id = ${id} and tries = ${tries} and state_cd = ${quoteCodes(deliveryStatus.waiting)}
      returning state_cd, doc_no`)
    if (delivery?.state_cd !== deliveryStatus.failed) return
    await tx.execute(sql`
      insert into error_log (path, error_code, detail)
      values ('job/webhook', 'WEBHOOK_FAILED', ${`${delivery.doc_no} (${id}): ${answer.en}`})`)
  })
}
