import { code, date, dateTime, flag, integer, select, text, file } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { ownerRef, remark } from '#areas/master/tables/references.ts'
import { bondedCargo } from './cargo.ts'

const { BOND_NO, WCODE, CARGO_NO, PKG_QTY, KG, CBM, CUSTOM_VALUE, SEAL_NO } = bondedCargo.fields
const plain = { required: false } as const

/** Register line for an arrival or release. Never changes. */
export const bondedLine = defineTable({
  name: 'bonded_line',
  title: label('반출입 신고', 'Arrival or release report'),
  key: ['LINE_ID'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    LINE_ID: integer(label('신고 ID', 'Report ID'), { width: 70 }),
    WCODE,
    OWNER_CD: ownerRef,
    BOND_NO,
    DIRECTION_CD: text(label('구분', 'Direction'), { width: 60 }),
    REGISTER_YEAR: code(label('대장연도', 'Register year'), { width: 70 }),
    REGISTER_NO: integer(label('대장번호', 'Register no.'), { width: 70 }),
    REPORT_NO: code(label('신고번호', 'Report no.'), { width: 160 }),
    TYPE_CD: select(label('유형', 'Type'), 'bonded-line-type', { width: 100 }),
    SPLIT_CD: select(label('분할', 'Split'), 'bonded-split', { width: 60 }),
    SPLIT_SEQ: integer(label('차수', 'Part'), { width: 50 }),
    BASIS_ID: integer(label('근거 ID', 'Basis ID'), { width: 70 }),
    BASIS_NO: code(label('근거번호', 'Basis no.'), { width: 150 }),
    DONE_AT: dateTime(label('반출입일시', 'Arrival/release time')),
    PKG_QTY: { ...PKG_QTY, ...plain },
    KG: { ...KG, ...plain },
    VEHICLE_NO: text(label('차량', 'Vehicle'), { width: 90, maxLength: 30 }),
    PERSON_NM: text(label('인수자', 'Received by'), { width: 90, maxLength: 50 }),
    SEAL_NO,
    LEAVE_CD: select(label('반출방법', 'Release method'), 'leave-way', { width: 110 }),
    FAULT_CD: select(label('이상', 'Discrepancy'), 'bonded-fault', { width: 80 }),
    FAULT_PKG_QTY: integer(label('이상 개수', 'Packages with discrepancy'), {
      min: 0,
      zeroAsEmpty: true,
    }),
    FAULT_KG: { ...KG, ...plain, min: 0, label: label('이상 kg', 'Discrepancy (kg)') },
    FAULT_NO: code(label('이상보고번호', 'Discrepancy report no.'), { width: 140 }),
    REMARK: remark,
    REVERSES_ID: code(label('취소한 신고', 'Cancelled report'), { width: 80 }),
    CORRECTS_ID: code(label('정정한 신고', 'Corrected report'), { width: 80 }),
    APPROVAL_NO: code(label('승인번호', 'Approval no.'), { width: 120 }),
    DOC_NO: code(label('전표번호', 'Document no.'), { width: 140 }),
    USER_ID: text(label('작업자', 'User'), { width: 90 }),
    STANDING_CD: select(label('효력', 'Validity'), 'line-standing', { width: 80 }),
  },
})

/** Legal basis of a release: an accepted declaration or another approval. */
export const bondedBasis = defineTable({
  name: 'bonded_basis',
  title: label('반출근거', 'Release basis'),
  key: ['BASIS_ID'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    BASIS_ID: integer(label('근거 ID', 'Basis ID'), { width: 70 }),
    WCODE,
    OWNER_CD: ownerRef,
    BOND_NO,
    BASIS_CD: select(label('근거', 'Release basis'), 'leave-ground', {
      default: 'IMPORT',
      width: 120,
    }),
    BASIS_NO: code(label('근거번호', 'Basis no.'), { width: 150, maxLength: 25 }),
    ACCEPT_DT: date(label('수리일', 'Clearance date')),
    PKG_QTY: { ...PKG_QTY, ...plain, label: label('수리 개수', 'Cleared packages') },
    KG: { ...KG, ...plain, label: label('수리 kg', 'Cleared (kg)') },
    OUT_PKG_QTY: bondedCargo.fields.OUT_PKG_QTY,
    OUT_KG: bondedCargo.fields.OUT_KG,
    OUT_SEQ: integer(label('반출차수', 'Release parts'), { zeroAsEmpty: true }),
    CLOSED_YN: flag(label('완료', 'Completed')),
    WORK_NO: code(label('작업번호', 'Work no.'), { width: 150 }),
    CANCEL_REASON: text(label('취소사유', 'Cancellation reason'), { width: 200, maxLength: 200 }),
    CANCELLED_BY: text(label('취소자', 'Cancelled by'), { width: 90 }),
    CANCELLED_AT: dateTime(label('취소일시', 'Cancelled at')),
  },
})

