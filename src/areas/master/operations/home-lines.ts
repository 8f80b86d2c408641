import { defineHomeLines } from '#kernel/home.ts'
import { label } from '#kernel/label.ts'
import { thisWarehouse } from '#areas/system/operations/warehouse.ts'
import { cells, owners, zones } from './masters.ts'

export const masterHomeLines = defineHomeLines([
  {
    id: 'master/setup-warehouse',
    title: label('창고', 'Warehouse'),
    counts: { of: thisWarehouse, filter: { LOCATION_NM: '%_%' } },
    opens: 'Zone',
    setup: {
      position: 2,
      todo: label('창고명과 소재지를 입력하세요.', 'Enter the warehouse name and location.'),
      runs: 'master.warehouse',
    },
  },
  {
    id: 'master/setup-zones',
    title: label('존', 'Zones'),
    counts: { of: zones.query },
    opens: 'Zone',
    args: {},
    setup: {
      position: 3,
      todo: label('온도대별로 존을 추가하세요.', 'Add a zone for each temperature range.'),
    },
  },
  {
    id: 'master/setup-cells',
    title: label('셀', 'Cells'),
    counts: { of: cells.query },
    opens: 'Cell',
    args: {},
    setup: {
      position: 4,
      todo: label(
        '일괄생성: 통로·열·단으로 생성하세요.',
        'Generate cells by aisle, bay and level.',
      ),
    },
  },
  {
    id: 'master/setup-owners',
    title: label('화주', 'Owners'),
    counts: { of: owners.query },
    opens: 'Owner',
    args: {},
    setup: {
      position: 5,
      todo: label('화주를 추가하세요. 엑셀도 가능합니다.', 'Add owners, or import a sheet.'),
    },
  },
])
