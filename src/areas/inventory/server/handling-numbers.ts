import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { handlingLabel } from '#areas/master/server/handling-symbol.ts'
import { AppError } from '#server/base/app-error.ts'
import {
  handlePrint,
  handleProcedure,
  handleQuery,
  type Handler,
  type PrintHandler,
  type SaveRow,
} from '#server/engine/handler.ts'
import {
  giveHandlingNumbers,
  handlingBatches,
  handlingNumberLabels,
} from '../operations/handling-numbers.ts'

const labelSize = { widthMm: 100, heightMm: 50 }

const batchRows = sql`
  select b.batch_no::text batch_no, b.wcode, b.kind_cd, n.first_no, n.last_no, n.number_count,
    n.used_count, b.created_by, b.created_at
  from handling_batch b cross join lateral (
    select min(h.handle_no) filter (where h.place = 1) first_no,
      (array_agg(h.handle_no order by h.place desc))[1] last_no, count(*) number_count,
      count(*) filter (where case b.kind_cd
        when 'PALLET' then exists (select from stock_balance s
          where s.pallet_no = h.handle_no and s.pallet_no <> '')
        else exists (select from stock_balance s
            where s.box_no = h.handle_no and s.box_no <> '')
          or exists (select from shipment_box s where s.box_no = h.handle_no) end) used_count
    from handling_number h where h.batch_no = b.batch_no) n`

const kindNames = {
  PALLET: label('파렛트', 'pallet'),
  BOX: label('박스', 'box'),
} as const

/**
 * Numbers are issued in one transaction with their batch, so a retried call does not issue more.
 */
const giveHandler = handleProcedure(giveHandlingNumbers, async ({ tx, rows, scope, userId }) => {
  const { no, values } = rows[0] as SaveRow
  const { KIND_CD, NUMBER_COUNT } = values
  const [batch] = await tx.query<{ batch_no: string }>(sql`
    insert into handling_batch (wcode, kind_cd, created_by)
    values (${scope.wcode}, ${KIND_CD}, ${userId}) returning batch_no::text batch_no`)
  const number = batch?.batch_no ?? ''
  await tx.query(sql`select give_handling_numbers(${number}::bigint, ${NUMBER_COUNT}::integer)`)
  const ends = await tx.query<{ handle_no: string }>(sql`
    select handle_no from handling_number where batch_no = ${number}::bigint
      and place in (1, ${NUMBER_COUNT}::integer) order by place`)
  const [first, last] = [ends[0]?.handle_no ?? '', ends.at(-1)?.handle_no ?? '']
  const kind = kindNames[KIND_CD === 'BOX' ? 'BOX' : 'PALLET']
  const count = Number(NUMBER_COUNT)
  return {
    rows: [{ ROW: no, BATCH_NO: number, FIRST_NO: first, LAST_NO: last }],
    message: label(
      `${kind.ko} 번호 ${formatCount(count)}개를 발급했습니다: ${first} ~ ${last}`,
      `${formatCount(count, `${kind.en} number`)} issued: ${first} ~ ${last}`,
    ),
  }
})

interface IssuedNumber extends Record<string, unknown> {
  handle_no: string
  kind_cd: 'PALLET' | 'BOX'
  warehouse_nm: string
}

const labelsHandler: PrintHandler = handlePrint(
  handlingNumberLabels,
  async ({ rows, scope, db, language }) => {
    const requests = rows.map((row) => ({
      batch: row['BATCH_NO'],
      first: row['FIRST_NO'] ?? null,
      last: row['LAST_NO'] ?? null,
    }))
    const found = await db.query<IssuedNumber>(sql`
      select h.handle_no, b.kind_cd, w.warehouse_nm
      from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as a(batch bigint, first text, last text)
        join handling_batch b on b.batch_no = a.batch join warehouse w using (wcode)
        join handling_number h on h.batch_no = b.batch_no
        left join handling_number f on f.batch_no = b.batch_no and f.handle_no = a.first
        left join handling_number l on l.batch_no = b.batch_no and l.handle_no = a.last
      where b.wcode = ${scope.wcode}
        and (a.first is null or h.place >= f.place) and (a.last is null or h.place <= l.place)
      order by h.batch_no, h.place limit 2000`)
    if (found.length === 0) {
      const text = label(
        '발급한 번호가 아닙니다. 첫 번호와 마지막 번호를 확인하세요.',
        'These numbers were not issued. Check the first and the last one.',
      )
      throw new AppError(409, 'PRINT_STATE', text)
    }
    const warehouse = label('창고', 'Warehouse')[language]
    const labels = found.map(({ handle_no: number, kind_cd: kind, warehouse_nm: value }) => {
      const lines = [{ label: warehouse, value }]
      return handlingLabel(kind === 'PALLET' ? 'PLT' : 'BOX', number, lines, labelSize.widthMm)
    })
    const name = handlingNumberLabels.title[language].replaceAll(' ', '')
    return { fileName: `${name}_${found[0]?.handle_no ?? ''}`, ...labelSize, labels }
  },
)

export const handlingNumberHandlers: readonly (Handler | PrintHandler)[] = [
  giveHandler,
  handleQuery(handlingBatches, 'v.batch_no::bigint desc', () => batchRows),
  labelsHandler,
]
