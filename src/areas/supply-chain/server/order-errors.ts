import sql, { raw } from 'sql-template-tag'
import { ownerPlaces } from '#areas/master/server/partner-choices.ts'
import { minimumErrors } from '#areas/outbound/server/shipments.ts'
import { josa } from '#kernel/josa.ts'
import type { DocumentTables } from '#kernel/document.ts'
import type { WireRow } from '#kernel/field.ts'
import { wholeQuantity } from '#areas/master/server/whole-quantity.ts'
import { label } from '#kernel/label.ts'
import type { RowError } from '#server/base/app-error.ts'
import { worksForPartner } from '#server/auth/partner-user.ts'
import { findDocumentRuleErrors, ownerMustExist } from '#server/engine/document-rules.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import { toRowErrors, recordsetSql, type RowRule } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { scmOrder, scmOrderLine } from '../tables/scm-order.ts'
import { scmStepFrom } from '../rules/scm-status.ts'
import { closedDateErrors, cutoffErrors, headerDates } from './order-date-errors.ts'
import { isPartnerUser } from './partner-scope.ts'

/**
 * Validation errors for orders: unknown references, closed dates, other partners and missed
 * cut-offs.
 */
export async function orderErrors(
  call: SaveCall,
  document: DocumentTables,
  headers: readonly SaveRow[],
  lines: readonly SaveRow[],
): Promise<RowError[]> {
  const isBound = await isPartnerUser(call)
  const rules = {
    headers: [
      ownerMustExist,
      ...(isBound ? [partnerOfOwner(call.userId)] : []),
      unknownPartner(call.userId, 'BRANCH_CD', 'BRANCH', '지점', 'Branch'),
      unknownPartner(call.userId, 'PARTNER_CD', 'PARTNER', '협력사', 'Partner'),
      ...(document.headerColumns.includes('SUPPLIER_CD')
        ? [unknownPlace(call.userId, 'SUPPLIER_CD', 'supplier', '공급처', 'Supplier')]
        : [unknownPlace(call.userId, 'SHIP_TO_CD', 'ship_to', '배송처', 'Ship-to')]),
      uniquePartnerNumber(call.scope.wcode),
    ],
    lines: [unknownItem, wholeQuantity('ORDER_QTY')],
  }
  const found = await findDocumentRuleErrors(call, document, headers, lines, rules)
  return [
    ...found,
    ...(await closedDateErrors(call, headerDates(headers), 'REQUEST_DT')),
    ...(isBound ? await cutoffErrors(call, headers) : []),
    ...(await findDisallowedItems(call, headers, lines)),
    ...(document.headerColumns.includes('SHIP_TO_CD') ? await minimumErrors(call, lines) : []),
  ]
}

/**
 * Users of a partner can enter only its orders. The error does not reveal whether another partner
 * exists.
 */
function partnerOfOwner(userId: string): RowRule {
  return {
    column: 'PARTNER_CD',
    where: sql`not exists (select from scm_partner_user u where u.user_id = ${userId}
        and u.owner_cd = r.owner_cd and u.partner_cd in (r.partner_cd, r.branch_cd))
      or exists (select from unnest(array[r.partner_cd, r.branch_cd]) c where c is not null
        and not exists (select from scm_partner_user u where u.user_id = ${userId}
          and u.owner_cd = r.owner_cd and u.partner_cd = c))`,
    text: label('소속된 지점·협력사를 입력하세요.', 'Enter a branch or partner you belong to.'),
  }
}

/** Users of partners get the same error for another partner's code as for an unknown one. */
function unknownPartner(
  userId: string,
  column: string,
  kind: string,
  ko: string,
  en: string,
): RowRule {
  const name = raw(`r.${column.toLowerCase()}`)
  return {
    column,
    isCode: true,
    where: sql`${name} is not null and (not ${worksForPartner(userId)} or exists (
      select from scm_partner_user u where u.user_id = ${userId} and u.owner_cd = r.owner_cd
        and u.partner_cd = ${name})) and not exists (select from scm_partner x
      where x.owner_cd = r.owner_cd and x.partner_cd = ${name} and x.kind_cd = ${kind}
        and x.use_yn = 'Y')`,
    text: (v: WireRow) =>
      label(
        `${ko} ${v[column]}${josa(v[column], '이/가')} 없습니다.`,
        `${en} not found: ${v[column]}`,
      ),
  }
}

