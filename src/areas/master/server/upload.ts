import sql from 'sql-template-tag'
import { handleProcedure, handleQuery } from '#server/engine/handler.ts'
import { mergeRows, tableImport } from '#server/engine/table-import.ts'
import { recordsetSql, saveTable } from '#server/engine/table-save.ts'
import { ownerMappings, saveOwnerMapping, uploadStocks } from '../operations/upload.ts'
import { ownerMapping } from '../tables/owner.ts'
import { stock } from '../tables/stock.ts'
import { rejectFixedColumns } from './reject-fixed.ts'
import { wholeBox } from './whole-quantity.ts'

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
    from ${recordsetSql(ownerMapping.fields, Object.keys(ownerMapping.fields), call.rows)}
    order by r.owner_cd, r.screen, r.no desc
    on conflict (owner_cd, screen) do update set mapping = excluded.mapping,
      version = owner_mapping.version + 1, updated_by = excluded.updated_by, updated_at = now()`)
  return { rows: call.rows.map((row) => ({ ROW: row.no })) }
})

const uploaded = Object.keys(uploadStocks.input)

export const uploadStocksHandler = handleProcedure(
  uploadStocks,
  async (call) => {
    const merged = await mergeRows(call, stock, uploaded)
    const rows = merged.map(({ row }) => row)
    await rejectFixedColumns({ ...call, rows }, stock, uploaded)
    const references = [{ columns: ['OWNER_CD'], table: 'owner' }]
    return saveTable({ ...call, rows }, stock, uploaded, references, [wholeBox])
  },
  tableImport(stock, uploadStocks.input),
)
