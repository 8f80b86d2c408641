import { dateTime, integer, quantity, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stockNameRef, stockRef } from '#areas/master/tables/references.ts'
import { bondedCargo } from '../tables/cargo.ts'
import { bondedBasis, bondedLine } from '../tables/register.ts'

const item = { STOCK_CD: withOptions(stockRef, { required: false }), STOCK_NM: stockNameRef }
const packagesToRelease = integer(label('개수', 'Packages'), { width: 80, min: 0, footer: 'SUM' })
// A total would be wrong, because every row of a cargo repeats its remaining weight.
const { footer: _sum, ...weight } = bondedCargo.fields.KG
const nowWeight = withOptions(weight, {
  label: label('중량(kg)', 'Weight (kg)'),
  required: false,
  min: 0,
})
const piecesToRelease = quantity(label('수량', 'Qty'), { width: 90 })
const cargoFacts = ['CARGO_NO', 'MBL_NO', 'HBL_NO', 'GOODS_NM'] as const

export const clearableCargos = defineQuery({
  name: 'bonded/clearable',
  title: label('수리 대상 조회', 'Cargo to clear'),
  action: 'search',
  scope: 'warehouse-owner',
  search: {
    ...pick(bondedCargo, ['OWNER_CD', 'BOND_NO', ...cargoFacts, 'STATE_CD']),
    STOCK_CD: item.STOCK_CD,
  },
  output: {
    ...pick(bondedCargo, ['BOND_NO', 'STATE_CD', 'OWNER_CD', ...cargoFacts]),
    ...item,
    REST_PKG_QTY: integer(label('미수리 개수', 'Uncleared packages'), { width: 90 }),
    REST_KG: withOptions(nowWeight, { label: label('미수리 kg', 'Uncleared weight') }),
    BONDED_QTY: quantity(label('보세재고', 'Bonded')),
    BASIS_CD: bondedBasis.fields.BASIS_CD,
    BASIS_NO: bondedBasis.fields.BASIS_NO,
    ACCEPT_DT: bondedBasis.fields.ACCEPT_DT,
    NOW_PKG_QTY: packagesToRelease,
    NOW_KG: nowWeight,
    NOW_QTY: piecesToRelease,
  },
})

/**
 * Enters a clearance. An accepted import declaration changes the given pieces from bonded to
 * cleared. Rows with the same number form one declaration. An empty weight is proposed from the
 * packages.
 */
export const clearCargos = defineProcedure({
  name: 'bonded/clear',
  title: label('수리 등록', 'Enter a clearance'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    BOND_NO: withOptions(bondedCargo.fields.BOND_NO, { required: true }),
    STOCK_CD: item.STOCK_CD,
    BASIS_CD: withOptions(bondedBasis.fields.BASIS_CD, { required: true }),
    BASIS_NO: withOptions(bondedBasis.fields.BASIS_NO, { required: true }),
    ACCEPT_DT: bondedBasis.fields.ACCEPT_DT,
    NOW_PKG_QTY: withOptions(packagesToRelease, { required: true }),
    NOW_KG: nowWeight,
    NOW_QTY: piecesToRelease,
  },
})

export const clearanceColumns = [
  'BASIS_CD',
  'BASIS_NO',
  'ACCEPT_DT',
  'PKG_QTY',
  'KG',
  'OUT_PKG_QTY',
  'CUT_PKG_QTY',
  'CANCEL_REASON',
  'CANCELLED_BY',
  'CANCELLED_AT',
] as const

/** Clearances of a cargo, with their cancelled packages and the reason. */
export const clearances = defineQuery({
  name: 'bonded/clearances',
  title: label('수리 이력', 'Clearance history'),
  with: [clearableCargos],
  action: 'search',
  scope: 'warehouse-owner',
  search: { BOND_NO: bondedCargo.fields.BOND_NO },
  output: {
    ...pick(bondedBasis, ['BASIS_ID', 'BOND_NO', 'BASIS_CD', 'BASIS_NO', 'ACCEPT_DT']),
    ...pick(bondedBasis, ['PKG_QTY', 'KG', 'OUT_PKG_QTY']),
    CUT_PKG_QTY: integer(label('취소 개수', 'Cancelled packages'), { zeroAsEmpty: true }),
    ...pick(bondedBasis, ['CANCEL_REASON', 'CANCELLED_BY', 'CANCELLED_AT']),
  },
})

