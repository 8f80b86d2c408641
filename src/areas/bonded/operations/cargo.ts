import { documentInput } from '#kernel/document.ts'
import {
  code,
  dateTime,
  flag,
  integer,
  quantity,
  select,
  text,
  withOptions,
  file,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { bondedCargo, bondedItem, cargoDocument } from '../tables/cargo.ts'
import { bondedFault, bondedLine } from '../tables/register.ts'
import { cargoStatus } from '../rules/cargo-status.ts'

const bondNo = withOptions(bondedCargo.fields.BOND_NO, { required: true })

export const cargos = defineQuery({
  name: 'bonded/cargos',
  title: label('보세화물 조회', 'Bonded cargo'),
  action: 'search',
  scope: 'warehouse-owner',
  search: bondedCargo.fields,
  output: {
    ...bondedCargo.fields,
    STATE_CD: withOptions(bondedCargo.fields.STATE_CD, { voids: [cargoStatus.cancelled] }),
  },
})

export const cargoItems = defineQuery({
  name: 'bonded/cargo-items',
  title: label('보세화물 품목 조회', 'Bonded cargo items'),
  action: 'search',
  scope: 'warehouse-owner',
  search: bondedItem.fields,
  output: bondedItem.fields,
})

export const saveCargos = defineProcedure({
  name: 'bonded/save-cargos',
  title: label('보세화물 저장', 'Save bonded cargo'),
  action: 'save',
  scope: 'warehouse-owner',
  ...documentInput(cargoDocument),
})

/** Uploads expected cargo. Rows with the same owner and House B/L form one cargo. */
export const uploadCargos = defineProcedure({
  name: 'bonded/upload-cargos',
  title: label('보세화물 시트 등록', 'Upload bonded cargo'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ...pick(bondedCargo, [
      'OWNER_CD',
      'HBL_NO',
      'CARGO_NO',
      'MBL_NO',
      'EXPECT_DT',
      'SHED_CD',
      'PKG_QTY',
      'PKG_UNIT_CD',
      'KG',
      'CBM',
      'GOODS_NM',
      'VESSEL_NM',
      'VOYAGE_NO',
      'ENTRY_DT',
      'CNTR_NO',
      'SEAL_NO',
    ]),
    ...pick(bondedItem, ['STOCK_CD', 'ORDER_QTY', 'LOT_NO', 'MADE_DT', 'VALID_DT', 'CELL_CD']),
    ITEM_PKG_QTY: withOptions(bondedItem.fields.ITEM_PKG_QTY, {
      label: label('품목 포장개수', 'Item packages'),
    }),
    HBL_NO: withOptions(bondedCargo.fields.HBL_NO, { required: true }),
  },
})

const photoName = text(label('이상 사진', 'Discrepancy photo'), {
  width: 140,
  maxLength: 255,
})
const arrivalInputs = {
  NOW_PKG_QTY: integer(label('실측 개수', 'Counted packages'), {
    width: 80,
    min: 0,
    required: true,
  }),
  NOW_KG: withOptions(bondedCargo.fields.KG, {
    label: label('실측 kg', 'Measured kg'),
    min: 0,
    required: true,
  }),
  PART_YN: flag(label('분할', 'Split'), { width: 60 }),
  FOUND_SEAL_NO: withOptions(bondedFault.fields.FOUND_SEAL_NO, { required: false }),
  DAMAGE_PKG_QTY: integer(label('파손 개수', 'Damaged packages'), {
    width: 70,
    min: 0,
    zeroAsEmpty: true,
  }),
  ARRIVAL_CD: select(label('반입유형', 'Arrival type'), 'arrival-type', {
    width: 110,
    default: 'ENTRY',
  }),
  BASIS_NO: withOptions(bondedLine.fields.BASIS_NO, {
    label: label('보세운송번호', 'Bonded transport no.'),
  }),
  DONE_AT: dateTime(label('반입일시', 'Arrival time')),
  VEHICLE_NO: bondedLine.fields.VEHICLE_NO,
  PERSON_NM: withOptions(bondedLine.fields.PERSON_NM, {
    label: label('보세사', 'Goods caretaker'),
  }),
  FILE_SN: file(label('이상 사진', 'Discrepancy photo'), { fills: { FILE_NM: 'FILE_NM' } }),
  NOTE: text(label('이상 내용', 'Discrepancy details'), { width: 160, maxLength: 200 }),
}

export const arrivals = defineQuery({
  name: 'bonded/arrivals',
  title: label('반입대상 조회', 'Cargo to receive'),
  action: 'search',
  scope: 'warehouse-owner',
  search: pick(bondedCargo, [
    'OWNER_CD',
    'BOND_NO',
    'CARGO_NO',
    'MBL_NO',
    'HBL_NO',
    'EXPECT_DT',
    'SHED_CD',
    'HELD_YN',
    'STATE_CD',
    'OWNER_ORDER_NO',
  ]),
  output: {
    ...bondedCargo.fields,
    ...arrivalInputs,
    NOW_PKG_QTY: withOptions(arrivalInputs.NOW_PKG_QTY, { footer: 'SUM' }),
    FILE_NM: photoName,
    OPEN_FAULT: code(label('미종결 이상보고', 'Open discrepancy report'), { width: 140 }),
  },
})

/**
 * Files an arrival and compares it with the declaration. A discrepancy puts the cargo on hold and
 * is reported. The cargo is not received until the report is settled.
 */
export const fileArrival = defineProcedure({
  name: 'bonded/file-arrival',
  title: label('반입신고', 'File the arrival'),
  action: 'save',
  scope: 'warehouse-owner',
  input: { BOND_NO: bondNo, ...arrivalInputs },
})

export const discrepancyReports = defineQuery({
  name: 'bonded/faults',
  title: label('이상보고 조회', 'Discrepancy reports'),
  action: 'search',
  scope: 'warehouse-owner',
  search: bondedFault.fields,
  output: { ...bondedFault.fields, FILE_NM: photoName },
})

/** Settles a discrepancy report: corrected at customs, accepted as is, or found correct. */
export const settleDiscrepancy = defineProcedure({
  name: 'bonded/settle-fault',
  title: label('이상보고 종결', 'Close discrepancy report'),
  with: [fileArrival],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    FAULT_NO: withOptions(bondedFault.fields.FAULT_NO, { required: true }),
    SETTLE_CD: withOptions(bondedFault.fields.SETTLE_CD, { required: true }),
    APPROVAL_NO: withOptions(bondedFault.fields.APPROVAL_NO, { required: true }),
  },
})

