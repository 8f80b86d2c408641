import sql from 'sql-template-tag'
import { handleProcedure, handleQuery, type SaveRow } from '#server/engine/handler.ts'
import { wireRows } from '#server/engine/run-query.ts'
import type { DbRow } from '#server/db/database.ts'
import { recordset, saveTable } from '#server/engine/table-save.ts'
import { ownerMappings, saveOwnerMapping, uploadStocks } from '../operations/upload.ts'
import { ownerMapping } from '../tables/owner.ts'
import { stock } from '../tables/stock.ts'

export const ownerMappingHandler = handleQuery(
  ownerMappings,
  'v.owner_cd, v.screen',
  () => sql`select * from owner_mapping`,
)

export const saveOwnerMappingHandler = handleProcedure(saveOwnerMapping, async (call) => {
  await call.tx.execute(sql`
    insert into owner_mapping (owner_cd, screen, mapping, created_by, updated_by)
    select distinct on (r.owner_cd, r.screen)
      r.owner_cd, r.screen, r.mapping, ${call.userId}, ${call.userId}
    from ${recordset(ownerMapping.fields, Object.keys(ownerMapping.fields), call.rows)}
    order by r.owner_cd, r.screen, r.no desc
    on conflict (owner_cd, screen) do update set mapping = excluded.mapping,
      version = owner_mapping.version + 1, updated_by = excluded.updated_by, updated_at = now()`)
  return { rows: call.rows.map((row) => ({ ROW: row.no })) }
})

const uploaded = Object.keys(uploadStocks.input)

export const uploadStocksHandler = handleProcedure(uploadStocks, async (call) => {
  const known = await call.tx.query(sql`
    select r.no, t.* from ${recordset(stock.fields, stock.key, call.rows)}
    join stock t on t.owner_cd = r.owner_cd and t.stock_cd = r.stock_cd`)
  const current = new Map(known.map((row) => [row['no'], row]))
  const rows = call.rows.map((row) => merged(row, current.get(row.no)))
  const references = [{ columns: ['OWNER_CD'], table: 'owner' }]
  return saveTable({ ...call, rows }, stock, uploaded, references)
})

/** A sheet need not have every column: what it lacks stays as it is, or starts as a new item does. */
function merged(row: SaveRow, known: DbRow | undefined): SaveRow {
  const kept = known ? wireRows(stock.fields, [known])[0] : undefined
  const values = { ...row.values }
  for (const column of uploaded) {
    values[column] ??= kept?.[column] ?? stock.fields[column as 'STOCK_CD'].default ?? null
  }
  if (!known) return { ...row, flag: 'I', values }
  return { ...row, flag: 'U', version: Number(known['version']), values }
}
