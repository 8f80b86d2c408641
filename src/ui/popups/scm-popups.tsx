import { useEffect, useRef, useState, type JSX } from 'react'
import { saveReceiptOrders, saveShipmentOrders } from '#areas/supply-chain/operations/orders.ts'
import { acceptLinesScreen } from '#areas/supply-chain/screens/accept-lines.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { resolveToday } from '#ui/base/calendar-day.ts'
import { t } from '#ui/base/language.ts'
import { MasterRows } from '#ui/page/tools/master-popup.tsx'
import { InputForm } from '#ui/forms/prompt-input.tsx'
import { currentSession } from '#ui/remote/session.ts'
import { saveAndNotify, SaveKeys } from '#ui/remote/save-call.ts'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'

function refreshActivePage(): void {
  void findPage(activeTab().key)?.handle.search()
}

interface AcceptPartProps extends PopupPageProps {
  readonly route: string
  readonly kind: 'IN' | 'OUT'
}

/** Lines to accept, each up to the quantity entered, with an optional promised date. */
function AcceptPart({ input, close, route, kind }: AcceptPartProps): JSX.Element {
  const [tab] = useState(() => activeTab().key)
  const isSaved = useRef(false)
  // Refresh the page below, no matter how the popup is closed.
  useEffect(() => {
    return () => {
      if (isSaved.current) void findPage(tab)?.handle.search()
    }
  }, [tab])
  const search = { SCM_NO: input['SCM_NO'] ?? null, KIND_CD: kind }
  return (
    <MasterRows
      screen={acceptLinesScreen(route)}
      title={label('접수할 수량', 'Accept qty')}
      search={search}
      start="NOW_QTY"
      fixedRows
      emptyText={label('접수할 행이 없습니다.', 'No lines to accept.')}
      onSaved={() => {
        isSaved.current = true
      }}
      leave={() => close()}
    />
  )
}

export function ScmReceiptPopup(props: PopupPageProps): JSX.Element {
  return <AcceptPart {...props} route="ScmReceiptPopup" kind="IN" />
}

export function ScmShipmentPopup(props: PopupPageProps): JSX.Element {
  return <AcceptPart {...props} route="ScmShipmentPopup" kind="OUT" />
}

const headColumns = ['OWNER_CD', 'BRANCH_CD', 'PARTNER_CD', 'PARTNER_ORDER_NO', 'REQUEST_DT']
const lineColumns = ['STOCK_CD', 'ORDER_QTY']

/**
 * Creates a one-item order over the current page: a receipt order if `KIND_CD` is IN, otherwise a
 * shipment order.
 */
export function ScmInputPopup({ input, close }: PopupPageProps): JSX.Element {
  const [keys] = useState(() => new SaveKeys())
  const procedure = input['KIND_CD'] === 'IN' ? saveReceiptOrders : saveShipmentOrders
  const place = input['KIND_CD'] === 'IN' ? 'SUPPLIER_CD' : 'SHIP_TO_CD'
  const fields = Object.fromEntries([
    ...[...headColumns, place, 'PRIORITY'].map((name) => [name, procedure.input[name]]),
    ...lineColumns.map((name) => [name, procedure.lines?.[name]]),
  ]) as Fields
  const pickColumns = (row: WireRow, names: readonly string[]): WireRow =>
    Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
  async function save(row: WireRow): Promise<void> {
    const head = { NO: 1, ROW_TYPE: 'H', ...pickColumns(row, [...headColumns, place, 'PRIORITY']) }
    const line = { NO: 2, ROW_TYPE: 'L', ...pickColumns(row, lineColumns) }
    const sent = [head, line].map((each) => ({ BATCH_FLAG: 'I', DOC_REF: 'NEW', ...each }))
    await saveAndNotify(procedure, sent, keys, t(label('저장했습니다.', 'Saved.')))
    refreshActivePage()
  }
  // Defaults of a row added in the list.
  const [start] = useState(() => ({
    OWNER_CD: currentSession().user?.ownerCd ?? null,
    REQUEST_DT: resolveToday('today'),
    PRIORITY: 5,
  }))
  return <InputForm fields={fields} initial={{ ...start, ...input }} send={save} close={close} />
}
