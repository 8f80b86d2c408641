import sql from 'sql-template-tag'
import { howMany } from '#kernel/how-many.ts'
import { label } from '#kernel/label.ts'
import { badRows } from '#server/engine/app-error.ts'
import { handleProcedure, type Handler, type SaveCall } from '#server/engine/handler.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { correctInvoice, mailInvoices } from '../operations/invoices.ts'
import { issued, lockInvoices } from './invoices.ts'
import { billMailKind } from './bill-mail.ts'

/** One sheet of a correction: the original times `factor`, or an amount of its own. */
interface Sheet {
  readonly factor: number
  readonly vat?: 'ZERO'
  readonly difference?: string
}

/**
 * The sheets a reason asks for: a mistake and a local credit opened later take the original back and
 * bill it once more; a contract that ended and a double issue take it back; a changed amount and
 * returned goods bill the difference.
 */
function sheetsFor(reason: string, difference: string | null): readonly Sheet[] | undefined {
  if (reason === '1') return [{ factor: -1 }, { factor: 1 }]
  if (reason === '5') return [{ factor: -1 }, { factor: 1, vat: 'ZERO' }]
  if (reason === '4' || reason === '6') return [{ factor: -1 }]
  return difference === null ? undefined : [{ factor: 0, difference }]
}

async function writeSheet(call: SaveCall, origin: string, reason: string, sheet: Sheet) {
  const { factor, vat = null, difference = null } = sheet
  const [row] = call.rows
  const [made] = await call.tx.query<{ invoice_no: string }>(sql`
    with tax as (
      select i.invoice_no, case when ${vat}::text is null then i.vat_cd else 'ZERO' end vat_cd,
        case i.currency_cd when 'KRW' then 0 else 2 end decimals,
        case when i.supply_amt = 0 then 0 else i.tax_amt / i.supply_amt end rate
      from invoice i where i.invoice_no = ${origin})
    insert into invoice (invoice_no, wcode, owner_cd, bill_month, currency_cd, vat_cd, write_dt,
      due_dt, supply_amt, tax_amt, total_amt, claim_cd, origin_no, correct_cd, created_by)
    select next_numbers('INVOICE', ${call.today}::date, 1), i.wcode, i.owner_cd, i.bill_month,
      i.currency_cd, t.vat_cd,
      coalesce(${row?.values['WRITE_DT'] ?? null}::date, ${call.today}::date), i.due_dt, a.supply,
      a.tax, a.supply + a.tax, i.claim_cd, i.invoice_no, ${reason}, ${call.userId}
    from invoice i join tax t using (invoice_no)
    cross join lateral (select coalesce(${difference}::numeric, i.supply_amt * ${factor}::integer)
      supply) s
    cross join lateral (select s.supply, case when t.vat_cd = 'ZERO' then 0
      when ${difference}::numeric is null then i.tax_amt * ${factor}::integer
      else trunc(s.supply * t.rate, t.decimals) end tax) a
    returning invoice_no`)
  const number = made?.invoice_no ?? ''
  await call.tx.execute(sql`
    insert into invoice_line (invoice_no, line_no, charge_cd, of_month, price_id, unit_cd, qty,
      unit_price, exact_amt, supply_amt, tax_amt)
    select ${number}, l.line_no, l.charge_cd, coalesce(l.of_month, i.bill_month), l.price_id,
      l.unit_cd, l.qty * ${factor}::integer, l.unit_price, l.supply_amt * ${factor}::integer,
      l.supply_amt * ${factor}::integer,
      case when ${vat}::text is null then l.tax_amt * ${factor}::integer else 0 end
    from invoice_line l join invoice i using (invoice_no)
    where l.invoice_no = ${origin} and ${difference}::numeric is null
    union all
    select ${number}, 1, 'EXTRA', i.bill_month, null, 'DOC', 1, i.supply_amt, i.supply_amt,
      i.supply_amt, i.tax_amt
    from invoice i where i.invoice_no = ${number} and ${difference}::numeric is not null`)
  await call.tx.execute(sql`
    update invoice i set ${issued(call.userId)} where i.invoice_no = ${number}`)
  return number
}

const correctHandler = handleProcedure(correctInvoice, async (call) => {
  await lockInvoices(call, ['40', '50', '60'])
  const [row] = call.rows
  const values = row?.values ?? {}
  const difference = values['DIFF_AMT'] ?? null
  const reason = String(values['CORRECT_CD'])
  const sheets = sheetsFor(reason, difference === null ? null : String(difference))
  if (!sheets) {
    const text = label('공급가액 증감을 입력하세요.', 'Enter the change in net amount.')
    throw badRows([{ row: row?.no ?? 1, text, column: 'DIFF_AMT' }])
  }
  const numbers: string[] = []
  for (const sheet of sheets) {
    numbers.push(await writeSheet(call, String(values['INVOICE_NO']), reason, sheet))
  }
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no, INVOICE_NO: numbers.at(-1) ?? null })),
    message: label(
      `수정세금계산서를 작성했습니다: ${numbers.join(', ')}`,
      `Corrected invoices created: ${numbers.join(', ')}`,
    ),
  }
})

const mailHandler = handleProcedure(mailInvoices, async (call) => {
  const named = await lockInvoices(call, ['40', '50', '60'])
  const addressless = await call.tx.query<{ invoice_no: string }>(sql`
    select invoice_no from invoice
    where invoice_no = any(${named.map((row) => row.invoice_no ?? '')}::text[])
      and coalesce(buyer ->> 'EMAIL', '') = ''`)
  const without = new Set(addressless.map((row) => row.invoice_no))
  const text = label(
    '화주의 이메일이 없습니다. 청구조건에 입력하세요.',
    'The owner has no email address. Enter it in the billing terms.',
  )
  const errors = named.filter((row) => without.has(row.invoice_no ?? ''))
  if (errors.length) {
    throw badRows(errors.map(({ no }) => ({ row: no, text, column: 'INVOICE_NO' })))
  }
  for (const row of named) {
    await enqueueJob(call.tx, {
      kind: billMailKind,
      userId: call.userId,
      wcode: call.scope.wcode,
      payload: { INVOICE_NO: row.invoice_no, WCODE: call.scope.wcode, USER_ID: call.userId },
    })
  }
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `${howMany(named.length)}건을 보내는 중입니다.`,
      `Sending ${howMany(named.length, 'email')}.`,
    ),
  }
})

/** Corrected invoices, and statements by mail. */
export const correctionHandlers: readonly Handler[] = [correctHandler, mailHandler]
