import type { Screen } from '#kernel/screen.ts'
import { invInterfacePiklScreen } from './InvInterfacePikl.ts'
import { boxMoveScreen } from './BoxMove.ts'
import { cellMoveScreen } from './CellMove.ts'
import { cellHoldScreen } from './CellHold.ts'
import { zoneHoldScreen } from './ZoneHold.ts'
import { stockHoldScreen } from './StockHold.ts'
import { lotHoldScreen } from './LotHold.ts'
import { inventoryAdjustScreen } from './InventoryAdjust.ts'
import { inventoryHistoryScreen } from './InventoryHistory.ts'
import { inventoryHoldScreen } from './InventoryHold.ts'
import { inventoryHoldCellScreen } from './InventoryHoldCell.ts'
import { inventoryHoldLotScreen } from './InventoryHoldLot.ts'
import { inventoryHoldStockScreen } from './InventoryHoldStock.ts'
import { inventoryHoldZoneScreen } from './InventoryHoldZone.ts'
import { inventoryMoveScreen } from './InventoryMove.ts'
import { inventoryMoveAllScreen } from './InventoryMoveAll.ts'
import { inventoryMoveCellScreen } from './InventoryMoveCell.ts'
import { inventoryMoveExcelScreen } from './InventoryMoveExcel.ts'
import { inventoryMoveLotScreen } from './InventoryMoveLot.ts'
import { inventoryTransferLotScreen } from './InventoryTransferLot.ts'
import { inventoryTransferMarkScreen } from './InventoryTransferMark.ts'
import { inventoryTransferStockScreen } from './InventoryTransferStock.ts'
import { palletMoveScreen } from './PalletMove.ts'

import { stocktakingScreen } from './Stocktaking.ts'
import { stocktakingByDayScreen } from './StocktakingByDay.ts'
import { stocktakingTodayScreen } from './StocktakingToday.ts'
import { toDayStocktakingScreen } from './ToDayStocktaking.ts'
import { stocktakingJobListScreen } from './StocktakingJobList.ts'
import { stocktakingJobWorkScreen } from './StocktakingJobWork.ts'
import { stocktakingResultScreen } from './StocktakingResult.ts'
import { cStocktakingResultScreen } from './CStocktakingResult.ts'
import { inventoryTransferWarehouseScreen } from './InventoryTransferWarehouse.ts'
import { changeValidDateScreen } from './ChangeValidDate.ts'

export const inventoryScreens: readonly Screen[] = [
  invInterfacePiklScreen,
  changeValidDateScreen,
  inventoryMoveScreen,
  inventoryMoveCellScreen,
  inventoryMoveLotScreen,
  inventoryMoveAllScreen,
  inventoryMoveExcelScreen,
  cellMoveScreen,
  boxMoveScreen,
  palletMoveScreen,
  inventoryHoldScreen,
  inventoryHoldCellScreen,
  inventoryHoldLotScreen,
  inventoryHoldStockScreen,
  inventoryHoldZoneScreen,
  cellHoldScreen,
  zoneHoldScreen,
  stockHoldScreen,
  lotHoldScreen,
  inventoryTransferLotScreen,
  inventoryTransferMarkScreen,
  inventoryTransferStockScreen,
  inventoryTransferWarehouseScreen,
  inventoryAdjustScreen,
  stocktakingScreen,
  stocktakingByDayScreen,
  stocktakingTodayScreen,
  toDayStocktakingScreen,
  stocktakingJobListScreen,
  stocktakingJobWorkScreen,
  stocktakingResultScreen,
  cStocktakingResultScreen,
  inventoryHistoryScreen,
]
