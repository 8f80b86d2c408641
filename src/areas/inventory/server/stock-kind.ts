import sql from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import type { PartnerKind } from '#areas/master/server/partner-kind.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveResult } from '#server/engine/handler.ts'
import { wireRows } from '#server/engine/run-query.ts'
import { toRowErrors, recordsetSql } from '#server/engine/table-save.ts'
import { stockMessageFields, stockMessageResults, stockMessages } from '../operations/partner.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { stockRows } from './stock.ts'

const notListedText = '보낸 목록에 없음 (not listed)'

interface ComparedStock extends Record<string, unknown> {
  no: number
  stock_nm: string | null
  our_qty: number | string
  diff_qty: number | string
  is_twice: boolean
}

/**
 * Compares each line with our stock of the item, or of the lot if the line has one. Posts nothing,
 * because users resolve discrepancies by counting.
 */
async function compareStock(call: SaveCall): Promise<SaveResult> {
  const fields = { ...stockMessageFields, OWNER_CD: stockBalance.fields.OWNER_CD }
  const given = recordsetSql(fields, ['OWNER_CD', 'STOCK_CD', 'LOT_NO', 'QTY'], call.rows)
  const rows = await call.tx.query<ComparedStock>(sql`
    select r.no, s.stock_nm, trim_scale(coalesce(b.qty, 0)) our_qty,
      trim_scale(coalesce(b.qty, 0) - r.qty) diff_qty,
      count(*) over (partition by r.stock_cd, upper(r.lot_no)) > 1 is_twice
    from ${given}
    left join stock s on s.owner_cd = r.owner_cd and s.stock_cd = r.stock_cd and s.goods_yn = 'Y'
    left join lateral (
      select sum(b.qty) qty from stock_balance b join lot l using (lot_id)
      where b.wcode = ${call.scope.wcode} and b.owner_cd = r.owner_cd and b.stock_cd = r.stock_cd
        and (r.lot_no is null or upper(l.lot_no) = upper(r.lot_no))) b on true
    order by r.no`)
  const unknown = rows.filter((row) => row.stock_nm === null)
  const twice = rows.filter((row) => row.is_twice)
  const errors: RowError[] = [
    ...toRowErrors(unknown, call.rows, 'STOCK_CD', (v) =>
      label(`등록되지 않은 품목입니다: ${v['STOCK_CD']}`, `Item not found: ${v['STOCK_CD']}`),
    ),
    ...toRowErrors(twice, call.rows, 'STOCK_CD', (v) =>
      label(
        `품목 ${v['STOCK_CD']}${josa(v['STOCK_CD'], '이/가')} 두 번 있습니다.`,
        `${v['STOCK_CD']} is listed twice.`,
      ),
    ),
  ]
  if (errors.length > 0) throw invalidRows(errors)
  return {
    rows: rows.map((row) => ({
      ROW: row.no,
      OUR_QTY: row.our_qty,
      DIFF_QTY: row.diff_qty,
      STOCK_NM: row.stock_nm,
    })),
  }
}

/**
 * Items in stock that the partner does not mention, and lots of items that it lists by lot only.
 * Each becomes a line with quantity 0.
 */
async function readUnmentionedItems(
  call: SaveCall,
  { id, owner }: { readonly id: number; readonly owner: string },
): Promise<Record<string, string>[]> {
  const rows = await call.tx.query<{ stock_cd: string; lot_no: string | null }>(sql`
    select b.stock_cd, case when m.is_listed then t.lot_no end lot_no
    from stock_balance b join lot t using (lot_id)
    cross join lateral (
      select count(*) > 0 is_listed, coalesce(bool_or(coalesce(l.fields->>'LOT_NO', '') = ''
        or upper(l.fields->>'LOT_NO') = upper(t.lot_no)), false) is_compared
      from partner_message_line l
      where l.message_id = ${id} and upper(l.fields->>'STOCK_CD') = b.stock_cd) m
    where b.wcode = ${call.scope.wcode} and b.owner_cd = ${owner} and b.qty > 0
      and not m.is_compared and (t.lot_no <> '' or not m.is_listed)
    group by 1, 2 order by 1, 2`)
  return rows.map(({ stock_cd, lot_no: lot }) => ({
    STOCK_CD: stock_cd,
    ...(lot !== null && { LOT_NO: lot }),
    QTY: '0',
    REMARK: notListedText,
  }))
}

