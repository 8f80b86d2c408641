import sql from 'sql-template-tag'
import { hourOf } from '#areas/inventory/server/stock.ts'
import { handleQuery } from '#server/engine/handler.ts'
import { workMovements } from '../operations/work-movements.ts'

export const workMovementsHandler = handleQuery(
  workMovements,
  'v.business_dt, v.user_id, v.hour_cd, v.doc_no',
  () => sql`
    select m.wcode, m.owner_cd, m.stock_cd, m.movement_cd, m.doc_no, m.user_id, m.business_dt,
      ${hourOf('m')} hour_cd
    from stock_movement m`,
)
