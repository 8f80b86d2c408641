import type { Database } from '#server/db/database.ts'
import { databaseClock, type Clock } from '#server/db/database-clock.ts'
import { label } from '#kernel/label.ts'
import { openSecret } from '#server/base/site-key.ts'
import type { Profile, ReportedKind } from './partner-kind.ts'
import { webhookProfiles } from './partner-profile.ts'
import { partnerUser } from './partner-receive.ts'
import { makeResults } from './partner-results.ts'
import { postWebhook, type PostOutcome } from './webhook-post.ts'
import { claimDelivery, markFailed, markDelivered, type ClaimedDelivery } from './webhook-store.ts'

export interface SenderOptions {
  readonly now?: Clock
  readonly timeoutMs?: number
}

/** Attempts per profile and round. The limit prevents one profile from delaying the others. */
const maxAttempts = 200

/**
 * Posts results to partners' webhooks. Any number of processes share the work. Each delivery is
 * claimed in the database, and a claim of a crashed process expires and is retried under the same
 * id.
 */
export class WebhookSender {
  readonly #db: Database
  readonly #kinds: readonly ReportedKind[]
  readonly #report: (error: unknown) => void
  readonly #now: Clock
  readonly #timeoutMs: number
  readonly #stop = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()

  constructor(
    db: Database,
    kinds: readonly ReportedKind[],
    report: (error: unknown) => void,
    { now = () => databaseClock(db), timeoutMs = 10_000 }: SenderOptions = {},
  ) {
    this.#db = db
    this.#kinds = kinds
    this.#report = report
    this.#now = now
    this.#timeoutMs = timeoutMs
  }

  start(everyMs: number): void {
    this.#timer = setInterval(() => void this.tick().catch(this.#report), everyMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stop.abort(new Error('the server stops'))
    await this.#round.catch(() => undefined)
  }

  /** Creates new results and sends due deliveries. Rounds never overlap. */
  tick(): Promise<void> {
    this.#round = this.#round.catch(() => undefined).then(() => this.#deliverPending())
    return this.#round
  }

  async #deliverPending(): Promise<void> {
    const profiles = await webhookProfiles(this.#db)
    // A slow receiver delays only its own deliveries.
    const ended = await Promise.allSettled(profiles.map((profile) => this.#deliverProfile(profile)))
    if (this.#stop.signal.aborted) return
    for (const end of ended) if (end.status === 'rejected') this.#report(end.reason)
  }

  async #deliverProfile(profile: Profile): Promise<void> {
    const user = partnerUser(profile)
    await this.#db
      .transaction((tx) => makeResults(tx, profile, this.#kinds, user))
      .catch(this.#report)
    for (let turn = 0; turn < maxAttempts && !this.#stop.signal.aborted; turn += 1) {
      const claimed = await claimDelivery(this.#db, profile, await this.#now())
      if (!claimed) return
      const outcome = await this.#try(claimed)
      const record = outcome.isAccepted ? markDelivered : markFailed
      await record(this.#db, claimed, outcome.text, await this.#now())
      // The receiver is unreachable. Skip its other deliveries instead of waiting for each timeout.
      if (!outcome.isAnswered) return
    }
  }

  async #try({ event_id: id, raw_body: body, ...to }: ClaimedDelivery): Promise<PostOutcome> {
    if (to.webhook_url === null) return webhookNotFound(noUrl)
    if (to.webhook_secret === null) return webhookNotFound(noSecret)
    const secret = openSecretOrNone(to.webhook_secret)
    if (secret === undefined) return webhookNotFound(otherKey)
    const timestamp = Math.floor((await this.#now()) / 1000)
    const posted = { url: to.webhook_url, secret, id, body, timestamp }
    return postWebhook(posted, this.#timeoutMs, this.#stop.signal)
  }
}

const noUrl = label('프로필에 웹훅 주소가 없습니다.', 'The profile has no webhook address.')
const noSecret = label(
  '프로필에 웹훅 비밀키가 없습니다. 비밀키를 발급하세요.',
  'The profile has no webhook secret. Issue one.',
)
const otherKey = label(
  '비밀키를 읽을 수 없습니다. 사이트 키가 변경되었으니 비밀키를 다시 발급하세요.',
  'The secret cannot be read because the site key changed. Issue a new secret.',
)

function webhookNotFound(text: PostOutcome['text']): PostOutcome {
  return { isAccepted: false, isAnswered: false, text }
}

function openSecretOrNone(sealed: string): string | undefined {
  try {
    return openSecret(sealed)
  } catch {
    return undefined
  }
}