const currentFields = {
  STOCK_CD: stockBalance.fields.STOCK_CD,
  LOT_NO: stockBalance.fields.LOT_NO,
  VALID_DT: stockBalance.fields.VALID_DT,
  CONDITION_CD: stockBalance.fields.CONDITION_CD,
  QTY: stockBalance.fields.QTY,
  AVAILABLE_QTY: stockBalance.fields.AVAILABLE_QTY,
}

export const stockKind: PartnerKind = {
  code: 'STOCK',
  operations: stockMessages,
  fields: stockMessageFields,
  results: stockMessageResults,
  edi: { message: '846', result: '846' },
  messageText: label(
    '화주 시스템 기준의 창고 재고 전체입니다. 창고 재고와 비교만 하며 재고를 변경하지 않습니다. 없는 품목은 수량 0으로 비교합니다. LOT_NO를 생략하면 모든 로트의 합계와 비교합니다. 로트별로만 보낸 품목은 보내지 않은 로트도 수량 0으로 비교합니다.',
    'All stock you expect in the warehouse. It is compared with the actual stock and changes nothing. Items that you omit are compared with 0. A line without LOT_NO is compared with the sum of all lots. Of an item listed by lot only, lots that you omit are compared with 0.',
  ),
  resultText: label(
    'STOCK 메시지의 회신입니다. 보낸 행에 창고 재고와 차이를 더하고, 보내지 않은 품목·로트를 추가합니다. 수량은 텍스트입니다.',
    'The reply to a STOCK message: its lines with the actual stock and the difference, and lines for items and lots that you omitted. Quantities are text.',
  ),
  notes: {
    QTY: label('화주 시스템의 수량', 'Your quantity'),
    OUR_QTY: label('창고 재고', 'Stock of the warehouse'),
    DIFF_QTY: label('OUR_QTY − QTY', 'OUR_QTY less QTY'),
    AVAILABLE_QTY: label(
      '할당·보류·유통기한 경과 재고를 제외한 수량',
      'Quantity that is not allocated, held or expired',
    ),
  },
  resultNotes: {
    REMARK: label(
      '보낸 비고. 보내지 않은 품목·로트의 행은 not listed를 포함',
      'Your remark; contains "not listed" on lines for items and lots that you omitted',
    ),
  },
  exampleResult: {
    RESULT: 'ANSWER',
    DOC_NO: 'STOCK-0001',
    LINES: [{ STOCK_CD: 'ITEM-1', QTY: '120', OUR_QTY: '117', DIFF_QTY: '-3' }],
  },
  example: [{ STOCK_CD: 'ITEM-1', QTY: 120 }],
  number: null,
  convert: compareStock,
  missing: readUnmentionedItems,
  currentFields,
  currentNotes: { QTY: label('창고의 현재고', 'Quantity on hand in the warehouse') },
  current: async (db, { wcode, owner }, { after, limit: most }) => {
    const rows = await db.query(sql`
      select * from (
        select stock_cd, lot_no, valid_dt, condition_cd, trim_scale(sum(qty)) qty,
          trim_scale(sum(available_qty)) available_qty,
          concat_ws('|', stock_cd, condition_cd, lot_no, to_char(valid_dt, 'YYYYMMDD')) cursor
        from (${stockRows}) b where b.wcode = ${wcode} and b.owner_cd = ${owner}
        group by stock_cd, lot_no, valid_dt, condition_cd) s
      where s.cursor collate "C" > ${after} order by s.cursor collate "C" limit ${most}`)
    return wireRows({ ...currentFields, CURSOR: stockBalance.fields.STOCK_NM }, rows)
  },
}
