import { grid, type ListScreen } from '#kernel/screen.ts'
import { labelHistory } from '../operations/labels.ts'

export const generateBarcodeHistoryScreen: ListScreen = {
  kind: 'list',
  route: 'GenerateBarcodeHistory',
  search: ['PRINTED_AT', 'DOC_NO', 'OWNER_CD', 'LABEL_CD', 'LAYOUT_CD', 'PRINTED_BY'],
  searchAtOpen: true,
  grid: grid({
    source: labelHistory,
    columns: [
      'PRINT_NO',
      'PRINTED_AT',
      'DOC_NO',
      'LINE_NO',
      'OWNER_CD',
      'LAYOUT_CD',
      'LABEL_CD',
      'COPIES',
      'REASON',
      'PRINTED_BY',
    ],
  }),
}
