import { command, type Command, type CommandContext } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import { scmStepFrom } from '#areas/supply-chain/rules/scm-status.ts'
import { selectedRows } from './selected-rows.ts'
import { openWindow } from './windows.ts'

const orderOperations = () => import('#areas/supply-chain/operations/orders.ts')
const acceptOrders = async () => (await orderOperations()).acceptOrders
const cancelOrders = async () => (await orderOperations()).cancelOrders
const rejectOrders = async () => (await orderOperations()).rejectOrders
const switchOrders = async () => (await orderOperations()).switchOrders
const undoDates = async () => (await import('#areas/supply-chain/operations/dates.ts')).undoDates

const longStoredOperations = () => import('#areas/supply-chain/operations/long-stored.ts')
const noticeLongStored = async () => (await longStoredOperations()).noticeLongStored
const requestDisposal = async () => (await longStoredOperations()).requestDisposal
const surchargeLongStored = async () => (await longStoredOperations()).surchargeLongStored

const longStored = (context: CommandContext) =>
  selectedRows(context, 'OWNER_CD', 'STOCK_CD', 'LOT_NO', 'RECEIVED_DT')

function setActive(ACTIVE_YN: 'Y' | 'N') {
  return (context: CommandContext) =>
    context.runProcedure(
      switchOrders,
      selectedRows(context, 'SCM_NO').map((row) => ({ ...row, ACTIVE_YN })),
    )
}

const screens =
  '(screen == ReceiptOrderMgt || screen == ShipmentOrderMgtIntegrated || ' +
  'screen == ShipmentOrderMgtBranch || screen == ShipmentOrderMgtPartner || ' +
  'screen == ShipmentOrderMgtVatech)'

