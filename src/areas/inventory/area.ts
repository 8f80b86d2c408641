import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const inventoryArea: Area = {
  name: 'inventory',
  title: label('재고', 'Inventory'),
  menus: [
    menuGroup('inv', label('재고', 'Inventory'), 'inv', [
      ['InventoryMove', 'IMV', '재고이동', 'Stock move'],
      ['InventoryMoveCell', 'IMVC', '셀별 재고이동', 'Stock move by cell'],
      ['InventoryMoveLot', 'IMVL', '로트별 재고이동', 'Stock move by lot'],
      ['InventoryMoveAll', 'IMVA', '전체 재고이동', 'Stock move, all stock found'],
      ['InventoryMoveExcel', 'IMVE', '재고이동 엑셀업로드', 'Stock move upload'],
      ['CellMove', 'CMV', '셀 이동', 'Cell move'],
      ['BoxMove', 'BMV', '박스 이동', 'Box move'],
      ['PalletMove', 'PMV', '파렛트 이동', 'Pallet move'],
      ['InventoryHold', 'IHD', '재고보류', 'Stock hold'],
      ['InventoryHoldCell', 'IHDC', '셀별 재고보류', 'Stock hold by cell'],
      ['InventoryHoldLot', 'IHDL', '로트별 재고보류', 'Stock hold by lot'],
      ['InventoryHoldStock', 'IHDS', '품목별 재고보류', 'Stock hold by item'],
      ['InventoryHoldZone', 'IHDZ', '존별 재고보류', 'Stock hold by zone'],
      ['CellHold', 'CHD', '셀 보류관리', 'Cell hold rules'],
      ['LotHold', 'LHD', '로트 보류관리', 'Lot hold rules'],
      ['StockHold', 'SHD', '품목 보류관리', 'Item hold rules'],
      ['ZoneHold', 'ZHD', '존 보류관리', 'Zone hold rules'],
      ['Recall', 'RCL', '회수관리', 'Recalls'],
      ['RecallLetters', 'RCLL', '회수통지서', 'Recall letters'],
      ['ReplenishPlan', 'RPLN', '보충계획', 'Replenishment plan'],
      ['Replenish', 'RPLW', '보충작업', 'Replenishment'],
      ['SerialStock', 'ISER', '재고시리얼', 'Stock serials'],
      ['SerialTrace', 'ISERT', '재고시리얼 추적', 'Stock serial trace'],
      ['InventoryAdjust', 'IADJ', '재고조정', 'Stock adjustment'],
      ['InventoryTransferLot', 'ITL', '재고 로트변경', 'Stock transfer, lot'],
      ['InventoryTransferMark', 'ITM', '재고 마크변경', 'Stock transfer, mark'],
      ['InventoryTransferStock', 'ITS', '재고 품목변경', 'Stock transfer, item'],
      ['InventoryTransferWarehouse', 'ITW', '재고 창고변경', 'Stock transfer, warehouse'],
      ['Stocktaking', 'STK', '재고실사 등록', 'Stocktaking'],
      ['StocktakingByDay', 'STKD', '일자별 실사', 'Stocktaking by day'],
      ['StocktakingToday', 'STKT', '금일 실사현황', "Today's counts"],
      ['ToDayStocktaking', 'TSTK', '당일 변동분 실사', 'Count of items moved today'],
      ['StocktakingJobList', 'STKJL', '실사작업 목록', 'Count jobs'],
      ['StocktakingJobWork', 'STKJW', '실사작업', 'Counting station'],
      ['StocktakingResult', 'STKR', '실사결과', 'Stocktaking result'],
      ['CStocktakingResult', 'CSTKR', '고객 실사결과', 'Customer stocktaking result'],
      ['InvInterfacePikl', 'IIPK', 'PIKL 재고', 'PIKL stock comparison'],
    ]),
    // Belongs to this area because it changes stock, but users look for it near the items.
    menuGroup('mst', label('기준정보', 'Master data'), 'mst', [
      ['ChangeValidDate', 'CVD', '유통기한 변경', 'Change expiry dates'],
    ]),
    menuGroup('his', label('이력', 'History'), 'his', [
      ['InventoryHistory', 'IHS', '재고이력', 'Inventory history'],
    ]),
  ],
  popups: [
    menuGroup('inv-pop', label('재고 팝업', 'Inventory popups'), 'pop', [
      ['InventoryAdjustPopup', 'PIADJ', '재고조정 입력', 'Stock adjustment entry'],
      ['StockQtyPopup', 'PSQT', '품목 재고수량 찾기', 'Item and quantity lookup'],
    ]),
  ],
}
