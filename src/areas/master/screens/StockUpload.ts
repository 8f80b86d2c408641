import type { UploadScreen } from '#kernel/screen.ts'
import { pick } from '#kernel/table.ts'
import { uploadStocks } from '../operations/upload.ts'
import { stock } from '../tables/stock.ts'

export const stockUploadScreen: UploadScreen = {
  kind: 'upload',
  route: 'StockUpload',
  search: [],
  save: uploadStocks,
  ownerMapping: true,
  header: pick(stock, ['OWNER_CD']),
  columns: Object.keys(uploadStocks.input)
    .filter((field) => field !== 'OWNER_CD')
    .map((field) => ({ field, editable: true })),
}