/** Cancels a clearance, except for packages that were released under it. */
export const cancelClearance = defineProcedure({
  name: 'bonded/cancel-clearance',
  title: label('수리 취소', 'Cancel a clearance'),
  with: [clearCargos],
  menus: ['BondedShipment'],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    BASIS_ID: withOptions(bondedBasis.fields.BASIS_ID, { required: true }),
    REASON: text(label('사유', 'Reason'), { required: true, maxLength: 200 }),
  },
})

const releaseInputs = {
  NOW_PKG_QTY: packagesToRelease,
  NOW_KG: nowWeight,
  NOW_QTY: piecesToRelease,
  SPLIT_CD: withOptions(bondedLine.fields.SPLIT_CD, { required: false }),
  LEAVE_CD: withOptions(bondedLine.fields.LEAVE_CD, { default: 'SHIP' }),
  DONE_AT: dateTime(label('반출일시', 'Release time')),
  VEHICLE_NO: bondedLine.fields.VEHICLE_NO,
  PERSON_NM: bondedLine.fields.PERSON_NM,
}

export const releasableCargos = defineQuery({
  name: 'bonded/releasable',
  title: label('반출 대상 조회', 'Cargo to release'),
  action: 'search',
  scope: 'warehouse-owner',
  search: {
    ...pick(bondedBasis, ['OWNER_CD', 'BOND_NO', 'BASIS_CD', 'BASIS_NO', 'ACCEPT_DT']),
    ...pick(bondedCargo, cargoFacts),
    STOCK_CD: item.STOCK_CD,
  },
  output: {
    ...pick(bondedBasis, ['BASIS_ID', 'BOND_NO', 'OWNER_CD']),
    ...pick(bondedCargo, cargoFacts),
    ...pick(bondedBasis, ['BASIS_CD', 'BASIS_NO', 'ACCEPT_DT', 'PKG_QTY', 'KG', 'OUT_SEQ']),
    ...item,
    REST_PKG_QTY: integer(label('잔량 개수', 'Remaining packages'), { width: 90 }),
    REST_KG: withOptions(nowWeight, { label: label('잔량 kg', 'Remaining weight') }),
    REST_QTY: quantity(label('잔량', 'Remaining qty')),
    REMOVE_DT: bondedBasis.fields.ACCEPT_DT,
    HELD_YN: bondedCargo.fields.HELD_YN,
    AUCTION_CD: bondedCargo.fields.AUCTION_CD,
    ...releaseInputs,
  },
})

const released = {
  BASIS_ID: withOptions(bondedBasis.fields.BASIS_ID, { required: true }),
  STOCK_CD: item.STOCK_CD,
  ...releaseInputs,
  NOW_PKG_QTY: withOptions(packagesToRelease, { required: true }),
}

/** Files a release that allows the cargo to leave. Proposes empty weight, pieces and split code. */
export const release = defineProcedure({
  name: 'bonded/release',
  title: label('반출신고', 'File the release'),
  action: 'save',
  scope: 'warehouse-owner',
  input: released,
})

export const planRelease = defineProcedure({
  name: 'bonded/plan-release',
  title: label('반출 미리보기', 'Preview release'),
  with: [release],
  previews: true,
  action: 'save',
  scope: 'warehouse-owner',
  input: released,
})

const releaseLineFields = { ...bondedLine.fields, ...pick(bondedCargo, cargoFacts) }

export const releaseLines = defineQuery({
  name: 'bonded/out-lines',
  title: label('반출신고 조회', 'Releases filed'),
  action: 'search',
  scope: 'warehouse-owner',
  search: releaseLineFields,
  output: {
    ...releaseLineFields,
    QTY: quantity(label('수량', 'Qty')),
    SHIP_QTY: quantity(label('반출 수량', 'Released qty'), { zeroAsEmpty: true }),
    REST_PKG_QTY: integer(label('잔량 개수', 'Remaining packages'), { width: 90 }),
    REST_KG: withOptions(nowWeight, { label: label('잔량 kg', 'Remaining weight') }),
    BLOCKED_CD: select(label('취소 불가 사유', 'Reason not cancellable'), 'cancel-block', {
      width: 120,
    }),
    REASON: text(label('사유', 'Reason'), { width: 160, maxLength: 200 }),
  },
})

/** Cancels filed releases, newest first, while the stock is still in the warehouse. */
export const cancelRelease = defineProcedure({
  name: 'bonded/cancel-release',
  title: label('반출 취소', 'Cancel releases'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    LINE_ID: withOptions(bondedLine.fields.LINE_ID, { required: true }),
    REASON: text(label('사유', 'Reason'), { required: true, maxLength: 200 }),
  },
})
