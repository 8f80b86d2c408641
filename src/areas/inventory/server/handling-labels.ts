import sql, { raw } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Language } from '#kernel/label.ts'
import type { PrintOut } from '#kernel/operation.ts'
import { handlingLabel } from '#areas/master/server/handling-symbol.ts'
import { AppError } from '#server/base/app-error.ts'
import { handlePrint, type PrintHandler } from '#server/engine/handler.ts'
import { boxLabels, palletLabels } from '../operations/handling-labels.ts'

const labelSize = { widthMm: 100, heightMm: 70 }

interface Content extends Record<string, unknown> {
  no: string
  cell_cd: string
  items: number
  stock_cd: string
  stock_nm: string
  lots: number
  lot_no: string
  valid_dt: string | null
  qty: number
  owner_nm: string
}

function handle(operation: PrintOut, kind: 'PLT' | 'BOX'): PrintHandler {
  const column = kind === 'PLT' ? 'PALLET_NO' : 'BOX_NO'
  const number = raw(`b.${column.toLowerCase()}`)
  return handlePrint(operation, async ({ rows, scope, db, language }) => {
    const numbers = [...new Set(rows.map((row) => String(row[column])))]
    const found = await db.query<Content>(sql`
      select ${number} no, string_agg(distinct b.cell_cd, ', ') cell_cd,
        count(distinct (b.owner_cd, b.stock_cd)) items, min(b.stock_cd) stock_cd,
        min(k.stock_nm) stock_nm, count(distinct b.lot_id) lots, min(t.lot_no) lot_no,
        min(t.valid_dt) valid_dt, sum(b.qty) qty,
        string_agg(distinct o.owner_nm, ', ') owner_nm
      from stock_balance b join lot t using (lot_id) join owner o on o.owner_cd = b.owner_cd
      join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
      where b.wcode = ${scope.wcode} and b.qty > 0 and ${number} = any(${numbers}::text[])
        and (${scope.owners === null} or b.owner_cd = any(${[...(scope.owners ?? [])]}::text[]))
      group by 1 order by array_position(${numbers}::text[], ${number})`)
    const missing = numbers.length - found.length
    if (missing > 0) {
      const text = label(
        `재고가 없는 번호가 ${formatCount(missing)}건 있습니다. 다시 조회하세요.`,
        `${formatCount(missing, 'number')} without stock. Search again.`,
      )
      throw new AppError(409, 'PRINT_STATE', text)
    }
    const labels = found.map((content) =>
      handlingLabel(kind, content.no, getFacts(content, language), labelSize.widthMm),
    )
    const name = operation.title[language].replaceAll(' ', '')
    return { fileName: `${name}_${numbers[0] ?? ''}`, ...labelSize, labels }
  })
}

function getFacts(content: Content, language: Language) {
  const many = label(`${formatCount(content.items)}종`, formatCount(content.items, 'item'))
  const isSingle = content.items === 1
  const facts = [
    [label('품목', 'Item'), isSingle ? `${content.stock_cd} ${content.stock_nm}` : many[language]],
    // With several lots no single lot applies.
    [label('로트', 'Lot'), isSingle && content.lots === 1 ? content.lot_no : ''],
    [label('유통기한', 'Expiry date'), isSingle && content.lots === 1 ? content.valid_dt : ''],
    [label('수량', 'Quantity'), isSingle ? formatCount(content.qty) : ''],
    [label('셀', 'Cell'), content.cell_cd],
    [label('화주', 'Owner'), content.owner_nm],
  ] as const
  return facts.flatMap(([name, value]) => (value ? [{ label: name[language], value }] : []))
}

export const handlingLabelHandlers: readonly PrintHandler[] = [
  handle(palletLabels, 'PLT'),
  handle(boxLabels, 'BOX'),
]
