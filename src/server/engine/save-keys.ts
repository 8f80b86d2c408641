import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { Caller } from '#server/auth/caller.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Transaction } from '#server/db/database.ts'
import type { SaveResult } from './handler.ts'

/** A save that takes effect only once, even if it is sent repeatedly. */
export interface KeyedSave {
  readonly caller: Caller
  readonly idempotencyKey: string
  /** Digest of procedure, warehouse and rows. */
  readonly bodyHash: string
}

/**
 * Claims the key of a save until the commit. Returns the response of an earlier save with this key,
 * or undefined. The same key with a different body throws AppError 422.
 */
export async function claimKey(tx: Transaction, save: KeyedSave): Promise<SaveResult | undefined> {
  if (await claimNewKeys(tx, [save])) return undefined
  const { caller, idempotencyKey, bodyHash } = save
  const [stored] = await tx.query<{ body_hash: string; answer: SaveResult | null }>(sql`
    select body_hash, answer from idempotency
    where user_id = ${caller.userId} and idempotency_key = ${idempotencyKey}`)
  if (stored?.body_hash === bodyHash && stored.answer) return stored.answer
  throw new AppError(
    422,
    'IDEMPOTENCY_KEY_REUSED',
    label(
      '같은 저장 번호를 다른 내용으로 다시 받았습니다. 화면을 다시 조회한 뒤 저장하세요.',
      'The same save number was received again with different rows. Search again, then save.',
    ),
  )
}

/** Claims the keys of different saves in key order. Returns false if one was claimed before. */
export async function claimNewKeys(tx: Transaction, saves: readonly KeyedSave[]): Promise<boolean> {
  const claimed = await tx.execute(sql`
    insert into idempotency (user_id, idempotency_key, body_hash)
    select user_id, idempotency_key, body_hash
    from unnest(${saves.map(({ caller }) => caller.userId)}::text[],
      ${saves.map(({ idempotencyKey }) => idempotencyKey)}::text[],
      ${saves.map(({ bodyHash }) => bodyHash)}::text[]) s (user_id, idempotency_key, body_hash)
    order by user_id, idempotency_key
    on conflict do nothing`)
  return claimed === saves.length
}

export interface SaveRecord extends Omit<KeyedSave, 'bodyHash'> {
  readonly operation: string
  readonly rowCount: number
  readonly result: SaveResult
}

/** Queues the responses and the audit log to be sent with the commit, which fails if they do. */
export function storeResponses(tx: Transaction, records: readonly SaveRecord[]): void {
  const users = records.map(({ caller }) => caller.userId)
  const keys = records.map(({ idempotencyKey }) => idempotencyKey)
  const responses = records.map(({ result: { once: _shown, ...kept } }) => JSON.stringify(kept))
  tx.later(sql`
    update idempotency i set answer = s.answer::jsonb
    from unnest(${users}::text[], ${keys}::text[], ${responses}::text[])
      s (user_id, idempotency_key, answer)
    where i.user_id = s.user_id and i.idempotency_key = s.idempotency_key`)
  tx.later(sql`
    insert into audit_log (user_id, wcode, operation, row_count, idempotency_key)
    select * from unnest(${users}::text[], ${records.map(({ caller }) => caller.scope.wcode)}::text[],
      ${records.map(({ operation }) => operation)}::text[],
      ${records.map(({ rowCount }) => rowCount)}::int[], ${keys}::text[])`)
}
