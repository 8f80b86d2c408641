import sql from 'sql-template-tag'
import { cargoNumberError } from '#areas/freight/rules/licence-number.ts'
import { containerNumberError } from '#areas/freight/rules/container-number.ts'
import { byItemCode } from '#areas/master/server/item-code.ts'
import { josa } from '#kernel/josa.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import { wholeQuantity } from '#areas/master/server/whole-quantity.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Table } from '#kernel/table.ts'
import { documentImport } from '#server/engine/document-import.ts'
import {
  findDocumentRuleErrors,
  orderNumberMustBeUnique,
  ownerMustExist,
} from '#server/engine/document-rules.ts'
import { saveDocuments, type DocumentKind } from '#server/engine/document-save.ts'
import { defineDocumentSheet, uploadDocuments } from '#server/engine/document-upload.ts'
import type { RowError } from '#server/base/app-error.ts'
import { handleEdits, handleProcedure, handleQuery, type SaveRow } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { cargoItems, cargos, saveCargos, uploadCargos } from '../operations/cargo.ts'
import { normalizeNumber } from '../rules/basis-number.ts'
import { cargoDocument } from '../tables/cargo.ts'
import { cargoStepFrom } from '../rules/cargo-status.ts'
import { unpackedQuantitiesSql } from './unpacked-quantities.ts'

export const cargosHandler = handleQuery(
  cargos,
  'v.expect_dt desc, v.bond_no desc',
  () => sql`select c.*, o.owner_nm from bonded_cargo c join owner o using (owner_cd)`,
)

export const cargoItemsHandler = handleQuery(
  cargoItems,
  'v.bond_no, v.line_no',
  () => sql`
    select i.*, c.wcode, s.stock_nm, u.pkg_qty unpack_pkg_qty, u.qty unpack_qty,
      greatest(i.order_qty - coalesce(u.qty, 0), 0) open_qty
    from bonded_item i join bonded_cargo c using (bond_no)
    join stock s on s.owner_cd = i.owner_cd and s.stock_cd = i.stock_cd
    left join ${unpackedQuantitiesSql} u on u.bond_no = i.bond_no and u.item_no = i.line_no`,
)

const getText = (value: Value | undefined) => String(value ?? '')

function numberError(values: WireRow): [string, Label] | undefined {
  const cargoNo = getText(values['CARGO_NO'])
  if (cargoNo !== '') {
    const error = cargoError(cargoNo)
    if (error) return ['CARGO_NO', error]
  }
  for (const container of getText(values['CNTR_NO']).split(/[\s,;/]+/)) {
    const error = containerNumberError(container)
    if (error) return ['CNTR_NO', error]
  }
  return undefined
}

/**
 * Validation error for a cargo control number (spec §5). Parts separated by hyphens must each have
 * their length, because digits in the wrong part can form another valid number.
 */
export function cargoError(typed: string): Label | undefined {
  const [mrn = '', msn, hsn, ...more] = typed.split('-').map(normalizeNumber)
  if (msn !== undefined && more.length === 0) return cargoNumberError(mrn, msn, hsn)
  const cargoNo = normalizeNumber(typed)
  if (cargoNo.length !== 15 && cargoNo.length !== 19) {
    return label(
      '면장 번호는 19 또는 15자리 이여야 합니다.',
      'The licence number must have 19 or 15 characters.',
    )
  }
  return cargoNumberError(cargoNo.slice(0, 11), cargoNo.slice(11, 15), cargoNo.slice(15))
}

function normalizeCargoNumber<R extends SaveRow>(row: R): R {
  const cargoNo = row.values['CARGO_NO']
  if (row.type !== 'H' || cargoNo === null || cargoNo === undefined) return row
  // An invalid number stays as typed, and validation rejects it.
  if (cargoError(String(cargoNo))) return row
  return { ...row, values: { ...row.values, CARGO_NO: normalizeNumber(String(cargoNo)) } }
}

const uniqueCargoNumber = (wcode: string) => ({
  column: 'CARGO_NO',
  where: sql`exists (select from bonded_cargo x where x.wcode = ${wcode}
    and x.cargo_no = r.cargo_no and x.state_cd not in (${quoteCodes(cargoStepFrom.over)}) and x.bond_no <> r.bond_no)`,
  text: (v: WireRow) =>
    label(
      `이미 등록된 화물관리번호 ${v['CARGO_NO']}입니다.`,
      `Cargo control no. ${v['CARGO_NO']} is already registered.`,
    ),
})