/** To users of partners, another partner's place does not exist. */
function unknownPlace(
  userId: string,
  column: 'SUPPLIER_CD' | 'SHIP_TO_CD',
  table: string,
  ko: string,
  en: string,
): RowRule {
  const code = column === 'SHIP_TO_CD' ? 'ship_to_cd' : 'supplier_cd'
  const name = raw(code)
  return {
    column,
    isCode: true,
    where: sql`r.${name} is not null and not (${ownerPlaces(userId, code, { row: 'r', code })}
      and exists (select from ${raw(table)} x
        where x.owner_cd = r.owner_cd and x.${name} = r.${name} and x.use_yn = 'Y'))`,
    text: (v: WireRow) =>
      label(
        `${ko} ${v[column]}${josa(v[column], '이/가')} 없습니다.`,
        `${en} not found: ${v[column]}`,
      ),
  }
}

/** Rejects a partner order number that another active order already uses. */
function uniquePartnerNumber(wcode: string): RowRule {
  return {
    column: 'PARTNER_ORDER_NO',
    where: sql`exists (select from scm_order x where x.wcode = ${wcode}
      and x.owner_cd = r.owner_cd and x.partner_order_no = r.partner_order_no
      and coalesce(x.partner_cd, x.branch_cd, '') = coalesce(r.partner_cd, r.branch_cd, '')
      and x.state_cd not in (${quoteCodes(scmStepFrom.over)}) and x.scm_no <> r.scm_no)`,
    text: (v: WireRow) =>
      label(
        `이미 등록된 협력사전표입니다: ${v['PARTNER_ORDER_NO']}. 그 오더를 수정하거나 번호를 변경하세요.`,
        `${v['PARTNER_ORDER_NO']} is already registered. Edit that order or change the number.`,
      ),
  }
}

const unknownItem: RowRule = {
  column: 'STOCK_CD',
  isCode: true,
  where: sql`not exists (select from stock x where x.owner_cd = r.owner_cd
    and x.stock_cd = r.stock_cd and x.use_yn = 'Y' and x.goods_yn = 'Y')`,
  text: (v) =>
    label(
      `품목 ${v['STOCK_CD']}${josa(v['STOCK_CD'], '이/가')} 없거나 재고관리 대상이 아닙니다.`,
      `Item not found or not stocked: ${v['STOCK_CD']}`,
    ),
}

async function findDisallowedItems(
  call: SaveCall,
  headers: readonly SaveRow[],
  lines: readonly SaveRow[],
): Promise<RowError[]> {
  if (lines.length === 0) return []
  const typed = new Map(headers.map((row) => [String(row.values['SCM_NO']), row.values]))
  const given = lines.map((row) => ({
    ...row,
    values: { ...typed.get(String(row.values['SCM_NO'])), ...row.values },
  }))
  const fields = { ...scmOrder.fields, ...scmOrderLine.fields }
  const columns = ['SCM_NO', 'OWNER_CD', 'STOCK_CD', 'BRANCH_CD', 'PARTNER_CD']
  const found = await call.tx.query<{ no: number }>(sql`
    select distinct r.no from ${recordsetSql(fields, columns, given)}
    left join scm_order o on o.scm_no = r.scm_no
    join scm_partner p on p.owner_cd = r.owner_cd and p.partner_cd in
      (coalesce(r.branch_cd, o.branch_cd), coalesce(r.partner_cd, o.partner_cd))
    where exists (select from scm_partner_stock a
        where a.owner_cd = p.owner_cd and a.partner_cd = p.partner_cd)
      and not exists (select from scm_partner_stock a where a.owner_cd = p.owner_cd
        and a.partner_cd = p.partner_cd and a.stock_cd = r.stock_cd)`)
  return toRowErrors(found, lines, 'STOCK_CD', (v) =>
    label(
      `이 지점·협력사가 주문할 수 없는 품목입니다: ${v['STOCK_CD']}`,
      `The branch or partner cannot order item ${v['STOCK_CD']}.`,
    ),
  )
}
