import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { handlePrint, handleQuery, type Handler, type QueryCall } from '#server/engine/handler.ts'
import type { PrintCall } from '#server/engine/print-heads.ts'
import {
  isSearchedBy,
  scopeConditions,
  searchConditions,
  whereAll,
} from '#server/engine/search-sql.ts'
import {
  dayText,
  lineTable,
  positionColumn,
  printStamp,
  quantityColumn,
  type LineColumn,
} from '#server/print/line-table.ts'
import type { PrintDocument, PrintPage, Text } from '#server/print/print-document.ts'
import { recallFacts, recallLetters, recallRecipients } from '../operations/recall-letters.ts'
import { inventoryCodeLists } from '../rules/code-lists.ts'
import { recallStatus } from '../rules/recall-status.ts'
import { ofUserWarehouses, stockPlaces, recallSeeds } from './recall-figures.ts'

type Reader = Pick<QueryCall, 'scope' | 'userId'>

/** Shipped lines of the recalls `v` of the user's owners, from the user's warehouses. */
function selectShippedLots(reader: Reader, recalls: Sql): Sql {
  return sql`
    select v.recall_no, v.state_cd, v.level_cd, v.owner_cd, v.stock_cd recalled_cd,
      v.lot_no recalled_lot, p.stock_cd, p.lot_no, p.unit_cd, p.doc_no, p.ship_to_cd, p.ship_to_nm,
      p.qty, coalesce(p.returned_qty, 0) returned_qty
    from (select * from recall v ${whereAll(scopeConditions('owner', reader.scope))}) v
    cross join lateral (${stockPlaces(recallSeeds('v'), ofUserWarehouses(reader))}) p
    where p.recall_place_cd = 'SHIPPED' and ${recalls}`
}

const recipientsHandler = handleQuery(
  recallRecipients,
  'v.recall_no, v.ship_to_cd',
  (call) => {
    const isSearched = isSearchedBy(call.search, Object.keys(recallRecipients.search))
    const conditions = searchConditions(recallFacts, call.search)
    if (!isSearched) conditions.push(sql`v.state_cd = ${recallStatus.blocked}`)
    const recalls = sql`v.recall_no in (select v.recall_no from recall v ${whereAll(conditions)})`
    return sql`
      select s.*, t.manager_nm, t.phone_no, t.address from (
        select recall_no, ship_to_cd, ship_to_nm, state_cd, level_cd, owner_cd,
          recalled_cd stock_cd, recalled_lot lot_no, unit_cd, sum(qty) shipped_qty,
          sum(returned_qty) returned_qty, sum(qty - returned_qty) out_qty,
          string_agg(distinct doc_no, ', ' order by doc_no) doc_nos
        from (${selectShippedLots(call, recalls)}) s
        group by recall_no, ship_to_cd, ship_to_nm, state_cd, level_cd, owner_cd, recalled_cd,
          recalled_lot, unit_cd) s
      left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd`
  },
  Object.keys(recallFacts),
)

interface ShippedLine extends Record<string, unknown> {
  recall_no: string
  level_cd: string
  owner_nm: string
  ship_to_cd: string | null
  ship_to_nm: string | null
  address: string | null
  phone_no: string | null
  reason: string | null
  stock_cd: string
  stock_nm: string
  lot_no: string
  unit_cd: string
  doc_no: string
  shipment_dt: string
  qty: number
  returned_qty: number
}

/** Lines of the letters in the requested order. */
function readLines(request: PrintCall): Promise<ShippedLine[]> {
  const letters = request.rows.map(({ RECALL_NO = null, SHIP_TO_CD = null }, index) => ({
    at: index,
    recall_no: RECALL_NO,
    ship_to_cd: SHIP_TO_CD,
  }))
  const recalls = sql`v.recall_no = any(${letters.map((letter) => String(letter.recall_no))}::text[])`
  return request.db.query<ShippedLine>(sql`
    select s.*, r.reason, o.owner_nm, k.stock_nm, t.address, t.phone_no, h.shipment_dt
    from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb)
      as l("at" integer, recall_no text, ship_to_cd text)
    join (${selectShippedLots(request, recalls)}) s on s.recall_no = l.recall_no
      and s.ship_to_cd is not distinct from l.ship_to_cd
    join recall r on r.recall_no = s.recall_no
    join owner o on o.owner_cd = s.owner_cd
    join stock k on k.owner_cd = s.owner_cd and k.stock_cd = s.stock_cd
    join shipment h on h.shipment_no = s.doc_no
    left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd
    order by l.at, h.shipment_dt, s.doc_no, s.stock_cd, s.lot_no`)
}

