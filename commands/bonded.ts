import { timestampAt } from '#kernel/calendar.ts'
import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import { correctionStepFrom, discrepancyStepFrom } from '#areas/bonded/rules/cargo-status.ts'
import { selectedRows, openOnRows } from './selected-rows.ts'

const customsOperations = () => import('#areas/bonded/operations/customs.ts')
const saveCustomsSetting = async () => (await customsOperations()).saveCustomsSetting
const customsLists = () => import('#areas/bonded/operations/customs-lists.ts')
const requestCustomsList = async () => (await customsLists()).requestCustomsList
const saveCustomsListKey = async () => (await customsLists()).saveCustomsListKey
const applyCustomsValues = async () => (await customsOperations()).applyCustomsValues
const settleDiscrepancy = async () =>
  (await import('#areas/bonded/operations/cargo.ts')).settleDiscrepancy
const loadKeeping = () => import('#areas/bonded/operations/keeping.ts')
const decideCorrection = async () => (await loadKeeping()).decideCorrection
const cancelEvent = async () => (await loadKeeping()).cancelEvent
const extendPeriod = async () => (await loadKeeping()).extendPeriod
const recordAuction = async () => (await loadKeeping()).recordAuction
const recordNotice = async () => (await loadKeeping()).recordNotice
const rejectCorrection = async () => (await loadKeeping()).rejectCorrection
const deliveries = () => import('#areas/bonded/operations/delivery-orders.ts')
const withdrawDeliveryOrder = async () => (await deliveries()).withdrawDeliveryOrder
const mailArrivalNotice = async () => (await deliveries()).mailArrivalNotice
const releaseOperations = () => import('#areas/bonded/operations/release.ts')
const cancelClearance = async () => (await releaseOperations()).cancelClearance
const planRelease = async () => (await releaseOperations()).planRelease

