import {
  code,
  flag,
  integer,
  lookup,
  measure,
  quantity,
  select,
  text,
  withOptions,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { warehouseCode } from '#areas/system/tables/warehouse.ts'
import { cellRef, changeFields, ownerRef, remark, stockRef, useFlag } from './references.ts'

/** Owner to whose stock a zone or cell is dedicated. */
const dedicatedTo = lookup(label('전용화주', 'Dedicated owner'), 'owner', { width: 90 })
const codes = { width: 120, maxLength: 100 }
const locked = flag(label('잠금', 'Locked'))
const pickSequence = integer(label('피킹순서', 'Pick order'), { min: 0, max: 999_999, default: 0 })

export const zone = defineTable({
  name: 'zone',
  title: label('존', 'Zone'),
  key: ['WCODE', 'ZONE_CD'],
  scope: { warehouse: 'WCODE' },
  fields: {
    WCODE: warehouseCode,
    ZONE_CD: code(label('존코드', 'Zone code'), { required: true, width: 90, maxLength: 20 }),
    ZONE_NM: text(label('존명', 'Zone name'), { required: true, width: 160 }),
    TEMPERATURE_CD: select(label('온도대', 'Temperature'), 'temperature', { default: 'DRY' }),
    PICK_SEQ: pickSequence,
    STORE_CDS: code(label('허용 보관구분', 'Storage classes'), codes),
    HAZARD_CDS: code(label('허용 위험물', 'Hazard classes'), codes),
    OWNER_CD: dedicatedTo,
    LOCK_YN: locked,
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})

export const cell = defineTable({
  name: 'cell',
  title: label('셀', 'Cell'),
  key: ['WCODE', 'CELL_CD'],
  scope: { warehouse: 'WCODE' },
  fields: {
    WCODE: warehouseCode,
    CELL_CD: code(label('셀코드', 'Cell code'), { required: true, width: 110, maxLength: 20 }),
    ZONE_CD: lookup(label('존코드', 'Zone code'), 'zone', { required: true, width: 90 }),
    CELL_TYPE_CD: select(label('셀유형', 'Cell type'), 'cell-type', { default: 'RACK' }),
    ROLE_CD: select(label('역할', 'Role'), 'cell-role', { default: 'RESERVE', width: 90 }),
    PICK_SEQ: pickSequence,
    CAPACITY_CBM: measure(label('용량 CBM', 'Capacity CBM'), 6),
    MIX_CD: select(label('혼적', 'Mixing'), 'cell-mixing', { default: 'ANY', width: 100 }),
    MAX_KG: measure(label('최대중량 kg', 'Max. weight kg'), 3),
    MAX_PLT: integer(label('최대파렛트', 'Max. pallets'), { min: 0, max: 9999, width: 90 }),
    OWNER_CD: dedicatedTo,
    LOCK_YN: locked,
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})

/** A method of putaway or picking that differs from the default. */
export const workMethod = defineTable({
  name: 'work_method',
  title: label('적치·피킹방법', 'Put-away or picking method'),
  key: ['WCODE', 'METHOD_CD'],
  scope: { warehouse: 'WCODE' },
  fields: {
    WCODE: warehouseCode,
    METHOD_CD: code(label('방법코드', 'Method code'), {
      required: true,
      width: 100,
      maxLength: 20,
    }),
    METHOD_NM: text(label('방법명', 'Method name'), { required: true, width: 180 }),
    WORK_CD: select(label('작업', 'Work'), 'method-work', { required: true, width: 80 }),
    STRATEGY_CD: select(label('방식', 'Strategy'), 'method-strategy', {
      required: true,
      width: 130,
    }),
    FIT_CD: select(label('적치 분할', 'Put-away split'), 'method-fit', { width: 110 }),
    ZONE_CD: lookup(label('적치존', 'Put-away zone'), 'zone', { width: 90 }),
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})

export const dockLine = defineTable({
  name: 'dock_line',
  title: label('라인', 'Dock or lane'),
  key: ['WCODE', 'LINE_CD'],
  scope: { warehouse: 'WCODE' },
  fields: {
    WCODE: warehouseCode,
    LINE_CD: code(label('라인코드', 'Line code'), { required: true, width: 100, maxLength: 20 }),
    LINE_NM: text(label('라인명', 'Line name'), { required: true, width: 180 }),
    LINE_TYPE_CD: select(label('용도', 'Use'), 'line-type', { default: 'OUT' }),
    CELL_CD: lookup(label('대기셀', 'Staging cell'), 'cell', { width: 110 }),
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})

/** Two hazard classes that are never stored in one zone. */
export const hazardPair = defineTable({
  name: 'hazard_pair',
  title: label('위험물 혼재금지', 'Hazard separation'),
  key: ['HAZARD_CD', 'OTHER_CD'],
  fields: {
    HAZARD_CD: select(label('위험물 등급', 'Hazard class'), 'hazard', {
      required: true,
      width: 180,
    }),
    OTHER_CD: select(label('혼재금지 위험물', 'Incompatible class'), 'hazard', {
      required: true,
      width: 180,
    }),
    REMARK: remark,
    ...changeFields,
  },
})

/** Cell that an item is picked from, with the minimum and maximum stock for refills. */
export const pickFace = defineTable({
  name: 'pick_face',
  title: label('피킹면', 'Pick face'),
  key: ['WCODE', 'CELL_CD', 'OWNER_CD', 'STOCK_CD'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    WCODE: warehouseCode,
    CELL_CD: withOptions(cellRef, { required: true }),
    OWNER_CD: ownerRef,
    STOCK_CD: stockRef,
    MIN_QTY: quantity(label('최소', 'Min.'), { required: true, min: 0, width: 80 }),
    MAX_QTY: quantity(label('최대', 'Max.'), { required: true, min: 0.001, width: 80 }),
    UNIT_CD: select(label('보충단위', 'Refill unit'), 'unit', { default: 'BOX', width: 80 }),
    FIXED_YN: flag(label('고정', 'Fixed'), { default: 'Y' }),
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})