export const cargoKind: DocumentKind = {
  ...cargoDocument,
  rule: 'BONDED',
  fixedValues: {},
  openStates: cargoStepFrom.change,
  findErrors: async (call, headers, lines) => {
    const { wcode } = call.scope
    const shapes = headers.flatMap((row): RowError[] => {
      const error = numberError(row.values)
      return error ? [{ row: row.no, column: error[0], text: error[1] }] : []
    })
    const broken = await findDocumentRuleErrors(call, cargoDocument, headers, lines, {
      headers: [
        ownerMustExist,
        {
          column: 'SHED_CD',
          isCode: true,
          where: sql`not exists (select from bonded_shed x where x.wcode = ${wcode}
            and x.shed_cd = r.shed_cd and x.use_yn = 'Y')`,
          text: (v) =>
            label(
              `장치장부호 ${v['SHED_CD']}${josa(v['SHED_CD'], '이/가')} 보세구역관리에 없습니다.`,
              `Bonded warehouse not found: ${v['SHED_CD']}`,
            ),
        },
        {
          column: 'CARGO_NO',
          where: sql`r.cargo_no is not null and exists (select from bonded_cargo x
            where x.bond_no = r.bond_no and x.held_yn = 'Y' and x.cargo_no <> r.cargo_no)`,
          text: label(
            '이상보고 중인 화물은 정정신청으로 변경하세요.',
            'Cargo with an open discrepancy report can only be changed by a correction request.',
          ),
        },
        uniqueCargoNumber(wcode),
        orderNumberMustBeUnique(cargoDocument, wcode, (v) =>
          label(
            `이미 등록된 화주 오더번호입니다: ${v['OWNER_ORDER_NO']}`,
            `${v['OWNER_ORDER_NO']} is already registered.`,
          ),
        ),
      ],
      lines: [
        wholeQuantity('ORDER_QTY'),
        {
          column: 'STOCK_CD',
          isCode: true,
          where: sql`not exists (select from stock x where x.owner_cd = r.owner_cd
            and x.stock_cd = r.stock_cd and x.use_yn = 'Y' and x.goods_yn = 'Y')`,
          text: (v) =>
            label(
              `품목 ${v['STOCK_CD']}${josa(v['STOCK_CD'], '이/가')} 없거나 재고관리 대상이 아닙니다.`,
              `Item not found or not stocked: ${v['STOCK_CD']}`,
            ),
        },
        {
          column: 'CELL_CD',
          isCode: true,
          where: sql`r.cell_cd is not null and not exists (select from cell x
            where x.wcode = ${wcode} and x.cell_cd = r.cell_cd and x.use_yn = 'Y')`,
          text: (v) =>
            label(
              `셀 ${v['CELL_CD']}${josa(v['CELL_CD'], '이/가')} 없습니다.`,
              `Cell not found: ${v['CELL_CD']}`,
            ),
        },
      ],
    })
    return [...shapes, ...broken]
  },
}

const getDefaults = ({ fields }: Table, columns: readonly string[]): WireRow =>
  Object.fromEntries(columns.map((column) => [column, fields[column]?.default ?? null]))

export const cargoDefaults = {
  header: getDefaults(cargoDocument.header, cargoDocument.headerColumns),
  lines: getDefaults(cargoDocument.lines, cargoDocument.lineColumns),
}

export const saveCargosHandler = handleEdits(saveCargos, (call) =>
  saveDocuments({ ...call, rows: call.rows.map(normalizeCargoNumber) }, cargoKind),
)

const sheet = defineDocumentSheet(cargoKind, {
  from: { [uploadCargos.name]: uploadCargos.input },
  by: ['OWNER_CD', 'HBL_NO'],
  headerColumns: ['CARGO_NO', 'SHED_CD', 'EXPECT_DT', 'PKG_QTY', 'KG', 'HBL_NO'],
  differenceMessage: label(
    '같은 House B/L의 화물관리번호·장치장·예정일·개수·중량이 다릅니다.',
    'Cargo control no., bonded warehouse, expected date, packages or weight differ within one House B/L.',
  ),
  header: { REMARK: null },
})

export const uploadCargosHandler = handleProcedure(
  uploadCargos,
  async (call) => {
    const rows = call.rows.map((row) => normalizeCargoNumber({ ...row, type: 'H' as const }))
    return uploadDocuments(await byItemCode({ ...call, rows }), cargoKind, sheet)
  },
  documentImport(cargoKind),
)