export const bondedFault = defineTable({
  name: 'bonded_fault',
  title: label('이상보고', 'Discrepancy report'),
  key: ['FAULT_NO'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    FAULT_NO: code(label('이상보고번호', 'Discrepancy report no.'), { width: 150 }),
    WCODE,
    OWNER_CD: ownerRef,
    BOND_NO,
    CARGO_NO,
    FAULT_CD: select(label('이상', 'Discrepancy'), 'bonded-fault', { width: 80 }),
    FOUND_PKG_QTY: integer(label('실측 개수', 'Counted packages'), { width: 90 }),
    FOUND_KG: { ...KG, ...plain, label: label('실측 kg', 'Measured kg') },
    FOUND_SEAL_NO: { ...SEAL_NO, label: label('확인한 봉인', 'Checked seal') },
    FAULT_PKG_QTY: integer(label('이상 개수', 'Packages with discrepancy'), { width: 80 }),
    FAULT_KG: { ...KG, ...plain, label: label('이상 kg', 'Discrepancy (kg)') },
    FILE_SN: file(label('사진', 'Photo')),
    REMARK: remark,
    STATE_CD: select(label('종결상태', 'Status'), 'fault-state', { width: 90 }),
    SETTLE_CD: select(label('종결방법', 'Closure method'), 'fault-settle', { width: 120 }),
    APPROVAL_NO: code(label('승인번호', 'Approval no.'), { width: 120 }),
    SETTLED_BY: text(label('종결자', 'Closed by'), { width: 90 }),
    SETTLED_AT: dateTime(label('종결일시', 'Closed at')),
  },
})

/** Correction of filed data. A user other than the requester must approve it. */
export const bondedCorrection = defineTable({
  name: 'bonded_correction',
  title: label('정정신청', 'Correction request'),
  key: ['CORRECTION_NO'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    CORRECTION_NO: integer(label('신청번호', 'Request no.'), { width: 80 }),
    WCODE,
    OWNER_CD: ownerRef,
    BOND_NO,
    CARGO_NO,
    LINE_ID: integer(label('신고 ID', 'Report ID'), { width: 80 }),
    REPORT_NO: code(label('신고번호', 'Report no.'), { width: 160 }),
    NEW_CARGO_NO: { ...CARGO_NO, label: label('새 화물관리번호', 'New cargo control no.') },
    NEW_PKG_QTY: integer(label('새 개수', 'New packages'), { min: 1, width: 80 }),
    NEW_KG: { ...KG, ...plain, label: label('새 중량', 'New weight') },
    NEW_SEAL_NO: { ...SEAL_NO, label: label('새 봉인', 'New seal') },
    NEW_VEHICLE_NO: text(label('새 차량', 'New vehicle'), { width: 90, maxLength: 30 }),
    NEW_PERSON_NM: text(label('새 인수자', 'New receiver'), { width: 90, maxLength: 50 }),
    NEW_BASIS_NO: code(label('새 근거번호', 'New basis no.'), { width: 150, maxLength: 25 }),
    NEW_ACCEPT_DT: date(label('새 수리일', 'New clearance date')),
    NEW_CBM: { ...CBM, label: label('새 CBM', 'New CBM') },
    NEW_CUSTOM_VALUE: { ...CUSTOM_VALUE, label: label('새 과세가격', 'New customs value') },
    REASON: text(label('사유', 'Reason'), { required: true, width: 200, maxLength: 200 }),
    STATE_CD: select(label('상태', 'Status'), 'correction-state', { width: 80 }),
    APPROVAL_NO: code(label('승인번호', 'Approval no.'), { width: 120 }),
    REQUESTED_BY: text(label('신청자', 'Requested by'), { width: 90 }),
    REQUESTED_AT: dateTime(label('신청일시', 'Requested at')),
    DECIDED_BY: text(label('처리자', 'Decided by'), { width: 90 }),
    DECIDED_AT: dateTime(label('처리일시', 'Decided at')),
  },
})
