import { code, date, integer, quantity, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stockNameRef, stockRef } from '#areas/master/tables/references.ts'
import { bondedCargo } from '../tables/cargo.ts'
import { bondedCorrection, bondedLine } from '../tables/register.ts'
import { correctionStatus } from '../rules/cargo-status.ts'

const bondNo = withOptions(bondedCargo.fields.BOND_NO, { required: true })
const item = { STOCK_CD: withOptions(stockRef, { required: false }), STOCK_NM: stockNameRef }
const basis = code(label('근거번호', 'Basis no.'), { required: true, width: 140 })

const storageFields = {
  PERIOD_CD: select(label('기간상태', 'Period status'), 'period-state', { width: 120 }),
  WHY_CD: select(label('반출 가부', 'Release status'), 'why-stays', { width: 120 }),
  END_DT: date(label('장치기한', 'Storage deadline')),
  LEFT_DAYS: integer(label('남은 일수', 'Days left'), { width: 80, min: -99_999 }),
}

const deadlineFields = {
  TELL_DT: date(label('통고기한', 'Notice deadline')),
  DECLARE_DT: date(label('신고기한', 'Declaration deadline')),
  REMOVE_DT: date(label('반출기한', 'Release deadline')),
}
const remainingFields = {
  REST_PKG_QTY: integer(label('개수', 'Packages'), { width: 80, footer: 'SUM' }),
} as const

/** Bonded stock by cargo and item as of any time, with its remaining storage period. */
export const bondedStock = defineQuery({
  name: 'bonded/stock',
  title: label('보세재고 조회', 'Bonded stock'),
  action: 'search',
  scope: 'warehouse-owner',
  hasHistory: true,
  search: {
    ...pick(bondedCargo, [
      'OWNER_CD',
      'BOND_NO',
      'CARGO_NO',
      'MBL_NO',
      'HBL_NO',
      'SHED_CD',
      'GOODS_NM',
      'STATE_CD',
      'IN_DT',
    ]),
    STOCK_CD: item.STOCK_CD,
    ...storageFields,
    ...deadlineFields,
  },
  output: {
    ...pick(bondedCargo, ['BOND_NO', 'STATE_CD', 'OWNER_CD', 'CARGO_NO']),
    ...storageFields,
    ...item,
    BONDED_QTY: quantity(label('보세', 'Bonded'), { zeroAsEmpty: true }),
    CLEARED_QTY: quantity(label('수리', 'Cleared'), { zeroAsEmpty: true }),
    FILED_QTY: quantity(label('반출신고', 'Release filed'), { zeroAsEmpty: true }),
    ...remainingFields,
    REST_KG: withOptions(bondedCargo.fields.KG, {
      label: label('중량(kg)', 'Weight (kg)'),
      min: 0,
    }),
    ...pick(bondedCargo, ['PKG_UNIT_CD', 'IN_DT']),
    ...deadlineFields,
    ...pick(bondedCargo, [
      'NOTICE_DT',
      'EXTEND_MONTHS',
      'AUCTION_CD',
      'HELD_YN',
      'GOODS_NM',
      'MBL_NO',
      'HBL_NO',
      'VESSEL_NM',
      'CONSIGNEE_NM',
      'SHED_CD',
      'CUSTOM_VALUE',
    ]),
  },
})

const DUE_DT = date(label('기한', 'Deadline'))
const DEADLINE_CD = select(label('기한 구분', 'Deadline kind'), 'bonded-deadline', { width: 110 })

/** Deadlines of cargo with remaining packages. Counted on Home and sent by email. */
export const deadlines = defineQuery({
  name: 'bonded/deadlines',
  title: label('보세 기한 조회', 'Bonded deadlines'),
  with: [bondedStock],
  action: 'search',
  scope: 'warehouse-owner',
  search: { ...pick(bondedCargo, ['OWNER_CD', 'BOND_NO', 'SHED_CD']), DEADLINE_CD, DUE_DT },
  output: {
    ...pick(bondedCargo, ['BOND_NO', 'STATE_CD', 'OWNER_CD', 'OWNER_NM', 'CARGO_NO']),
    ...pick(bondedCargo, ['MBL_NO', 'HBL_NO', 'GOODS_NM', 'SHED_CD']),
    DEADLINE_CD,
    DUE_DT,
    LEFT_DAYS: storageFields.LEFT_DAYS,
    ...remainingFields,
    PKG_UNIT_CD: bondedCargo.fields.PKG_UNIT_CD,
  },
})

