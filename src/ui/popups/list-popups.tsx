import type { JSX } from 'react'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { call } from '../app/api.ts'
import { findEntries } from '../forms/lookup-source.ts'
import type { PopupPageProps } from './popup-types.ts'
import { codeColumns, HelpList, type HelpColumn } from './value-help.tsx'

const textOf = (input: WireRow, name: string): string => String(input[name] ?? '')

/** Codes of the value help that the caller names in `LOOKUP`. */
export function CommonPopup({ input, close }: PopupPageProps): JSX.Element {
  const { LOOKUP: _lookup, SEARCH: _search, ...context } = input
  return (
    <HelpList
      text={textOf(input, 'SEARCH')}
      columns={codeColumns}
      find={(text) => findEntries(textOf(input, 'LOOKUP') || 'stock', text, context)}
      close={close}
    />
  )
}

const stockColumns: readonly HelpColumn[] = [
  { name: 'CODE', title: label('품목', 'Item'), width: '130px' },
  { name: 'NAME', title: label('품목명', 'Name'), width: '1fr' },
  { name: 'MARK', title: label('마크', 'Mark'), width: '90px' },
  { name: 'PLOT', title: label('PLOT', 'Plot'), width: '90px' },
  { name: 'QTY', title: label('재고', 'Stock'), width: '90px', isNumber: true },
]

interface Rows {
  readonly data: readonly WireRow[]
}

/** Balances whose item code or name holds a text; none before anything is typed. */
async function findStock(text: string, owner: string): Promise<readonly WireRow[]> {
  if (text.trim() === '') return []
  const ask = (field: string): Promise<Rows> =>
    call<Rows>(
      '/api/wms/inventory/by-lot',
      { SEARCH: { [field]: `%${text.trim()}%`, ...(owner && { OWNER_CD: owner }) } },
      { quiet: true },
    )
  const [byCode, byName] = await Promise.all([ask('STOCK_CD'), ask('STOCK_NM')])
  const found = new Map([...byCode.data, ...byName.data].map((row) => [row['BALANCE_ID'], row]))
  return [...found.values()]
    .map((row) => ({ ...row, CODE: row['STOCK_CD'] ?? '', NAME: row['STOCK_NM'] ?? '' }))
    .slice(0, 200)
}

/** Items with what lies there: mark, plot and quantity beside code and name. */
export function StockQtyPopup({ input, close }: PopupPageProps): JSX.Element {
  const owner = textOf(input, 'OWNER_CD')
  return (
    <HelpList
      text={textOf(input, 'SEARCH')}
      columns={stockColumns}
      find={(text) => findStock(text, owner)}
      close={close}
    />
  )
}
