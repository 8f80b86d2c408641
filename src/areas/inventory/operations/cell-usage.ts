import { date, flag, integer, cubicMetres, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { cell, zone } from '#areas/master/tables/place.ts'
import { zoneRef, cellRef } from '#areas/master/tables/references.ts'
import { countedId } from './report-fields.ts'
import { stockCount } from './work-fields.ts'

const usageFields = {
  ZONE_CD: zoneRef,
  CELL_CD: cellRef,
  ...pick(cell, ['CELL_TYPE_CD']),
  ...pick(zone, ['ZONE_NM', 'TEMPERATURE_CD']),
  LOCK_YN: flag(label('잠금', 'Locked')),
  USED_YN: flag(label('사용 중', 'Occupied'), { width: 70 }),
  EMPTY_SINCE_DT: date(label('비워진 날', 'Empty since')),
  EMPTY_DAYS: integer(label('빈 일수', 'Days empty'), { width: 80 }),
}

/**
 * Cells and their contents, including empty cells, now or at a past time. A cell that never held
 * stock counts as empty since its creation. Owner-restricted users only see their own usage.
 */
export const cellUsage = defineQuery({
  name: 'inventory/cell-usage',
  title: label('셀 사용 현황 행', 'Cell usage rows'),
  menus: ['CellUsageReport'],
  action: 'search',
  scope: 'warehouse',
  bound: 'own',
  hasHistory: true,
  search: usageFields,
  output: {
    ...usageFields,
    // Required because it identifies the row.
    CELL_CD: withOptions(cellRef, { required: true }),
    USED_ID: countedId,
    STOCK_COUNT: stockCount,
    OWNER_COUNT: integer(label('화주수', 'Owners')),
    UNMEASURED_COUNT: integer(label('미측정 품목수', 'Unmeasured items'), {
      width: 100,
      zeroAsEmpty: true,
    }),
    CAPACITY_CBM: withOptions(cell.fields.CAPACITY_CBM, { footer: 'SUM', width: 100 }),
    USED_CBM: cubicMetres(label('사용 CBM', 'CBM used')),
    /** CBM in cells with a known capacity, for the utilization rate. */
    FILLED_CBM: cubicMetres(label('용량 있는 셀의 CBM', 'CBM in measured cells'), {
      width: 130,
    }),
  },
})
