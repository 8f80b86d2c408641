import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { handleEdits, handlePrint, handleProcedure, handleQuery } from '#server/engine/handler.ts'
import type { Handler, SaveCall } from '#server/engine/handler.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import {
  amendBill,
  billAmendments,
  billPrintOut,
  bills,
  cancelBill,
  confirmBill,
} from '../operations/bills.ts'
import { isHouseBill } from '../rules/bill-number.ts'
import { billStatus } from '../rules/bill-status.ts'
import { composeBills } from './bill-print.ts'
import { confirmErrors, lockBills, saveBills } from './bills.ts'
import { warnOfOtherBills } from './warn-of-other-bills.ts'

const notDraft = label(
  '초안이 아닙니다. 이미 확정하거나 취소한 문서입니다.',
  'Not a draft: already confirmed or cancelled.',
)
const notConfirmed = label('확정한 문서만 정정합니다.', 'Only confirmed bills can be amended.')
const cancelled = label('이미 취소한 문서입니다.', 'Already cancelled.')

const doneMessage = ({ rows }: SaveCall, ko: string, en: string) => ({
  rows: rows.map(({ no, values }) => ({ ROW: no, BILL_ID: values['BILL_ID'] ?? null })),
  message: label(
    `B/L·AWB ${formatCount(rows.length)}건을 ${ko}했습니다.`,
    `${formatCount(rows.length, 'bill')} ${en}.`,
  ),
})

async function confirmBills(call: SaveCall) {
  const known = await lockBills(call, 'confirm', notDraft)
  const drafts = call.rows.map(({ no, values }) => ({
    no,
    bill: known.get(String(values['BILL_ID'])),
  }))
  const errors = drafts.flatMap(({ no, bill }) => (bill ? confirmErrors(no, bill) : []))
  if (errors.length > 0) throw invalidRows(errors)
  const unnumbered = drafts.flatMap(({ bill }) =>
    bill && bill.bill_no === null && isHouseBill(bill.kind_cd) ? [bill.bill_id] : [],
  )
  const inserted = await call.tx.query<{ no: string }>(sql`
    select no from ${nextNumbers(call, 'HOUSE_BILL', unnumbered.length)} no`)
  const numbers = unnumbered.map((id, index) => ({ id, no: inserted[index]?.no }))
  await call.tx.execute(sql`
    update bill t set state_cd = ${billStatus.confirmed}, bill_no = coalesce(t.bill_no, n.no),
      version = t.version + 1, updated_by = ${call.userId}, updated_at = now()
    from bill k left join jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) n (id text, no text)
      on n.id = k.bill_id
    where k.bill_id = t.bill_id and t.bill_id = any(${[...known.keys()]}::text[])`)
  const { rows, message } = doneMessage(call, '확정', 'confirmed')
  const bills = [...known.keys()]
  const other = await warnOfOtherBills(call, { bills })
  const differences = [...(await findDifferences(call, bills)), ...(other ? [other] : [])]
  return {
    rows,
    message: label(
      [message.ko, ...differences.map(({ ko }) => ko)].join(' '),
      [message.en, ...differences.map(({ en }) => en)].join(' '),
    ),
    ...(differences.length > 0 && { warns: true }),
  }
}

/** Totals of fully specified containers that differ from their bill. */
async function findDifferences({ tx }: SaveCall, ids: readonly string[]): Promise<Label[]> {
  const found = await tx.query<{ bill_no: string; what: string; head: string; total: string }>(sql`
    select t.bill_no, d.what, trim_scale(d.head)::text head, trim_scale(d.total)::text total
    from bill t
    cross join lateral (select count(*) lines, count(c.package_qty) packed, count(c.weight_kg) weighed,
        sum(c.package_qty) packages, sum(c.weight_kg) kg
      from bill_container c where c.bill_id = t.bill_id and c.part_yn = 'N') c
    cross join lateral (values ('PACKAGES', t.package_qty::numeric, c.packages, c.packed),
      ('KG', t.weight_kg, c.kg, c.weighed)) d (what, head, total, known)
    where t.bill_id = any(${[...ids]}::text[]) and d.known = c.lines and d.total <> d.head
      and not exists (select from bill_container p where p.bill_id = t.bill_id and p.part_yn = 'Y')
    order by t.bill_no, d.what desc`)
  return found.map(({ bill_no: number, what, head, total }) => {
    const name = what === 'KG' ? label('총중량', 'gross weight') : label('포장수', 'packages')
    return label(
      `${number}의 ${name.ko} ${head}${josa(head, '이/가')} 컨테이너 합계 ${total}${josa(total, '와/과')} 다릅니다.`,
      `${number}: ${name.en} of ${head} differ from the containers' total of ${total}.`,
    )
  })
}

