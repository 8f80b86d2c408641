import type { JSX } from 'react'
import { codeLists, codesInOrder } from '#areas/code-lists.ts'
import { ratesOfDay } from '#areas/freight/operations/exchange-rates.ts'
import { stockByLot } from '#areas/inventory/operations/stock.ts'
import type { WireRow } from '#kernel/field.ts'
import { formatDate } from '#kernel/date-format.ts'
import { label, type Label } from '#kernel/label.ts'
import { allScreens } from '#ui/remote/menu.ts'
import { findEntries } from '#ui/remote/lookup-source.ts'
import { postQuery } from '#ui/remote/query-call.ts'
import { t } from '#ui/base/language.ts'
import { loadScreens } from '#ui/remote/screens.ts'
import { DocumentList } from '#ui/forms/document-list.tsx'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'
import { codeColumns, HelpList, rowsContaining, type HelpColumn } from '#ui/forms/value-help.tsx'

type Find = (text: string, input: WireRow) => Promise<readonly WireRow[]>

/** Searchable list popup. The caller can pass an initial text in `SEARCH`. */
function listPopup(columns: readonly HelpColumn[], find: Find) {
  return ({ input, close }: PopupPageProps): JSX.Element => (
    <HelpList
      text={String(input['SEARCH'] ?? '')}
      columns={columns}
      find={(text) => find(text, input)}
      close={close}
    />
  )
}

export const CommonPopup = listPopup(codeColumns, (text, input) => {
  const { LOOKUP, SEARCH: _search, ...context } = input
  return findEntries(String(LOOKUP || 'stock'), text, context)
})

const stockColumns: readonly HelpColumn[] = [
  { name: 'CODE', title: label('품목', 'Item'), width: '130px' },
  { name: 'NAME', title: label('품목명', 'Name'), width: '1fr' },
  { name: 'MARK', title: label('마크', 'Mark'), width: '90px' },
  { name: 'PLOT', title: label('PLOT', 'Plot'), width: '90px' },
  { name: 'QTY', title: label('재고', 'Stock'), width: '90px', isNumber: true },
]

/**
 * Balances whose item code or name contains the text, with mark, plot and quantity. Empty until a
 * text is entered.
 */
export const StockQtyPopup = listPopup(stockColumns, async (text, { OWNER_CD = null }) => {
  if (text.trim() === '') return []
  const ask = (field: string): Promise<WireRow[]> =>
    postQuery({ source: stockByLot }, { [field]: `%${text.trim()}%`, OWNER_CD })
  const found = await Promise.all([ask('STOCK_CD'), ask('STOCK_NM')])
  const rows = new Map(found.flat().map((row) => [row['BALANCE_ID'], row]))
  return [...rows.values()]
    .map((row) => ({ ...row, CODE: row['STOCK_CD'] ?? '', NAME: row['STOCK_NM'] ?? '' }))
    .slice(0, 200)
})

const listColumns: readonly HelpColumn[] = [
  { name: 'LIST', title: label('코드그룹', 'Code group'), width: '150px' },
  { name: 'CODE', title: label('코드', 'Code'), width: '130px' },
  { name: 'NAME', title: label('코드명', 'Name'), width: '1fr' },
]

export const CmsCommonPopup = listPopup(listColumns, async (text, { LIST: wanted }) => {
  const lists = wanted ? [String(wanted)] : Object.keys(codeLists)
  const entries = lists.flatMap((LIST) =>
    codesInOrder(LIST).map(([CODE, name]): WireRow => ({ LIST, CODE, NAME: t(name) })),
  )
  return rowsContaining(entries, text)
})

export function CmsDocumentPopup({ input, close }: PopupPageProps): JSX.Element {
  const kinds = ['receipt', 'shipment', 'work']
  return <DocumentList text={String(input['SEARCH'] ?? '')} kinds={kinds} close={close} />
}

