import { date, integer, select, text, withOptions, type Fields } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import {
  definePrintOut,
  defineProcedure,
  defineQuery,
  type PrintOut,
  type Procedure,
  type Query,
} from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { labelPrint } from '../tables/label-print.ts'
import { stockBalance } from '../tables/stock-balance.ts'

const { DOC_NO, LINE_NO, LABEL_CD, COPIES, REASON } = labelPrint.fields

const selectedColumns = {
  DOC_NO: withOptions(DOC_NO, { required: true }),
  LINE_NO: withOptions(LINE_NO, { required: true }),
  BALANCE_ID: stockBalance.fields.BALANCE_ID,
  LABEL_CD: withOptions(LABEL_CD, { required: true }),
  COPIES: withOptions(COPIES, { required: true }),
  REASON,
}
const format = {
  FORMAT_CD: select(label('인쇄형식', 'Format'), 'label-format', { width: 80, default: 'PDF' }),
}

export interface LabelForms {
  readonly layout: 'STANDARD' | 'A' | 'B' | 'C'
  readonly rows: Query
  readonly print: PrintOut
  readonly record: Procedure
}

/**
 * Defines the query, print-out and record operation of a label screen. `party` is the supplier or
 * recipient.
 */
export function labelForms(
  name: string,
  title: Label,
  options: { layout: LabelForms['layout']; party: Label },
): LabelForms {
  const common = { scope: 'warehouse-owner' as const }
  const shown: Fields = {
    DOC_NO,
    LINE_NO,
    DOC_DT: date(label('일자', 'Date')),
    ...pick(stockBalance, ['OWNER_CD', 'OWNER_NM', 'STOCK_CD', 'STOCK_NM', 'LOT_NO', 'VALID_DT']),
    ...pick(stockBalance, ['CELL_CD', 'PALLET_NO', 'BOX_NO']),
    PARTY_NM: text(options.party, { width: 150 }),
    QTY: withOptions(stockBalance.fields.QTY, { label: label('수량', 'Quantity') }),
  }
  return {
    layout: options.layout,
    rows: defineQuery({
      ...common,
      name: `${name}-lines`,
      title,
      action: 'search',
      search: shown,
      output: {
        ...shown,
        ...selectedColumns,
        ...format,
        PRINTED_COUNT: integer(label('인쇄매수', 'Copies'), { width: 80, zeroAsEmpty: true }),
      },
    }),
    print: definePrintOut({
      ...common,
      name,
      title,
      action: 'print',
      input: { ...selectedColumns, ...format },
    }),
    record: defineProcedure({
      ...common,
      name: `${name}-printed`,
      title: label('인쇄 기록', 'Record printed labels'),
      action: 'print',
      input: selectedColumns,
    }),
  }
}
