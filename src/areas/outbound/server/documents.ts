import sql, { join, type Sql } from 'sql-template-tag'
import { momentAt } from '#kernel/calendar.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/engine/app-error.ts'
import { handlePrint, type Caller } from '#server/engine/handler.ts'
import type { PrintColumn, PrintPage } from '#server/print/print-document.ts'
import { scopeConditions } from '#server/engine/search-sql.ts'
import { pickingList } from '../operations/picking.ts'
import { outboundBill } from '../operations/shipping.ts'

interface Head extends Record<string, unknown> {
  shipment_no: string
  owner_cd: string
  owner_nm: string
  ship_to_cd: string | null
  ship_to_nm: string | null
  address: string | null
  phone_no: string | null
  shipment_dt: string
  owner_order_no: string | null
  warehouse_nm: string
  remark: string | null
}

interface Line extends Record<string, unknown> {
  shipment_no: string
  stock_cd: string
  stock_nm: string
  zone_cd: string
  cell_cd: string
  lot_no: string
  valid_dt: string | null
  qty: number
}

type Asked = Caller & { db: Queryable; rows: readonly WireRow[] }

/** Heads of the asked shipments, in the order asked for; refused when one is out of reach. */
async function readHeads(asked: Asked, states: readonly string[]): Promise<Head[]> {
  const numbers = [...new Set(asked.rows.map((row) => String(row['SHIPMENT_NO'])))]
  const conditions = [
    ...scopeConditions('warehouse-owner', asked.scope),
    sql`v.shipment_no = any(${numbers}::text[])`,
    sql`v.state_cd = any(${[...states]}::text[])`,
  ]
  const heads = await asked.db.query<Head>(sql`
    select * from (
      select s.*, o.owner_nm, t.ship_to_nm, t.address, t.phone_no, w.warehouse_nm
      from shipment s join owner o using (owner_cd) join warehouse w using (wcode)
      left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd) v
    where ${join(conditions, ' and ')}
    order by array_position(${numbers}::text[], v.shipment_no)`)
  if (heads.length === numbers.length) return heads
  throw new AppError(
    409,
    'PRINT_STATE',
    label(
      `${numbers.length - heads.length}건은 이 문서를 출력할 상태가 아닙니다. 다시 조회하세요.`,
      `${numbers.length - heads.length} shipments are in no state to be printed. Search again.`,
    ),
  )
}

async function readLines(
  asked: Asked,
  heads: readonly Head[],
  qty: Sql,
): Promise<Map<string, Line[]>> {
  const lines = await asked.db.query<Line>(sql`
    select a.shipment_no, b.stock_cd, k.stock_nm, c.zone_cd, b.cell_cd, lot.lot_no, lot.valid_dt,
      sum(${qty}) qty
    from allocation a
    join stock_balance b using (balance_id)
    join lot using (lot_id)
    join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    where a.shipment_no = any(${heads.map((head) => head.shipment_no)}::text[]) and ${qty} > 0
    group by 1, 2, 3, 4, 5, 6, 7, z.pick_seq, c.pick_seq
    order by a.shipment_no, z.pick_seq, c.pick_seq, b.cell_cd, b.stock_cd`)
  return Map.groupBy(lines, (line) => line.shipment_no)
}

const number = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: 3 })

/** Exact to the three decimals quantities have. */
function total(lines: readonly Line[]): string {
  return number.format(lines.reduce((sum, line) => sum + Math.round(line.qty * 1000), 0) / 1000)
}

function printedBy(asked: Asked) {
  const now = momentAt(Date.now()).replace(/^(.{4})(..)(..)(..)(..).*/, '$1-$2-$3 $4:$5')
  return { at: now, by: asked.userId }
}

function heading(head: Head): { label: string; value: string }[] {
  return [
    { label: '출고번호', value: head.shipment_no },
    { label: '주문번호', value: head.owner_order_no ?? '' },
    { label: '화주', value: `${head.owner_cd} ${head.owner_nm}` },
    { label: '출고일', value: head.shipment_dt.slice(0, 10) },
    { label: '배송처', value: `${head.ship_to_cd ?? ''} ${head.ship_to_nm ?? ''}`.trim() },
    { label: '창고', value: head.warehouse_nm },
  ]
}

const pickingColumns: readonly PrintColumn[] = [
  { title: '#', width: 5, align: 'right' },
  { title: '존', width: 7, align: 'left' },
  { title: '셀', width: 14, align: 'left' },
  { title: '품목코드', width: 16, align: 'left' },
  { title: '품목명', width: 36, align: 'left' },
  { title: '로트', width: 12, align: 'left' },
  { title: '유통기한', width: 12, align: 'center' },
  { title: '수량', width: 9, align: 'right' },
  { title: '확인', width: 7, align: 'center' },
]

export const pickingListHandler = handlePrint(pickingList, async (asked) => {
  const heads = await readHeads(asked, ['15', '20', '30', '35', '40'])
  const lines = await readLines(asked, heads, sql`(a.alloc_qty + a.pick_qty)`)
  return {
    title: '피킹리스트',
    paper: 'A4',
    orientation: 'portrait',
    copies: 1,
    fileName: `피킹리스트_${heads[0]?.shipment_no ?? ''}`,
    printed: printedBy(asked),
    pages: heads.map((head): PrintPage => {
      const own = lines.get(head.shipment_no) ?? []
      return {
        heading: heading(head),
        barcode: { symbology: 'code128', text: head.shipment_no },
        columns: pickingColumns,
        rows: own.map((line, index) => [
          String(index + 1),
          line.zone_cd,
          line.cell_cd,
          line.stock_cd,
          line.stock_nm,
          line.lot_no,
          line.valid_dt?.slice(0, 10) ?? '',
          number.format(line.qty),
          '□',
        ]),
        totals: ['', '', '', '', `합계 ${own.length}행`, '', '', total(own), ''],
        signatures: ['피킹', '확인'],
      }
    }),
  }
})

const billColumns: readonly PrintColumn[] = [
  { title: '#', width: 5, align: 'right' },
  { title: '품목코드', width: 17, align: 'left' },
  { title: '품목명', width: 46, align: 'left' },
  { title: '로트', width: 13, align: 'left' },
  { title: '유통기한', width: 13, align: 'center' },
  { title: '수량', width: 11, align: 'right' },
]

export const outboundBillHandler = handlePrint(outboundBill, async (asked) => {
  const heads = await readHeads(asked, ['40', '50', '60'])
  const lines = await readLines(asked, heads, sql`(a.pick_qty + a.ship_qty)`)
  return {
    title: '출고명세서',
    paper: 'A4',
    orientation: 'portrait',
    copies: 1,
    fileName: `출고명세서_${heads[0]?.shipment_no ?? ''}`,
    printed: printedBy(asked),
    pages: heads.map((head): PrintPage => {
      const own = lines.get(head.shipment_no) ?? []
      return {
        heading: [
          ...heading(head),
          { label: '주소', value: head.address ?? '' },
          { label: '연락처', value: head.phone_no ?? '' },
        ],
        barcode: { symbology: 'code128', text: head.shipment_no },
        columns: billColumns,
        rows: own.map((line, index) => [
          String(index + 1),
          line.stock_cd,
          line.stock_nm,
          line.lot_no,
          line.valid_dt?.slice(0, 10) ?? '',
          number.format(line.qty),
        ]),
        totals: ['', '', `합계 ${own.length}행`, '', '', total(own)],
        ...(head.remark && { notes: [head.remark] }),
        signatures: ['출고자', '운송자', '인수자'],
      }
    }),
  }
})