const reportColumns: readonly HelpColumn[] = [
  { name: 'CODE', title: label('보고서', 'Report'), width: '220px' },
  { name: 'NAME', title: label('이름', 'Name'), width: '1fr' },
  { name: 'KIND', title: label('종류', 'Kind'), width: '100px' },
]

export const CmsReportPopup = listPopup(reportColumns, async (text) => {
  const printed = label('인쇄물', 'Print-out')
  const shown = label('조회', 'Search')
  const screens = new Map((await loadScreens()).map((screen) => [screen.route, screen]))
  const reports = allScreens().flatMap(({ route, path, title }): WireRow[] => {
    const screen = screens.get(route)
    const isPrinted = screen?.prints !== undefined
    if (!screen || !(isPrinted || /^\/(?:rep|vis|bil)\//.test(path))) return []
    return [{ CODE: route, NAME: t(title), KIND: t(isPrinted ? printed : shown) }]
  })
  return rowsContaining(reports, text)
})

const lookupPopup = (lookup: string, columns: readonly HelpColumn[]) =>
  listPopup(columns, (text) => findEntries(lookup, text))

const customerCode = label('거래처코드', 'Customer code')
const customerName = label('거래처명', 'Name')

export const CustomerPopup = lookupPopup('customer', [
  { name: 'CODE', title: customerCode, width: '130px' },
  { name: 'NAME', title: customerName, width: '1fr' },
  { name: 'DETAIL', title: label('약칭·사업자번호', 'Short name, business no.'), width: '180px' },
])

export const CustomerAbbreviationPopup = lookupPopup('customer-abbr', [
  { name: 'NAME', title: label('약칭', 'Short name'), width: '180px' },
  { name: 'DETAIL', title: customerName, width: '1fr' },
  { name: 'CODE', title: customerCode, width: '130px' },
])

export const CorpPopup = lookupPopup('corp', [
  { name: 'CODE', title: label('법인코드', 'Corporation code'), width: '130px' },
  { name: 'NAME', title: label('법인명', 'Name'), width: '1fr' },
  { name: 'DETAIL', title: label('사업자번호', 'Business no.'), width: '140px' },
])

export const OrganizationPopup = lookupPopup('organization', [
  { name: 'CODE', title: label('조직코드', 'Organization code'), width: '130px' },
  { name: 'NAME', title: label('조직명', 'Name'), width: '1fr' },
  { name: 'DETAIL', title: label('법인', 'Corporation'), width: '130px' },
])

const rateColumns: readonly HelpColumn[] = [
  { name: 'CODE', title: label('통화', 'Currency'), width: '70px' },
  { name: 'NAME', title: label('통화명', 'Name'), width: '1fr' },
  { name: 'KIND', title: label('환율종류', 'Kind'), width: '130px' },
  { name: 'RATE', title: label('환율', 'Rate (KRW)'), width: '110px', isNumber: true },
  { name: 'UNIT', title: label('단위', 'Per'), width: '60px', isNumber: true },
  { name: 'FROM', title: label('적용일', 'Effective date'), width: '170px' },
]

function rateEntry(row: WireRow): WireRow {
  const kinds: Readonly<Record<string, Label>> = codeLists['rate-kind'] ?? {}
  const kind = kinds[String(row['KIND_CD'])]
  const earlier = row['LATE_YN'] === 'Y' ? ` ${t(label('(이전 환율)', '(earlier)'))}` : ''
  return {
    ...row,
    CODE: row['CURRENCY_CD'] ?? '',
    NAME: row['CURRENCY_NM'] ?? '',
    KIND: kind ? t(kind) : '',
    UNIT: row['RATE_UNIT'] ?? null,
    FROM: formatDate(String(row['RATE_DT'] ?? '')) + earlier,
  }
}

/** Exchange rates of the date in `DAY` (default today), optionally of the kind in `KIND_CD`. */
export const ExchangeRatePopup = listPopup(rateColumns, async (text, input) => {
  const { DAY = null, KIND_CD = null } = input
  const rates = await postQuery({ source: ratesOfDay }, { DAY, KIND_CD })
  return rowsContaining(rates.map(rateEntry), text)
})