const handlingFields = {
  PALLET_NO: code(label('파렛트', 'Pallet'), { width: 100 }),
  BOX_NO: code(label('박스', 'Box'), { width: 100 }),
}
const packagesToUnpack = integer(label('개장 개수', 'Packages to unpack'), {
  width: 80,
  min: 0,
  default: 0,
})
const basisNo = code(label('수리 근거', 'Release basis no.'), { width: 140 })
const piecesToReceive = quantity(label('입고수량', 'Receive qty'), { width: 90 })

export const packedCargoItems = defineQuery({
  name: 'bonded/packed',
  title: label('개장 대상 조회', 'Cargo to unpack'),
  action: 'search',
  scope: 'warehouse-owner',
  search: {
    ...pick(bondedItem, ['BOND_NO', 'OWNER_CD', 'STOCK_CD']),
    ...pick(bondedCargo, ['CARGO_NO', 'HBL_NO']),
  },
  output: {
    ...pick(bondedItem, ['BOND_NO', 'LINE_NO', 'OWNER_CD', 'STOCK_CD', 'STOCK_NM']),
    ...pick(bondedCargo, ['CARGO_NO', 'HBL_NO', 'IN_DT']),
    BARCODE: code(label('바코드', 'Barcode'), { width: 120 }),
    BOX_QTY: stock.fields.BOX_QTY,
    ...pick(bondedItem, ['ITEM_PKG_QTY', 'ORDER_QTY', 'UNPACK_PKG_QTY', 'UNPACK_QTY', 'OPEN_QTY']),
    NOW_PKG_QTY: packagesToUnpack,
    NOW_QTY: piecesToReceive,
    ...pick(bondedItem, ['CELL_CD', 'LOT_NO', 'MADE_DT', 'VALID_DT']),
    BASIS_NO: basisNo,
    ...handlingFields,
  },
})

/**
 * Opens packages. Their pieces become bonded stock under the cargo number. Pieces of packages that
 * are already cleared are assigned to the basis of that clearance.
 */
export const unpack = defineProcedure({
  name: 'bonded/unpack',
  title: label('개장 입고', 'Unpack'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ...pick(bondedItem, ['BOND_NO', 'LINE_NO', 'LOT_NO', 'MADE_DT', 'VALID_DT']),
    BOND_NO: bondNo,
    LINE_NO: withOptions(bondedItem.fields.LINE_NO, { required: true }),
    NOW_PKG_QTY: packagesToUnpack,
    NOW_QTY: withOptions(piecesToReceive, { required: true, min: 0.001 }),
    CELL_CD: withOptions(bondedItem.fields.CELL_CD, { required: true }),
    BASIS_NO: basisNo,
    ...handlingFields,
  },
})

const registerLineFields = {
  ...bondedLine.fields,
  ...pick(bondedCargo, ['CARGO_NO', 'MBL_NO', 'HBL_NO', 'GOODS_NM']),
}

export const arrivalLines = defineQuery({
  name: 'bonded/in-lines',
  title: label('반입신고 조회', 'Filed arrival reports'),
  action: 'search',
  scope: 'warehouse-owner',
  search: registerLineFields,
  output: {
    ...registerLineFields,
    PERSON_NM: arrivalInputs.PERSON_NM,
    UNPACK_QTY: quantity(label('개장수량', 'Unpacked qty'), { zeroAsEmpty: true }),
    BLOCKED_CD: select(label('취소 불가 사유', 'Reason not cancellable'), 'cancel-block', {
      width: 120,
    }),
    REASON: text(label('사유', 'Reason'), { width: 160, maxLength: 200 }),
  },
})

/** Cancels filed arrivals, newest first, unless anything has been cleared or moved. */
export const cancelArrival = defineProcedure({
  name: 'bonded/cancel-arrival',
  title: label('반입 취소', 'Cancel arrivals'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    LINE_ID: withOptions(bondedLine.fields.LINE_ID, { required: true }),
    REASON: text(label('사유', 'Reason'), { required: true, maxLength: 200 }),
  },
})
