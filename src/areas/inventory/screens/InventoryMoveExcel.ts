import { pick } from '#kernel/table.ts'
import type { UploadScreen } from '#kernel/screen.ts'
import { uploadMoves } from '../operations/upload-moves.ts'
import { stockBalance } from '../tables/stock-balance.ts'

export const inventoryMoveExcelScreen: UploadScreen = {
  kind: 'upload',
  route: 'InventoryMoveExcel',
  search: [],
  save: uploadMoves,
  ownerMapping: false,
  header: pick(stockBalance, ['OWNER_CD']),
  columns: Object.keys(uploadMoves.input)
    .filter((field) => field !== 'OWNER_CD')
    .map((field) => ({ field, editable: true })),
}
