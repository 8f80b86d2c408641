import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { handleProcedure, handleQuery, type Handler } from '#server/engine/handler.ts'
import { saveWarehouse, thisWarehouse } from '../operations/warehouse.ts'

const thisWarehouseHandler = handleQuery(
  thisWarehouse,
  'v.wcode',
  ({ scope }) => sql`select * from warehouse where wcode = ${scope.wcode}`,
)

const saveWarehouseHandler = handleProcedure(saveWarehouse, async ({ tx, scope, rows }) => {
  for (const { values } of rows) {
    await tx.execute(sql`
      update warehouse set warehouse_nm = ${values['WAREHOUSE_NM']},
        location_nm = ${values['LOCATION_NM']}
      where wcode = ${scope.wcode}`)
  }
  return {
    rows: rows.map(({ no }) => ({ ROW: no })),
    message: label('창고 정보를 저장했습니다.', 'Warehouse saved.'),
  }
})

/** The facts of the building itself. */
export const warehouseHandlers: readonly Handler[] = [thisWarehouseHandler, saveWarehouseHandler]
