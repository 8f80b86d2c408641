import type { Fields, WireRow } from './field.ts'
import type { PrintOut, Procedure, Query } from './operation.ts'
import { grid, type PrintScreen } from './screen.ts'

const reprintTone = (row: WireRow) => (Number(row['PRINTED_COUNT'] ?? 0) > 0 ? 'warn' : undefined)

export function labelScreen(
  route: string,
  { rows, print, record }: { rows: Query; print: PrintOut; record: Procedure },
): PrintScreen {
  return {
    kind: 'print',
    route,
    search: ['DOC_DT', 'DOC_NO', 'OWNER_CD', 'STOCK_CD', 'PARTY_NM'],
    searchAtOpen: true,
    printOut: print,
    after: record,
    typed: true,
    grid: grid<Fields>({
      source: rows,
      checks: true,
      columns: [
        'DOC_NO',
        'LINE_NO',
        'DOC_DT',
        'OWNER_CD',
        'STOCK_CD',
        'STOCK_NM',
        'LOT_NO',
        'VALID_DT',
        'QTY',
        { field: 'LABEL_CD', editable: true, tone: () => 'accent' },
        { field: 'COPIES', editable: true, tone: () => 'accent' },
        { field: 'FORMAT_CD', editable: true },
        { field: 'PRINTED_COUNT', tone: reprintTone },
        { field: 'REASON', editable: true },
        'PALLET_NO',
        'BOX_NO',
        'CELL_CD',
        'PARTY_NM',
        'OWNER_NM',
        { field: 'BALANCE_ID', hidden: true },
      ],
    }),
  }
}
