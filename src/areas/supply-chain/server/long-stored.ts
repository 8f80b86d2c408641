import sql, { type Sql } from 'sql-template-tag'
import { formatDate } from '#kernel/date-format.ts'
import { writeChargesHandler } from '#areas/billing/server/charges.ts'
import { ownerAddresses } from '#areas/master/server/owner-addresses.ts'
import { shipmentStatus } from '#areas/outbound/rules/shipment-status.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { worksForPartner } from '#server/auth/partner-user.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
  type SaveResult,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { enqueueMails, mailLimitReached } from '#server/jobs/document-mail.ts'
import { sendMailKind } from '#server/jobs/mail-job.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import {
  longStored,
  noticeLongStored,
  requestDisposal,
  surchargeLongStored,
} from '../operations/long-stored.ts'
import { rejectPartnerUser } from './partner-scope.ts'

/**
 * Storage charged for stock `q` so far, in won without tax. This is the sum of charges for its
 * lots, and its share by CBM of charges per cell, pallet or period.
 */
const accruedStorage = sql`
  coalesce((select sum(c.amount) from charge c
    where c.cause_cd = 'DAY' and c.doc_no like '%|%' and c.currency_cd = 'KRW'
      and split_part(c.doc_no, '|', 2) = any(q.lots) and c.wcode = q.wcode
      and c.owner_cd = q.owner_cd and c.charge_cd in ('STORE', 'BON_STORE')), 0)
  + coalesce((select sum(c.amount * least(q.cbm / nullif(f.cbm, 0), 1)) from charge c
    join flow_owner_day f on f.wcode = c.wcode and f.stock_dt = c.service_dt
      and f.owner_cd = c.owner_cd
    where c.owner_cd = q.owner_cd and c.service_dt >= q.received_dt and c.wcode = q.wcode
      and c.charge_cd in ('STORE', 'BON_STORE') and c.currency_cd = 'KRW'
      and c.cause_cd in ('DAY', 'PERIOD') and (c.cause_cd = 'PERIOD' or c.doc_no not like '%|%')), 0)`

/** Stock stored longer than its owner's limit. Not visible to users of partners. */
function longStoredRows(userId: string, today: string): Sql {
  return sql`
    select q.*, q.days - q.limit_days over_days, round(q.cbm * q.days, 3) cbm_days, t.last_out_dt,
      round(${accruedStorage}) storage_amt, a.action_cd, a.created_at action_at, a.due_dt,
      g.surcharge_amt, g.surcharged_amt
    from (
      select b.wcode, b.owner_cd, o.owner_nm, b.stock_cd, k.stock_nm, l.lot_no, l.received_dt,
        min(l.valid_dt) valid_dt, ${today}::date - l.received_dt days, o.long_term_days limit_days,
        sum(b.qty) qty, sum(b.qty - b.alloc_qty - b.pick_qty) available_qty,
        round(sum(b.qty) * k.cbm, 6) cbm, array_agg(distinct l.lot_id::text) lots
      from stock_balance b
      join lot l using (lot_id)
      join owner o on o.owner_cd = b.owner_cd
      join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
      where b.qty > 0 and ${today}::date - l.received_dt >= o.long_term_days
        and not ${worksForPartner(userId)}
      group by b.wcode, b.owner_cd, o.owner_nm, b.stock_cd, k.stock_nm, k.cbm, l.lot_no,
        l.received_dt, o.long_term_days) q
    left join lateral (
      select max(s.shipped_at at time zone 'Asia/Seoul')::date last_out_dt
      from shipment_line x join shipment s using (shipment_no)
      where x.owner_cd = q.owner_cd and x.stock_cd = q.stock_cd and s.wcode = q.wcode
        and s.state_cd = ${quoteCodes(shipmentStatus.shipped)}) t on true
    left join lateral (
      select x.* from long_stock_action x where (x.wcode, x.owner_cd, x.stock_cd, x.lot_no,
        x.received_dt) = (q.wcode, q.owner_cd, q.stock_cd, q.lot_no, q.received_dt)
      order by x.action_no desc limit 1) a on true
    cross join lateral (
      select coalesce(sum(x.surcharge_amt), 0) surcharge_amt,
        coalesce(sum(x.storage_amt), 0) surcharged_amt
      from long_stock_action x where (x.wcode, x.owner_cd, x.stock_cd, x.lot_no,
        x.received_dt) = (q.wcode, q.owner_cd, q.stock_cd, q.lot_no, q.received_dt)) g`
}