export const supplyChainCommands = {
  'scm.accept': command({
    title: label('선택한 오더 접수', 'Accept the selected orders'),
    short: label('접수', 'Accept'),
    keywords: ['승인'],
    on: 'scm_order',
    states: scmStepFrom.accept,
    when: `!forPartner && hasRows && can.save && ${screens}`,
    legend: 34,
    run: (context) => context.runProcedure(acceptOrders, selectedRows(context, 'SCM_NO')),
  }),
  'scm.reject': command({
    title: label('선택한 오더 반려', 'Reject the selected orders'),
    short: label('반려', 'Reject'),
    keywords: ['거절'],
    on: 'scm_order',
    states: scmStepFrom.reject,
    when: `!forPartner && hasRows && can.save && ${screens}`,
    legend: 36,
    run: (context) => context.runProcedure(rejectOrders, selectedRows(context, 'SCM_NO')),
  }),
  'scm.cancel': command({
    title: label('선택한 오더 취소', 'Cancel the selected orders'),
    keywords: ['cancel', '취소'],
    on: 'scm_order',
    states: scmStepFrom.cancel,
    statesForPartner: scmStepFrom.cancelOwn,
    when: 'hasRows && can.save',
    run: (context) => context.runProcedure(cancelOrders, selectedRows(context, 'SCM_NO')),
  }),
  'scm.switch-on': command({
    title: label('선택한 오더 활성화', 'Activate the selected orders'),
    keywords: ['active', '스위치'],
    on: 'scm_order',
    states: scmStepFrom.switch,
    when: '!forPartner && hasRows && can.save',
    run: setActive('Y'),
  }),
  'scm.switch-off': command({
    title: label('선택한 오더 비활성화', 'Deactivate the selected orders'),
    keywords: ['inactive', '스위치'],
    on: 'scm_order',
    states: scmStepFrom.switch,
    when: '!forPartner && hasRows && can.save',
    run: setActive('N'),
  }),
  'scm.undo-dates': command({
    title: label('이 오더의 일자변경 묶음 되돌리기', 'Undo the date change batch of this order'),
    keywords: ['undo', '되돌리기', '일자변경'],
    when: '!forPartner && (screen == ScmChangeIndate || screen == ScmChangeOutdate) && hasRows && can.save',
    run: async ({ row, shell, runProcedure }) => {
      const BATCH_NO = row?.['BATCH_NO'] ?? null
      if (BATCH_NO !== null) return runProcedure(undoDates, [{ BATCH_NO }])
      shell.notify(
        label('일자를 변경한 적이 없는 오더입니다.', 'The date of this order was never changed.'),
      )
      return false
    },
  }),
  'scm.long-notice': command({
    title: label('선택한 장기재고 안내메일', 'Email owners about the selected stock'),
    short: label('안내메일', 'Email'),
    keywords: ['notice', '통지'],
    when: '!forPartner && screen == ScmLongTerm && hasRows && can.save',
    legend: 34,
    run: (context) => context.runProcedure(noticeLongStored, longStored(context)),
  }),
  'scm.long-disposal': command({
    title: label('선택한 장기재고 폐기요청', 'Request disposal of the selected stock'),
    short: label('폐기요청', 'Request disposal'),
    keywords: ['disposal', '폐기'],
    when: '!forPartner && screen == ScmLongTerm && hasRows && can.save',
    legend: 35,
    run: (context) => context.runProcedure(requestDisposal, longStored(context)),
  }),
  'scm.long-surcharge': command({
    title: label('선택한 장기재고 보관료 할증', 'Surcharge storage of the selected stock'),
    short: label('할증', 'Surcharge'),
    keywords: ['요금'],
    when: '!forPartner && screen == ScmLongTerm && hasRows && can.save',
    legend: 36,
    run: (context) => context.runProcedure(surchargeLongStored, longStored(context)),
  }),
  'scm.accept-part': command({
    title: label('이 오더 일부 접수: 행과 수량 선택', 'Accept part of this order'),
    short: label('일부 접수', 'Accept part'),
    keywords: ['split', '분할', '부분', '연결'],
    on: 'scm_order',
    states: scmStepFrom.accept,
    when: `!forPartner && hasRows && can.save && ${screens}`,
    legend: 35,
    run: ({ shell, row }) => {
      const route = row?.['KIND_CD'] === 'IN' ? 'ScmReceiptPopup' : 'ScmShipmentPopup'
      shell.open(route, { SCM_NO: String(row?.['SCM_NO'] ?? '') })
    },
  }),
  'scm.partner-users': command({
    title: label('이 협력사의 사용자', 'Users of this partner'),
    keywords: ['계정'],
    when: 'screen == ScmPartner && hasRows',
    run: ({ shell, row }) => void openWindow(shell, 'partner-users', row && [row]),
  }),
  'scm.partner-items': command({
    title: label('이 협력사가 주문하는 품목', 'Items this partner orders'),
    keywords: ['상품'],
    when: 'screen == ScmPartner && hasRows',
    run: ({ shell, row }) => void openWindow(shell, 'partner-items', row && [row]),
  }),
  'scm.partner-places': command({
    title: label('이 협력사의 배송처', 'Ship-tos of this partner'),
    keywords: ['address', '배송지', '납품처'],
    when: 'screen == ScmPartner && hasRows',
    run: ({ shell, row }) => void openWindow(shell, 'partner-places', row && [row]),
  }),
  'scm.partner-days': command({
    title: label('이 협력사의 휴무일', 'Holidays of this partner'),
    keywords: ['calendar', '휴일', '달력'],
    when: 'screen == ScmPartner && hasRows',
    run: ({ shell, row }) => void openWindow(shell, 'partner-days', row && [row]),
  }),
  'scm.holidays': command({
    title: label('물류센터 휴무일', 'Warehouse holidays'),
    keywords: ['calendar', '휴일', '달력'],
    when: 'screen == ScmPartner',
    run: ({ shell, row }) => void openWindow(shell, 'partner-holidays', row && [row]),
  }),
  'scm.open-document': command({
    title: label('이 오더의 연결전표 열기', 'Open the document of this order'),
    on: 'scm_order',
    run: ({ shell, row }) => {
      const numbers = row?.['DOC_NO'] ?? row?.['SHIPMENT_NO'] ?? ''
      const number = String(numbers).split(', ')[0] ?? ''
      if (number === '') {
        shell.notify(label('아직 접수되지 않은 오더입니다.', 'This order is not accepted yet.'))
      } else if (row?.['KIND_CD'] === 'IN' || number.startsWith('RC-')) {
        shell.open('ReceiptCreate', { RECEIPT_NO: number })
      } else shell.open('ShipmentCreate', { SHIPMENT_NO: number })
    },
  }),
} as const satisfies Record<string, Command>
