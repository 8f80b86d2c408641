import sql from 'sql-template-tag'
import type { SaveCall } from '#server/engine/handler.ts'
import { postMovements } from './post-movements.ts'

/** One movement to take back, and why. */
export interface Reversal {
  readonly movementNo: number
  readonly reason: string | null
}

/**
 * Takes movements back: posts the opposite of each today, for the same document line, pointing at
 * the one it reverses. The caller holds the documents and has made sure that none is reversed
 * already. Throws when one is not there.
 */
export async function reverseMovements(
  call: Pick<SaveCall, 'tx' | 'userId' | 'idempotencyKey' | 'today'>,
  reversals: readonly Reversal[],
): Promise<void> {
  const posted = await postMovements(
    call.tx,
    call.userId,
    call.idempotencyKey,
    sql`
    select m.wcode, m.owner_cd, m.stock_cd, m.movement_cd,
      m.doc_no, m.doc_line, m.to_place_cd from_place_cd, m.to_balance_id from_balance_id,
      m.from_place_cd to_place_cd, m.from_balance_id to_balance_id, m.qty, r.reason,
      m.movement_no reverses_no
    from jsonb_to_recordset(${JSON.stringify(reversals)}::jsonb)
      as r("movementNo" bigint, reason text)
    join stock_movement m on m.movement_no = r."movementNo"`,
  )
  if (posted !== reversals.length) {
    throw new Error(`${posted} of ${reversals.length} movements were reversed`)
  }
}

/** Condition on movement `m`: neither a reversal itself nor taken back by one. */
export const standing = sql`m.reverses_no is null
  and not exists (select from stock_movement x where x.reverses_no = m.movement_no)`