interface LongStoredItem extends Record<string, unknown> {
  readonly no: number
  readonly owner_cd: string
  readonly owner_nm: string
  readonly stock_cd: string
  readonly stock_nm: string
  readonly lot_no: string
  readonly received_dt: string
  readonly days: number
  readonly qty: string
  readonly storage_amt: string
  /** Storage amount that is not surcharged yet. */
  readonly free_amt: string
  readonly is_asked: boolean
  readonly mail_to: readonly string[] | null
  readonly language: Language
  readonly due: string | null
  readonly remark: string | null
}

/** Current stock of the rows. Throws if it no longer exists or is out of scope. */
async function lockStock(call: SaveCall, { input }: Procedure): Promise<readonly LongStoredItem[]> {
  await rejectPartnerUser(call)
  const { wcode, owners } = call.scope
  // Serializes actions on long-stored stock.
  await call.tx.query(sql`select pg_advisory_xact_lock(hashtext('long-stock-action'))`)
  const found = await call.tx.query<LongStoredItem>(sql`
    select r.no, v.owner_cd, v.owner_nm, v.stock_cd, v.stock_nm, v.lot_no,
      to_char(v.received_dt, 'YYYYMMDD') received_dt, v.days, trim_scale(v.qty)::text qty,
      v.storage_amt::text, round(v.storage_amt - v.surcharged_amt)::text free_amt, a.mail_to,
      coalesce(a."language", 'ko') "language", r.remark,
      ${'DUE_DT' in input ? sql`to_char(r.due_dt, 'YYYYMMDD')` : sql`null::text`} due,
      exists (select from long_stock_action x where x.action_cd = 'DISPOSAL'
        and (x.wcode, x.owner_cd, x.stock_cd, x.lot_no, x.received_dt)
          = (v.wcode, v.owner_cd, v.stock_cd, v.lot_no, v.received_dt)) is_asked
    from ${recordsetSql(input, Object.keys(input), call.rows)}
    join (${longStoredRows(call.userId, call.today)}) v on v.owner_cd = r.owner_cd
      and v.stock_cd = r.stock_cd and v.lot_no = coalesce(r.lot_no, '')
      and v.received_dt = r.received_dt
    left join (${ownerAddresses}) a on a.owner_cd = v.owner_cd
    where v.wcode = ${wcode}
      and (${owners === null} or v.owner_cd = any(${[...(owners ?? [])]}::text[]))
    order by r.no`)
  const known = new Set(found.map(({ no }) => no))
  const text = label('장기재고에 없습니다. 다시 조회하세요.', 'Not long-stored. Search again.')
  const missing = call.rows.filter(({ no }) => !known.has(no))
  if (missing.length)
    throw conflictingRows(missing.map(({ no }) => ({ row: no, column: 'STOCK_CD', text })))
  return found
}

function reject(
  goods: readonly LongStoredItem[],
  column: string,
  isWrong: (item: LongStoredItem) => boolean,
  text: (item: LongStoredItem) => Label,
): void {
  const errors = goods
    .filter((item) => isWrong(item))
    .map((item): RowError => ({ row: item.no, column, text: text(item) }))
  if (errors.length) throw invalidRows(errors)
}

const rejectWithoutEmail = (goods: readonly LongStoredItem[]): void =>
  reject(
    goods,
    'OWNER_CD',
    ({ mail_to: to }) => to === null,
    ({ owner_nm: name }) =>
      label(
        `${name}의 메일주소가 없습니다. 화주관리에서 이메일을 입력하세요.`,
        `${name} has no email address. Enter one in "Owners".`,
      ),
  )

