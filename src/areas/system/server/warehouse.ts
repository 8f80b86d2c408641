import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { recordHistory } from '#server/engine/fact-history.ts'
import { handleProcedure, handleQuery, type Handler } from '#server/engine/handler.ts'
import { saveTable } from '#server/engine/table-save.ts'
import { saveWarehouse, thisWarehouse } from '../operations/warehouse.ts'
import { warehouse } from '../tables/warehouse.ts'

const thisWarehouseHandler = handleQuery(
  thisWarehouse,
  'v.wcode',
  ({ scope }) => sql`select * from warehouse where wcode = ${scope.wcode}`,
)

const columns = ['WCODE', ...Object.keys(saveWarehouse.input)]

const saveWarehouseHandler = handleProcedure(saveWarehouse, async (call) => {
  await recordHistory(call)
  const rows = call.rows.map((row) => ({
    ...row,
    flag: 'U' as const,
    values: { ...row.values, WCODE: call.scope.wcode },
  }))
  await saveTable({ ...call, rows }, warehouse, columns)
  return {
    rows: rows.map(({ no }) => ({ ROW: no })),
    message: label('창고 정보를 저장했습니다.', 'Warehouse saved.'),
  }
})

export const warehouseHandlers: readonly Handler[] = [thisWarehouseHandler, saveWarehouseHandler]
