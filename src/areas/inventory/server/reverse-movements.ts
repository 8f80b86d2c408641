import sql from 'sql-template-tag'
import type { Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import type { PlacementDoor } from '../rules/placement-doors.ts'
import { reopenEmptied } from './missing-stock.ts'
import { rejectClosedPeriods } from './closed-periods.ts'
import { postMovements } from './post-movements.ts'

export interface Reversal {
  readonly no: number
  readonly movementNo: number
  readonly reason: string
}

/**
 * Posts the opposite of each movement today, for the same document line, referencing the reversed
 * movement. The caller has locked the documents and checked that none is already reversed. Throws
 * if a movement does not exist or is in a closed period. Returns the messages of violated placement
 * rules.
 */
export async function reverseMovements(
  call: Pick<SaveCall, 'tx' | 'userId' | 'scope' | 'idempotencyKey'>,
  door: PlacementDoor | 'OUT',
  reversals: readonly Reversal[],
): Promise<readonly Label[]> {
  const reversed = sql`jsonb_to_recordset(${JSON.stringify(reversals)}::jsonb)
      as r(no integer, "movementNo" bigint, reason text)
    join stock_movement m on m.movement_no = r."movementNo"`
  await rejectClosedPeriods(
    call,
    sql`select r.no, m.wcode, m.owner_cd, m.doc_no, m.business_dt work_dt from ${reversed}`,
  )
  const { count, notices } = await postMovements(
    call,
    door,
    sql`
    select r.no, m.wcode, m.owner_cd, m.stock_cd, m.movement_cd,
      m.doc_no, m.doc_line, m.to_place_cd from_place_cd, m.to_balance_id from_balance_id,
      m.from_place_cd to_place_cd, m.from_balance_id to_balance_id, m.qty, r.reason,
      m.movement_no reverses_no
    from ${reversed}`,
  )
  if (count !== reversals.length) {
    throw new Error(`${count} of ${reversals.length} movements were reversed`)
  }
  await reopenEmptied(
    call,
    reversals.map(({ movementNo }) => movementNo),
  )
  return notices
}

/** Condition on movement `m`: it is neither a reversal nor reversed. */
export const isMovementInEffect = sql`m.reverses_no is null
  and not exists (select from stock_movement x where x.reverses_no = m.movement_no)`
