/**
 * Posts movements to the embedded store of the given folder until it is killed. Prints `ack <key>`
 * for every commit and requests a checkpoint at the given interval.
 */
import sql from 'sql-template-tag'
import { postMovements } from '#areas/inventory/server/post-movements.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { migrate } from '#server/db/migrate.ts'

const [dataDir = '', first = '1', checkpointEvery = '0'] = process.argv.slice(2)
const db = await openDatabase({ dataDir, env: {} })
await migrate(db)
await db.script(`
  insert into warehouse (wcode, warehouse_nm, location_nm) values ('W01', 'w', '') on conflict do nothing;
  insert into owner (owner_cd, owner_nm) values ('O', 'o') on conflict do nothing;
  insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'A', 'A') on conflict do nothing;
  insert into cell (wcode, cell_cd, zone_cd) values ('W01', 'A-1', 'A') on conflict do nothing;
  insert into stock (owner_cd, stock_cd, stock_nm) values ('O', 'S', 's') on conflict do nothing;
  insert into lot (owner_cd, stock_cd, received_dt) values ('O', 'S', '2026-11-01')
    on conflict do nothing;
  insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd)
    select 'W01', 'O', 'S', lot_id, 'A-1' from lot on conflict do nothing`)
process.stdout.write('open\n')
for (let no = Number(first); ; no += 1) {
  const key = `power-cut-${no}`
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into idempotency (user_id, idempotency_key, body_hash, answer)
      values ('admin', ${key}, 'x', '{}')`)
    await postMovements(
      { tx, userId: 'admin', idempotencyKey: key },
      'COUNT',
      sql`select 1 no, 'W01' wcode, 'O' owner_cd, 'S' stock_cd,
        'ADJUST' movement_cd, 'ADJ' doc_no, 1 doc_line, 'ADJUSTMENT' from_place_cd,
        null::bigint from_balance_id, 'CELL' to_place_cd, balance_id to_balance_id, 1::numeric qty,
        null reason, null::bigint reverses_no from stock_balance`,
    )
  })
  process.stdout.write(`ack ${key}\n`)
  if (Number(checkpointEvery) > 0 && no % Number(checkpointEvery) === 0) await db.checkpoint()
}
