import { stockForLineScreen } from '#areas/outbound/screens/stock-for-line.ts'
import type { WireRow } from '#kernel/field.ts'
import { decimalText, subtractDecimal, toDecimal } from '#kernel/decimal.ts'
import { label } from '#kernel/label.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { t } from '#ui/base/language.ts'
import { openMasterPopup } from '#ui/page/tools/master-popup.tsx'

/**
 * Opens the stock that can fill an order line. The user enters the quantity to allocate in each
 * row.
 */
export async function openManualAllocation(row: WireRow): Promise<void> {
  const tab = activeTab().key
  const search = { SHIPMENT_NO: row['SHIPMENT_NO'] ?? null, LINE_NO: row['LINE_NO'] ?? null }
  const exact = (name: string) => toDecimal(row[name] ?? 0)
  const openQty = decimalText(subtractDecimal(exact('ORDER_QTY'), exact('ALLOC_QTY')))
  let saves = 0
  const title = label('수동할당', 'Manual allocation')
  await openMasterPopup(
    {
      screen: stockForLineScreen(),
      title,
      search,
      start: 'TAKE_QTY',
      fixedRows: true,
      emptyText: label('이 품목의 재고가 없습니다.', 'This item has no stock.'),
      onSaved: () => {
        saves += 1
      },
      above: (
        <p className="quiet">
          <span className="mono">{`${row['SHIPMENT_NO']} / ${row['LINE_NO']}`}</span>
          {` · ${row['STOCK_CD']} ${row['STOCK_NM'] ?? ''} · `}
          {t(label('주문', 'ordered'))} <span className="mono">{row['ORDER_QTY']}</span>{' '}
          {t(label('미할당', 'not allocated'))} <span className="mono">{openQty}</span>
        </p>
      ),
    },
    { width: 1180, height: 520, title: t(title) },
  )
  // Reload only after the focus is back on the lines.
  if (saves > 0) await findPage(tab)?.handle.search()
}