export const extendPeriod = defineProcedure({
  name: 'bonded/extend',
  title: label('장치기간 연장', 'Extend the storage period'),
  menus: ['BondedInventory'],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    BOND_NO: bondNo,
    MONTHS: integer(label('연장 개월', 'Months'), { required: true, min: 1, max: 24 }),
    BASIS_NO: basis,
  },
})

export const recordNotice = defineProcedure({
  name: 'bonded/notice',
  title: label('반출통고 기록', 'Record removal notice'),
  menus: ['BondedInventory'],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    BOND_NO: bondNo,
    EVENT_DT: date(label('통고일', 'Notice date'), { required: true }),
    BASIS_NO: withOptions(basis, { label: label('통고서 번호', 'Notice no.') }),
  },
})

/** Records a step for overdue cargo. Ordinary releases are rejected once cargo is overdue. */
export const recordAuction = defineProcedure({
  name: 'bonded/auction',
  title: label('체화·공매 기록', 'Record overdue or auction'),
  menus: ['BondedInventory'],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    BOND_NO: bondNo,
    STEP_CD: select(label('단계', 'Step'), 'auction-step', { required: true, width: 120 }),
    BASIS_NO: basis,
  },
})

/** Cancels the latest extension or removal notice of a cargo. An auction step is lifted instead. */
export const cancelEvent = defineProcedure({
  name: 'bonded/cancel-event',
  title: label('연장·통고 취소', 'Cancel an extension or notice'),
  menus: ['BondedInventory'],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    BOND_NO: bondNo,
    EVENT_CD: select(label('취소할 기록', 'Record to cancel'), 'bonded-event', {
      required: true,
      default: 'EXTEND',
      width: 120,
    }),
    REASON: text(label('사유', 'Reason'), { required: true, maxLength: 200 }),
  },
})

export const corrections = defineQuery({
  name: 'bonded/corrections',
  title: label('정정신청 조회', 'Correction requests'),
  action: 'search',
  scope: 'warehouse-owner',
  search: bondedCorrection.fields,
  output: {
    ...bondedCorrection.fields,
    STATE_CD: withOptions(bondedCorrection.fields.STATE_CD, { voids: [correctionStatus.rejected] }),
  },
})

/** Requests corrections of a filed line, or of the manifest if no line is specified. */
export const saveCorrections = defineProcedure({
  name: 'bonded/save-corrections',
  title: label('정정신청', 'Request correction'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ...pick(bondedCorrection, [
      'CORRECTION_NO',
      'BOND_NO',
      'LINE_ID',
      'NEW_CARGO_NO',
      'NEW_PKG_QTY',
      'NEW_KG',
      'NEW_SEAL_NO',
      'NEW_VEHICLE_NO',
      'NEW_PERSON_NM',
      'NEW_BASIS_NO',
      'NEW_ACCEPT_DT',
      'NEW_CBM',
      'NEW_CUSTOM_VALUE',
      'REASON',
    ]),
    BOND_NO: bondNo,
  },
})

/** Records the customs decision on a correction. The requester cannot approve it. */
export const decideCorrection = defineProcedure({
  name: 'bonded/approve-correction',
  title: label('정정 승인', 'Approve a correction'),
  with: [saveCorrections],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    CORRECTION_NO: withOptions(bondedCorrection.fields.CORRECTION_NO, { required: true }),
    APPROVAL_NO: withOptions(bondedCorrection.fields.APPROVAL_NO, { required: true }),
  },
})

export const rejectCorrection = defineProcedure({
  name: 'bonded/reject-correction',
  title: label('정정 반려', 'Reject a correction'),
  with: [saveCorrections],
  action: 'save',
  scope: 'warehouse-owner',
  input: { CORRECTION_NO: withOptions(bondedCorrection.fields.CORRECTION_NO, { required: true }) },
})

const lineId = { LINE_ID: withOptions(bondedLine.fields.LINE_ID, { required: true }) }
const paper = { action: 'print', scope: 'warehouse-owner', input: lineId } as const

export const arrivalPaper = definePrintOut({
  name: 'bonded/confirmation',
  title: label('반입확인서', 'Bonded receipt confirmation'),
  ...paper,
})

export const releasePaper = definePrintOut({
  name: 'bonded/gate-note',
  title: label('반출증', 'Bonded release note'),
  ...paper,
})

/** Pages of the arrival register that contain the selected lines. */
export const arrivalRegister = definePrintOut({
  name: 'bonded/arrival-register',
  title: label('반입대장', 'Bonded receipt register'),
  ...paper,
})

export const releaseRegister = definePrintOut({
  name: 'bonded/release-register',
  title: label('반출대장', 'Bonded release register'),
  ...paper,
})
