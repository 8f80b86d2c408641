import sql, { raw } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { RowRule } from '#server/engine/table-save.ts'
import type { Handler } from '#server/engine/handler.ts'
import {
  cells,
  dockLines,
  hazardPairs,
  methods,
  owners,
  pickFaces,
  shipTos,
  stockAltcodes,
  stockGroups,
  stockMoqs,
  stocks,
  stockUnits,
  suppliers,
  zones,
} from '../operations/masters.ts'
import { owner } from '../tables/owner.ts'
import { shipTo, supplier } from '../tables/partner.ts'
import { cell, dockLine, hazardPair, pickFace, workMethod, zone } from '../tables/place.ts'
import { stock } from '../tables/stock.ts'
import { stockAltcode, stockGroup, stockMoq, stockUnit } from '../tables/stock-facts.ts'
import { masterHandlers, toOwner, toStock } from './master-handlers.ts'
import { faceRules, faceOnCell } from './face-rules.ts'
import { createFixedCheck } from './reject-fixed.ts'
import {
  hideOtherOwners,
  pairNeedsTwoClasses,
  pairNotStored,
  pairListedOnce,
  unknownCodeError,
} from './storage-rules.ts'
import { wholeBox, wholeQuantity } from './whole-quantity.ts'

const ownerReferences = { references: [toOwner] }

const withItemName = (table: string) =>
  sql`select t.*, k.stock_nm from ${raw(table)} t join stock k using (owner_cd, stock_cd)`

const validStrategy: RowRule = {
  column: 'STRATEGY_CD',
  where: sql`(r.strategy_cd in ('TOGETHER', 'EMPTY')) <> (r.work_cd = 'PUT')`,
  text: label('이 작업에 사용할 수 없는 방식입니다.', 'This method cannot be used for this work.'),
}
const pickStateOfZone: RowRule = {
  column: 'ZONE_CD',
  where: sql`r.work_cd = 'PICK' and r.zone_cd is not null`,
  text: label(
    '피킹방법에는 존을 지정할 수 없습니다. 존을 비우세요.',
    'A picking method cannot have a zone. Clear the zone.',
  ),
}

const pickMethodFits: RowRule = {
  column: 'FIT_CD',
  where: sql`r.work_cd = 'PICK' and r.fit_cd is not null`,
  text: label('적치방법에만 지정할 수 있습니다.', 'Can only be set for a put-away method.'),
}

/** A group's method must exist for its kind of work in at least one warehouse. */
function unknownMethod(column: 'PUT_METHOD_CD' | 'PICK_METHOD_CD', work: string): RowRule {
  const name = raw(`r.${column.toLowerCase()}`)
  return {
    column,
    where: sql`${name} is not null and not exists (select from work_method m
      where m.method_cd = ${name} and m.work_cd = ${work} and m.use_yn = 'Y')`,
    text: label('등록되지 않은 방법입니다.', 'Method not found.'),
  }
}

/** An alternative code equal to an item code of the owner would never be looked up. */
const altcodeIsItem: RowRule = {
  column: 'ALT_CD',
  where: sql`exists (select from stock k where k.owner_cd = r.owner_cd and k.stock_cd = r.alt_cd)`,
  text: label('품목코드로 사용 중인 코드입니다.', 'This code is already an item code.'),
}

const itemReferences = { references: [toOwner, toStock] }

export const masterTableHandlers: readonly Handler[] = [
  ...masterHandlers(owner, owners),
  ...masterHandlers(supplier, suppliers, ownerReferences),
  ...masterHandlers(shipTo, shipTos, ownerReferences),
  ...masterHandlers(stock, stocks, {
    beforeSave: createFixedCheck(stock),
    rules: [wholeBox],
    references: [toOwner, { columns: ['OWNER_CD', 'GROUP_CD'], table: 'stock_group' }],
  }),
  ...masterHandlers(zone, zones, {
    beforeSave: createFixedCheck(zone),
    select: hideOtherOwners(zone),
    references: [toOwner],
    rules: [unknownCodeError('STORE_CDS', 'store-class'), unknownCodeError('HAZARD_CDS', 'hazard')],
  }),
  ...masterHandlers(cell, cells, {
    beforeSave: createFixedCheck(cell),
    select: hideOtherOwners(cell),
    references: [toOwner, { columns: ['WCODE', 'ZONE_CD'], table: 'zone' }],
    rules: [faceOnCell],
  }),
  ...masterHandlers(hazardPair, hazardPairs, {
    rules: [pairNeedsTwoClasses, pairListedOnce, pairNotStored],
  }),
  ...masterHandlers(pickFace, pickFaces, {
    references: [toOwner, toStock, { columns: ['WCODE', 'CELL_CD'], table: 'cell' }],
    rules: [...faceRules, wholeQuantity('MIN_QTY'), wholeQuantity('MAX_QTY')],
    select: withItemName('pick_face'),
  }),
  ...masterHandlers(workMethod, methods, {
    references: [{ columns: ['WCODE', 'ZONE_CD'], table: 'zone' }],
    rules: [validStrategy, pickStateOfZone, pickMethodFits],
  }),
  ...masterHandlers(dockLine, dockLines, {
    references: [{ columns: ['WCODE', 'CELL_CD'], table: 'cell' }],
  }),
  ...masterHandlers(stockGroup, stockGroups, {
    ...ownerReferences,
    rules: [unknownMethod('PUT_METHOD_CD', 'PUT'), unknownMethod('PICK_METHOD_CD', 'PICK')],
  }),
  ...masterHandlers(stockUnit, stockUnits, {
    ...itemReferences,
    rules: [wholeQuantity('UNIT_QTY')],
    select: withItemName('stock_unit'),
  }),
  ...masterHandlers(stockAltcode, stockAltcodes, {
    ...itemReferences,
    rules: [altcodeIsItem],
    select: withItemName('stock_altcode'),
  }),
  ...masterHandlers(stockMoq, stockMoqs, {
    ...itemReferences,
    rules: [wholeQuantity('MOQ_QTY'), wholeQuantity('STEP_QTY')],
    select: withItemName('stock_moq'),
  }),
]