async function recordAction(
  call: SaveCall,
  action: 'NOTICE' | 'DISPOSAL' | 'SURCHARGE',
  goods: readonly (LongStoredItem & { readonly surcharge?: string })[],
): Promise<void> {
  await call.tx.execute(sql`
    insert into long_stock_action (wcode, owner_cd, stock_cd, lot_no, received_dt, action_cd, qty,
      storage_amt, surcharge_amt, due_dt, remark, created_by)
    select ${call.scope.wcode}, r.owner_cd, r.stock_cd, r.lot_no, r.received_dt::date, ${action},
      r.qty, case when r.surcharge is not null then r.free_amt end, r.surcharge,
      r.due::date, r.remark, ${call.userId}
    from jsonb_to_recordset(${JSON.stringify(goods)}::jsonb) as r(no integer, owner_cd text,
      stock_cd text, lot_no text, received_dt text, qty numeric, free_amt numeric,
      surcharge numeric, due text, remark text) order by r.no`)
}

function formatLine({ language, ...row }: LongStoredItem): string {
  const lot = row.lot_no === '' ? '' : ` · ${row.lot_no}`
  const storage = Number(row.storage_amt) > 0 ? formatCount(Number(row.storage_amt)) : ''
  const text = label(
    `- ${row.stock_cd} ${row.stock_nm}${lot} · 입고 ${formatDate(row.received_dt)} · ${formatCount(row.days)}일 · ${row.qty}${storage && ` · 보관료 ${storage}원`}`,
    `- ${row.stock_cd} ${row.stock_nm}${lot} · received ${formatDate(row.received_dt)} · ${formatCount(row.days, 'day')} · ${row.qty}${storage && ` · storage ₩${storage}`}`,
  )
  return text[language]
}

/** Not a user ID, which limits the emails that a user writes. */
const mailTarget = (owner: string) => `owner ${owner}`

/** Throws AppError 422 for owners who were mailed too often. */
async function mailOwners(
  call: SaveCall,
  goods: readonly LongStoredItem[],
  words: { readonly subject: Label; readonly head: (item: LongStoredItem) => Label },
): Promise<number> {
  const mails = [...Map.groupBy(goods, (item) => item.owner_cd)].flatMap(([owner, rows]) => {
    const [first] = rows
    if (!first) return []
    const { language } = first
    const given = [...new Set(rows.flatMap(({ remark }) => remark ?? []))]
    const text = [words.head(first)[language], '', ...rows.map(formatLine), '', ...given]
    const subject = `[${words.subject[language]}] ${first.owner_nm} ${formatCount(rows.length)}`
    return [
      {
        target: mailTarget(owner),
        payload: { TO: first.mail_to, SUBJECT: subject, TEXT: `${text.join('\n')}\n` },
      },
    ]
  })
  const exceeded = await enqueueMails(call.tx, mails, { kind: sendMailKind, userId: call.userId })
  reject(
    goods,
    'OWNER_CD',
    ({ owner_cd: owner }) => exceeded.has(mailTarget(owner)),
    () => mailLimitReached,
  )
  return mails.length
}

function toResult(call: SaveCall, ko: string, en: string): SaveResult {
  return { rows: call.rows.map(({ no }) => ({ ROW: no })), message: label(ko, en) }
}

const noticeHandler = handleProcedure(noticeLongStored, async (call) => {
  const goods = await lockStock(call, noticeLongStored)
  rejectWithoutEmail(goods)
  await recordAction(call, 'NOTICE', goods)
  const mails = await mailOwners(call, goods, {
    subject: label('장기재고 안내', 'Long-stored stock'),
    head: () =>
      label(
        '오래 보관 중인 재고를 안내합니다. 출고나 폐기 여부를 알려 주세요.',
        'These items have been stored for a long time. Tell us whether to ship or dispose of them.',
      ),
  })
  return toResult(
    call,
    `${formatCount(goods.length)}건을 메일 ${formatCount(mails)}통으로 안내합니다.`,
    `Sending notice of ${formatCount(goods.length, 'item')} in ${formatCount(mails, 'email')}.`,
  )
})