const reasonRows = ({ rows }: SaveCall) => sql`
  jsonb_to_recordset(${JSON.stringify(rows.map(({ values }) => values))}::jsonb)
    r ("BILL_ID" text, "REASON" text)`

/** The database records the previous version. */
async function amendBills(call: SaveCall) {
  await lockBills(call, 'amend', notConfirmed)
  await call.tx.execute(sql`
    update bill t set state_cd = ${billStatus.draft}, amendment_no = t.amendment_no + 1,
      amend_reason = r."REASON", version = t.version + 1, updated_by = ${call.userId},
      updated_at = now()
    from ${reasonRows(call)} where t.bill_id = r."BILL_ID"`)
  return doneMessage(call, '정정 초안으로 변경', 'reopened for amendment')
}

async function cancelBills(call: SaveCall) {
  await lockBills(call, 'cancel', cancelled)
  await call.tx.execute(sql`
    update bill t set state_cd = ${billStatus.cancelled}, cancel_reason = r."REASON",
      version = t.version + 1, updated_by = ${call.userId}, updated_at = now()
    from ${reasonRows(call)} where t.bill_id = r."BILL_ID"`)
  return doneMessage(call, '취소', 'cancelled')
}

const amendmentRows = sql`
  select t.bill_id, b.wcode, t.amendment_no, t.reason, t.created_at, t.created_by, f.bill_no,
    f.shipper_cd, f.consignee_cd, f.notify_cd, f.pol_cd, f.pod_cd, f.vessel_cd, f.voyage_no,
    f.flight_no, f.package_qty, f.weight_kg, f.cbm, f.cntr_words,
    (select string_agg(concat_ws(' / ', c.cntr_no, c.seal_no), ', ' order by c.line_no)
      from jsonb_populate_recordset(null::bill_container, t.former -> 'containers') c) containers
  from bill_amendment t join bill b using (bill_id)
  cross join lateral jsonb_populate_record(null::bill, t.former -> 'bill') f`

export const billHandlers: readonly Handler[] = [
  handleQuery(
    bills.query,
    'v.bill_id desc',
    () => sql`
      select t.*, b.booking_no, sh.customer_nm shipper_nm, co.customer_nm consignee_nm,
        n.customer_nm notify_nm, pl.port_nm pol_nm, pd.port_nm pod_nm, s.vessel_nm
      from bill t
      join booking b using (booking_id)
      left join customer sh on sh.customer_cd = t.shipper_cd
      left join customer co on co.customer_cd = t.consignee_cd
      left join customer n on n.customer_cd = t.notify_cd
      left join port pl on pl.port_cd = t.pol_cd
      left join port pd on pd.port_cd = t.pod_cd
      left join vessel s on s.vessel_cd = t.vessel_cd`,
  ),
  handleQuery(
    bills.lines,
    'v.bill_id, v.line_no',
    () => sql`
      select t.*, b.wcode, x.cntr_tp_nm from bill_container t
      join bill b using (bill_id) join container_type x using (cntr_tp)`,
  ),
  handleQuery(billAmendments, 'v.amendment_no desc', () => amendmentRows),
  handleEdits(bills.save, saveBills),
  handleProcedure(confirmBill, confirmBills),
  handleProcedure(amendBill, amendBills),
  handleProcedure(cancelBill, cancelBills),
  handlePrint(billPrintOut, composeBills),
]