export const bondedCommands = {
  'bonded.open-receipt': command({
    title: label('이 화물 반입신고', 'Report arrival of this cargo'),
    on: 'bonded_cargo',
    needs: 'BondedReceipt',
    run: openOnRows('BondedReceipt', 'BOND_NO'),
  }),
  'bonded.open-unpack': command({
    title: label('이 화물 개장', 'Unpack this cargo'),
    on: 'bonded_cargo',
    needs: 'BondedUnpack',
    run: openOnRows('BondedUnpack', 'BOND_NO'),
  }),
  'bonded.open-clearance': command({
    title: label('이 화물 수리 등록', 'Enter clearance of this cargo'),
    on: 'bonded_cargo',
    needs: 'BondedClearance',
    run: openOnRows('BondedClearance', 'BOND_NO'),
  }),
  'bonded.settle-fault': command({
    title: label('선택한 이상보고 종결', 'Close the selected discrepancy reports'),
    short: label('이상 종결', 'Close report'),
    keywords: ['fault', '이상보고', '인수보류'],
    on: 'bonded_fault',
    states: discrepancyStepFrom.settle,
    needs: 'BondedReceipt:save',
    run: (context) => context.runProcedure(settleDiscrepancy, selectedRows(context, 'FAULT_NO')),
  }),
  'bonded.plan-release': command({
    title: label('선택한 반출 미리보기', 'Preview the selected releases'),
    short: label('미리보기', 'Preview'),
    keywords: ['dry run', '분할', '잔량'],
    when: 'screen == BondedShipment && hasRows && can.save',
    legend: 34,
    run: ({ page, runProcedure }) => runProcedure(planRelease, page?.rows('chosen') ?? []),
  }),
  'bonded.cancel-clearance': command({
    title: label('선택한 수리 취소', 'Cancel the selected clearances'),
    short: label('수리 취소', 'Cancel clearance'),
    when: 'screen == BondedShipment && hasRows && can.save',
    run: (context) => context.runProcedure(cancelClearance, selectedRows(context, 'BASIS_ID')),
  }),
  'bonded.extend': command({
    title: label('선택한 화물 장치기간 연장', 'Extend the storage period of the selected cargo'),
    short: label('기간 연장', 'Extend period'),
    when: 'screen == BondedInventory && hasRows && can.save',
    run: (context) => context.runProcedure(extendPeriod, selectedRows(context, 'BOND_NO')),
  }),
  'bonded.notice': command({
    title: label('선택한 화물 반출통고 기록', 'Record a removal notice for the selected cargo'),
    short: label('반출통고', 'Removal notice'),
    when: 'screen == BondedInventory && hasRows && can.save',
    run: (context) =>
      context.runProcedure(recordNotice, selectedRows(context, 'BOND_NO'), {
        extraInputs: { EVENT_DT: timestampAt(Date.now()).slice(0, 8), BASIS_NO: null },
      }),
  }),
  'bonded.auction': command({
    title: label(
      '선택한 화물 체화·공매 기록',
      'Record an overdue or auction step for the selected cargo',
    ),
    short: label('체화·공매', 'Overdue, auction'),
    when: 'screen == BondedInventory && hasRows && can.save',
    run: (context) => context.runProcedure(recordAuction, selectedRows(context, 'BOND_NO')),
  }),
  'bonded.cancel-event': command({
    title: label(
      '선택한 화물의 연장·통고 취소',
      'Cancel the last extension or notice of the selected cargo',
    ),
    short: label('연장·통고 취소', 'Cancel extension'),
    keywords: ['기간 연장', '반출통고', 'undo'],
    when: 'screen == BondedInventory && hasRows && can.save',
    run: (context) => context.runProcedure(cancelEvent, selectedRows(context, 'BOND_NO')),
  }),
  'bonded.customs-setting': command({
    title: label('세관 연결 설정', 'Customs connection settings'),
    keywords: ['UNI-PASS', '유니패스', '인증키', 'api'],
    when: '(screen == BondedAnswer || screen == BondedCustomsList) && can.save',
    run: ({ runProcedure }) => runProcedure(saveCustomsSetting, []),
  }),
  'bonded.ask-customs-list': command({
    title: label('유니패스 자료조회', 'Search UNI-PASS lists'),
    short: label('관세청 조회', 'Search customs'),
    keywords: ['환율', 'HS', '장치장', 'rates'],
    when: 'screen == BondedCustomsList && can.save',
    legend: 34,
    run: ({ runProcedure }) => runProcedure(requestCustomsList, []),
  }),
  'bonded.customs-list-key': command({
    title: label('유니패스 자료 인증키', 'API keys for UNI-PASS lists'),
    keywords: ['UNI-PASS', '유니패스', '인증키', 'api'],
    when: 'screen == BondedCustomsList && can.save',
    run: ({ runProcedure }) => runProcedure(saveCustomsListKey, []),
  }),
  'bonded.take-differences': command({
    title: label('선택한 세관 값 반영', 'Apply the selected customs values'),
    short: label('세관 값 반영', 'Apply customs values'),
    keywords: ['차이', '유니패스', '제안'],
    when: 'screen == BondedAnswer && detail && hasRows && can.save',
    legend: 34,
    run: (context) =>
      context.runProcedure(
        applyCustomsValues,
        selectedRows(context, 'ANSWER_ID', 'FIELD_CD', 'THEIRS'),
      ),
  }),
  'bonded.mail-arrival-notice': command({
    title: label('선택한 도착통지 메일 보내기', 'Email the selected arrival notices'),
    short: label('메일', 'Email'),
    when: 'screen == ArrivalNotice && hasRows && can.save',
    legend: 34,
    run: (context) => context.runProcedure(mailArrivalNotice, selectedRows(context, 'BILL_ID')),
  }),
  'bonded.withdraw-delivery-order': command({
    title: label('선택한 D/O 회수', 'Withdraw the selected delivery orders'),
    short: label('D/O 회수', 'Withdraw D/O'),
    when: 'screen == DeliveryOrder && hasRows && can.save',
    legend: 35,
    run: (context) => context.runProcedure(withdrawDeliveryOrder, selectedRows(context, 'DO_NO')),
  }),
  'bonded.open-delivery-order': command({
    title: label('이 부킹의 D/O', 'Delivery orders of this booking'),
    keywords: ['화물인도지시서'],
    when: '(screen == CmsBill || screen == ArrivalNotice) && hasRows',
    run: openOnRows('DeliveryOrder', 'BOOKING_ID'),
  }),
  'bonded.approve-correction': command({
    title: label('선택한 정정 승인', 'Approve the selected corrections'),
    on: 'bonded_correction',
    states: correctionStepFrom.decide,
    needs: 'BondedCorrection:save',
    run: (context) =>
      context.runProcedure(decideCorrection, selectedRows(context, 'CORRECTION_NO')),
  }),
  'bonded.reject-correction': command({
    title: label('선택한 정정 반려', 'Reject the selected corrections'),
    on: 'bonded_correction',
    states: correctionStepFrom.decide,
    needs: 'BondedCorrection:save',
    run: (context) =>
      context.runProcedure(rejectCorrection, selectedRows(context, 'CORRECTION_NO')),
  }),
} as const satisfies Record<string, Command>