const disposalHandler = handleProcedure(requestDisposal, async (call) => {
  const goods = await lockStock(call, requestDisposal)
  reject(
    goods,
    'STOCK_CD',
    (item) => item.is_asked,
    () => label('이미 폐기를 요청한 재고입니다.', 'Disposal was requested before.'),
  )
  reject(
    goods,
    'DUE_DT',
    ({ due }) => (due ?? '') < call.today,
    () => label('회신기한은 오늘 이후여야 합니다.', 'Enter today or a later date.'),
  )
  rejectWithoutEmail(goods)
  await recordAction(call, 'DISPOSAL', goods)
  await mailOwners(call, goods, {
    subject: label('폐기요청', 'Disposal request'),
    head: ({ due }) =>
      label(
        `아래 재고의 폐기를 요청합니다. ${formatDate(due ?? '')}까지 동의 여부를 알려 주세요.`,
        `We request the disposal of these items. Tell us by ${formatDate(due ?? '')} whether you agree.`,
      ),
  })
  return toResult(
    call,
    `${formatCount(goods.length)}건의 폐기를 요청했습니다.`,
    `Disposal of ${formatCount(goods.length, 'row')} requested.`,
  )
})

/** Computes `rate` percent of an amount in won, rounded to whole won. The rate has one decimal. */
function computeSurcharge(won: string, rate: number): bigint {
  return (BigInt(won) * BigInt(Math.round(rate * 10)) + 500n) / 1000n
}

const surchargeHandler = handleProcedure(surchargeLongStored, async (call) => {
  const goods = await lockStock(call, surchargeLongStored)
  const rates = new Map(call.rows.map(({ no, values }) => [no, Number(values['SURCHARGE_RATE'])]))
  const charged = goods.map((item) => ({
    ...item,
    surcharge: String(computeSurcharge(item.free_amt, rates.get(item.no) ?? 0)),
  }))
  reject(
    charged,
    'SURCHARGE_RATE',
    (item) => BigInt((item as { surcharge?: string }).surcharge ?? '0') <= 0n,
    () =>
      label(
        '이미 할증했거나 청구된 보관료가 없어 할증할 수 없습니다.',
        'Nothing to surcharge: already surcharged, or no storage charged.',
      ),
  )
  await recordAction(call, 'SURCHARGE', charged)
  await writeChargesHandler.run({
    ...call,
    rows: charged.map((row) => ({
      no: row.no,
      flag: 'I',
      version: null,
      type: 'H',
      docRef: '',
      values: {
        OWNER_CD: row.owner_cd,
        CHARGE_CD: 'STORE',
        SERVICE_DT: call.today,
        QTY: 1,
        UNIT_CD: 'DOC',
        UNIT_PRICE: row.surcharge,
        VAT_CD: 'TAX',
        CURRENCY_CD: 'KRW',
        REASON:
          `장기보관 할증 ${rates.get(row.no)}% ${row.stock_cd} ${row.lot_no} ${row.remark ?? ''}`
            .replaceAll(/\s+/g, ' ')
            .trim()
            .slice(0, 200),
      },
    })),
  })
  const total = charged.reduce((sum, row) => sum + BigInt(row.surcharge), 0n)
  return toResult(
    call,
    `${formatCount(goods.length)}건에 ${formatCount(Number(total))}원을 할증 청구했습니다.`,
    `${formatCount(goods.length, 'row')} surcharged with ₩${formatCount(Number(total))}.`,
  )
})

export const longStoredHandlers: readonly Handler[] = [
  handleQuery(longStored, 'v.days desc, v.owner_cd, v.stock_cd, v.lot_no', (call) =>
    longStoredRows(call.userId, call.today),
  ),
  noticeHandler,
  disposalHandler,
  surchargeHandler,
]
