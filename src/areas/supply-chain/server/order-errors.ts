import sql, { raw } from 'sql-template-tag'
import { ownerPlaces } from '#areas/master/server/partner-choices.ts'
import { josa } from '#kernel/josa.ts'
import type { DocumentTables } from '#kernel/document.ts'
import type { WireRow } from '#kernel/field.ts'
import { wholeQuantity } from '#areas/master/server/whole-quantity.ts'
import { label } from '#kernel/label.ts'
import type { RowError } from '#server/base/app-error.ts'
import { worksForPartner } from '#server/auth/partner-user.ts'
import { brokenDocumentRules, unknownOwner } from '#server/engine/document-rules.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import { errorsFor, recordset, type RowRule } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { scmOrder, scmOrderLine } from '../tables/scm-order.ts'
import { scmStepFrom } from '../rules/scm-status.ts'
import { isPartnerUser } from './partner-scope.ts'

/**
 * Validation errors of orders: unknown references, closed dates, other partners and missed
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
      unknownOwner,
      ...(isBound ? [foreignPartner(call.userId)] : []),
      unknownPartner(call.userId, 'BRANCH_CD', 'BRANCH', '지점', 'Branch'),
      unknownPartner(call.userId, 'PARTNER_CD', 'PARTNER', '협력사', 'Partner'),
      ...(document.headerColumns.includes('SUPPLIER_CD')
        ? [unknownPlace(call.userId, 'SUPPLIER_CD', 'supplier', '공급처', 'Supplier')]
        : [unknownPlace(call.userId, 'SHIP_TO_CD', 'ship_to', '배송처', 'Ship-to')]),
      uniquePartnerNumber(call.scope.wcode),
    ],
    lines: [unknownItem, wholeQuantity('ORDER_QTY')],
  }
  const found = await brokenDocumentRules(call, document, headers, lines, rules)
  return [
    ...found,
    ...(await closedDateErrors(call, headers)),
    ...(isBound ? await lateOrders(call, headers) : []),
    ...(await itemsNotAllowed(call, headers, lines)),
    ...(document.headerColumns.includes('SHIP_TO_CD') ? await findBelowMinimum(call, lines) : []),
  ]
}

/**
 * Users of a partner can enter only its orders. The error does not reveal whether another partner
 * exists.
 */
function foreignPartner(userId: string): RowRule {
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
  where: sql`not exists (select from stock x where x.owner_cd = r.owner_cd
    and x.stock_cd = r.stock_cd and x.use_yn = 'Y' and x.goods_yn = 'Y')`,
  text: (v) =>
    label(
      `품목 ${v['STOCK_CD']}${josa(v['STOCK_CD'], '이/가')} 없거나 재고관리 대상이 아닙니다.`,
      `Item not found or not stocked: ${v['STOCK_CD']}`,
    ),
}

const placed = ['OWNER_CD', 'BRANCH_CD', 'PARTNER_CD', 'REQUEST_DT']

const joinPartner = sql`join scm_partner p on p.owner_cd = r.owner_cd
  and p.partner_cd in (r.branch_cd, r.partner_cd)`

async function closedDateErrors(call: SaveCall, headers: readonly SaveRow[]): Promise<RowError[]> {
  const request = recordset(scmOrder.fields, placed, headers)
  const found = await call.tx.query<{
    no: number
    day: string
    who: string
    why: string | null
  }>(sql`
    select distinct on (c.no) c.no, to_char(c.day, 'YYYY-MM-DD') "day", c.who, c.why from (
      select r.no, r.request_dt "day", '' who, h.holiday_nm why, 1 seq from ${request}
      join site_holiday h on h.wcode = ${call.scope.wcode} and h.holiday_dt = r.request_dt
      union all
      select r.no, r.request_dt, p.partner_nm, h.holiday_nm, 2 from ${request} ${joinPartner}
      join scm_partner_holiday h on h.owner_cd = p.owner_cd and h.partner_cd = p.partner_cd
        and h.holiday_dt = r.request_dt
      union all
      select r.no, r.request_dt, p.partner_nm, null, 3 from ${request} ${joinPartner}
      where position(extract(isodow from r.request_dt)::text in p.work_days) = 0) c
    order by c.no, c.seq, c.who`)
  return found.map(({ no, day, who, why }): RowError => {
    const text =
      why === null
        ? label(
            `${who} 휴무 요일입니다: ${day}. 다른 날을 입력하세요.`,
            `${who} is closed on that weekday: ${day}. Enter another date.`,
          )
        : label(
            `${who || '물류센터'} 휴무일입니다: ${day} ${why}. 다른 날을 입력하세요.`,
            `${who || 'The warehouse'} is closed: ${day} ${why}. Enter another date.`,
          )
    return { row: no, column: 'REQUEST_DT', text }
  })
}

async function lateOrders(call: SaveCall, headers: readonly SaveRow[]): Promise<RowError[]> {
  const late = await call.tx.query<{ no: number; last: string }>(sql`
    select r.no, min(to_char(r.request_dt - p.lead_days, 'YYYY-MM-DD ')
      || substr(p.cutoff_tm, 1, 2) || ':' || substr(p.cutoff_tm, 3)) last
    from ${recordset(scmOrder.fields, placed, headers)} ${joinPartner}
    where p.cutoff_tm is not null and (r.request_dt - p.lead_days, p.cutoff_tm)
      <= (${call.today}::date, to_char(now() at time zone 'Asia/Seoul', 'HH24MI'))
    group by r.no order by r.no`)
  return late.map(({ no, last }): RowError => {
    const text = label(
      `이 요청일의 오더는 ${last}에 마감되었습니다. 다음 요청일로 입력하세요.`,
      `Orders for that day closed at ${last}. Enter a later date.`,
    )
    return { row: no, column: 'REQUEST_DT', text }
  })
}

async function itemsNotAllowed(
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
    select distinct r.no from ${recordset(fields, columns, given)}
    left join scm_order o on o.scm_no = r.scm_no
    join scm_partner p on p.owner_cd = r.owner_cd and p.partner_cd in
      (coalesce(r.branch_cd, o.branch_cd), coalesce(r.partner_cd, o.partner_cd))
    where exists (select from scm_partner_stock a
        where a.owner_cd = p.owner_cd and a.partner_cd = p.partner_cd)
      and not exists (select from scm_partner_stock a where a.owner_cd = p.owner_cd
        and a.partner_cd = p.partner_cd and a.stock_cd = r.stock_cd)`)
  return errorsFor(found, lines, 'STOCK_CD', (v) =>
    label(
      `이 지점·협력사가 주문할 수 없는 품목입니다: ${v['STOCK_CD']}`,
      `The branch or partner cannot order item ${v['STOCK_CD']}.`,
    ),
  )
}

async function findBelowMinimum(call: SaveCall, lines: readonly SaveRow[]): Promise<RowError[]> {
  const columns = ['OWNER_CD', 'STOCK_CD', 'ORDER_QTY']
  const small = await call.tx.query<{ no: number; moq: number }>(sql`
    select r.no, m.moq_qty moq from ${recordset(scmOrderLine.fields, columns, lines)}
    join stock_moq m on m.owner_cd = r.owner_cd and m.stock_cd = r.stock_cd
    where r.order_qty < m.moq_qty order by r.no`)
  return small.map(({ no, moq }): RowError => {
    const text = label(`최소주문수량은 ${moq}입니다.`, `The minimum order quantity is ${moq}.`)
    return { row: no, column: 'ORDER_QTY', text }
  })
}