const columns: readonly LineColumn<ShippedLine>[] = [
  positionColumn(),
  {
    title: label('품목코드', 'Item code'),
    width: 16,
    align: 'left',
    text: (line) => line.stock_cd,
  },
  { title: label('품목명', 'Item name'), width: 30, align: 'left', text: (line) => line.stock_nm },
  { title: label('로트', 'Lot'), width: 16, align: 'left', text: (line) => line.lot_no },
  {
    title: label('출고번호', 'Shipment no.'),
    width: 20,
    align: 'left',
    text: (line) => line.doc_no,
  },
  {
    title: label('출고일', 'Ship date'),
    width: 13,
    align: 'center',
    text: (line) => dayText(line.shipment_dt),
  },
  quantityColumn(label('출고', 'Shipped'), 10, (line) => Number(line.qty)),
  quantityColumn(
    label('미회수', 'Not returned'),
    10,
    (line) => Number(line.qty) - Number(line.returned_qty),
  ),
]

const advice = [
  label(
    '위 제품을 회수합니다. 판매와 사용을 즉시 중지하고 다른 제품과 분리하여 보관하세요.',
    'The items above are being recalled. Stop selling and using them immediately, and store them separately.',
  ),
  label(
    '보유 수량을 아래에 기입하고 서명하여 회신하세요. 수거 일정은 회신 후 안내합니다.',
    'Enter the quantity you still have below, sign and return this letter. The collection is arranged after your reply.',
  ),
] as const

function letterHeading(line: ShippedLine, language: Language): PrintPage<Text>['heading'] {
  const levels: Readonly<Record<string, Label>> = inventoryCodeLists['recall-level']
  const level = levels[line.level_cd]
  const shipTo = [line.ship_to_cd, line.ship_to_nm].filter(Boolean).join(' ')
  return [
    { label: label('회수번호', 'Recall no.'), value: line.recall_no },
    { label: label('등급', 'Class'), value: level?.[language] ?? '' },
    { label: label('화주', 'Owner'), value: line.owner_nm },
    { label: label('사유', 'Reason'), value: line.reason ?? '' },
    { label: label('배송처', 'Ship-to'), value: shipTo },
    { label: label('전화번호', 'Phone'), value: line.phone_no ?? '' },
    { label: label('주소', 'Address'), value: line.address ?? '' },
  ]
}

function rejectMissing(request: PrintCall, found: number): void {
  const missing = request.rows.length - found
  if (missing === 0) return
  throw new AppError(
    409,
    'PRINT_STATE',
    label(
      `통지할 출고가 없는 행: ${formatCount(missing)}. 다시 조회하세요.`,
      `${formatCount(missing, 'row has', 'rows have')} no shipment to notify about. Search again.`,
    ),
  )
}

async function composeLetters(request: PrintCall): Promise<PrintDocument<Text>> {
  const letterKey = (no: unknown, shipTo: unknown) => JSON.stringify([no, shipTo ?? null])
  const lines = await readLines(request)
  const letters = Map.groupBy(lines, (line) => letterKey(line.recall_no, line.ship_to_cd))
  rejectMissing(request, letters.size)
  return {
    title: recallLetters.title,
    paper: 'A4',
    orientation: 'portrait',
    copies: 1,
    fileName: `${recallLetters.title[request.language]}_${lines[0]?.recall_no ?? ''}`,
    printed: printStamp(request.userId),
    pages: [...letters.values()].flatMap(([first, ...more]) =>
      first === undefined
        ? []
        : [
            {
              heading: letterHeading(first, request.language),
              barcode: { symbology: 'code128', text: first.recall_no },
              ...lineTable(columns, [first, ...more]),
              notes: advice.map((text) => text[request.language]),
              signatures: [label('담당자', 'Contact'), label('보유 수량', 'Quantity held')],
            },
          ],
    ),
  }
}

export const recallLetterHandlers: readonly Handler[] = [
  recipientsHandler,
  handlePrint(recallLetters, composeLetters),
]
