import sql, { join, raw, type Sql } from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { isDay } from '#kernel/calendar.ts'
import type { WireRow } from '#kernel/field.ts'
import { label, type Language } from '#kernel/label.ts'
import { columnName } from '#kernel/table.ts'
import { AppError } from '#server/base/app-error.ts'
import { handleQuery, type QueryCall } from '#server/engine/handler.ts'
import {
  ledgerFindings,
  stockFigures,
  stockKeys,
  whyThisNumber,
  type StockFigure,
} from '../operations/proof.ts'
import { getAsOfTimestamp } from './stock-as-of.ts'
import { notHeldByRule } from './active-holds.ts'
import { isMissing } from './missing-stock.ts'
import { ledgerChecks } from './verify.ts'
import { reasonText } from './ledger-reasons.ts'

interface FigureParts {
  readonly moved: number
  readonly allocated: number
  readonly picked: number
  readonly where?: (today: string) => Sql
}

const isHeld = sql`b.condition_cd = 'HELD'`

const partsByFigure: Readonly<Record<StockFigure, FigureParts>> = {
  QTY: { moved: 1, allocated: 0, picked: 0 },
  ALLOC_QTY: { moved: 0, allocated: 1, picked: 0 },
  PICK_QTY: { moved: 0, allocated: 0, picked: 1 },
  PROMISED_QTY: { moved: 0, allocated: 1, picked: 1 },
  FREE_QTY: { moved: 1, allocated: -1, picked: -1 },
  AVAILABLE_QTY: {
    moved: 1,
    allocated: -1,
    picked: -1,
    where: (today) => sql`b.condition_cd in ('NORMAL', 'SAMPLE') and b.bonded_cd <> 'BONDED'
      and 'Y' not in (c.lock_yn, z.lock_yn) and coalesce(lot.valid_dt >= ${today}::date, true)
      and ${notHeldByRule(today)} and not ${isMissing}`,
  },
  HELD_QTY: { moved: 1, allocated: 0, picked: 0, where: () => isHeld },
}

function keySql(name: string): readonly [column: Sql, type: Sql] {
  const column = columnName(name)
  if (name === 'BALANCE_ID' || name === 'LOT_ID') return [raw(`b.${column}`), raw('bigint')]
  if (name === 'ZONE_CD') return [raw('c.zone_cd'), raw('text')]
  if (/^(LOT_NO|MARK|PLOT)$/.test(name)) return [raw(`lot.${column}`), raw('text')]
  if (name.endsWith('_DT')) return [raw(`lot.${column}`), raw('date')]
  return [raw(`b.${column}`), raw('text')]
}

function keyValue(name: string, typed: string): string {
  const digits = typed.replaceAll('-', '')
  if (name.endsWith('_DT') ? isDay(digits) : !name.endsWith('_ID') || /^\d{1,15}$/.test(typed)) {
    return typed
  }
  const text = label(
    `'${typed}'${josa(typed, '은/는')} ${name}의 값이 아닙니다.`,
    `'${typed}' is not a value of ${name}.`,
  )
  throw new AppError(422, 'SEARCH_INVALID', text)
}

/** Balances that match the key columns of the row. Without key columns, all stock matches. */
function selectedStock({ scope, search, today }: QueryCall, figure: FigureParts): Sql {
  const named = Object.keys(stockKeys).filter((name) => (search[name] ?? null) !== null)
  const same = named.map((name) => {
    const [column, type] = keySql(name)
    return sql`${column} = ${keyValue(name, String(search[name]))}::${type}`
  })
  return sql`select b.balance_id from stock_balance b
    join lot using (lot_id) join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    where b.wcode = ${scope.wcode}
      and (${scope.owners === null} or b.owner_cd = any(${[...(scope.owners ?? [])]}::text[]))
      and ${join([...same, figure.where?.(today) ?? sql`true`], ' and ')}`
}

function figureParts(search: WireRow): FigureParts {
  const name = String(search['FIGURE'] ?? 'QTY')
  if (Object.hasOwn(stockFigures, name)) return partsByFigure[name as StockFigure]
  const text = label(
    `'${name}'${josa(name, '은/는')} 재고 수량이 아닙니다.`,
    `'${name}' is not a stock quantity.`,
  )
  throw new AppError(422, 'SEARCH_INVALID', text)
}

const lineColumns = raw(`source_cd, posted_at, movement_cd, doc_no, doc_line, wcode, owner_cd,
  change_qty, from_place_cd, from_balance_id, to_place_cd, to_balance_id, reason, user_id,
  movement_no, reverses_no`)

/**
 * Movements into the selected stock count as positive, movements out of it as negative. Excludes
 * movements within it.
 */
function movedLines(before: Sql | undefined, language: Language): Sql {
  return sql`
    select 'LEDGER', m.posted_at, m.movement_cd, m.doc_no, m.doc_line, m.wcode,
      m.owner_cd, m.qty * e.sign, m.from_place_cd, m.from_balance_id, m.to_place_cd,
      m.to_balance_id, ${reasonText('m.reason', language)}, m.user_id, m.movement_no, m.reverses_no
    from (
      select movement_no, sum(sign) sign from (
        select m.movement_no, 1 sign from chosen join stock_movement m
          on m.to_balance_id = chosen.balance_id
        union all
        select m.movement_no, -1 from chosen join stock_movement m
          on m.from_balance_id = chosen.balance_id) ends
      group by movement_no having sum(sign) <> 0) e
    join stock_movement m using (movement_no)
    where ${before ? sql`m.posted_at < ${before}` : sql`true`}`
}

function allocatedLines(source: 'ALLOC' | 'PICK', column: 'alloc_qty' | 'pick_qty', sign: number) {
  return sql`
    select ${source}, a.created_at, null::text, coalesce(a.shipment_no, '#' || a.task_no), a.line_no, b.wcode, b.owner_cd,
      a.${raw(column)} * ${sign}::integer, null, null::bigint, null, null::bigint, null,
      a.created_by, null::bigint, null::bigint
    from chosen join allocation a using (balance_id) join stock_balance b using (balance_id)
    where a.${raw(column)} > 0`
}

export const whyThisNumberHandler = handleQuery(
  whyThisNumber,
  'v.line desc',
  (call) => {
    const figure = figureParts(call.search)
    const before = getAsOfTimestamp(call.search)
    const lines = [
      ...(figure.moved ? [movedLines(before, call.language)] : []),
      // Allocations have no history, so past figures exclude them.
      ...(figure.allocated && !before
        ? [allocatedLines('ALLOC', 'alloc_qty', figure.allocated)]
        : []),
      ...(figure.picked && !before ? [allocatedLines('PICK', 'pick_qty', figure.picked)] : []),
    ]
    const none = sql`${movedLines(before, call.language)} and false`
    return sql`
      with chosen as materialized (${selectedStock(call, figure)})
      select w.*, f.cell_cd from_cell_cd, t.cell_cd to_cell_cd,
        sum(change_qty) over (order by w.line) sum_qty
      from (
        select x.*, row_number() over (order by movement_no nulls last, posted_at, doc_no) line
        from (${join(lines.length ? lines : [none], ' union all ')}) x (${lineColumns})) w
      left join stock_balance f on f.balance_id = w.from_balance_id
      left join stock_balance t on t.balance_id = w.to_balance_id`
  },
  [...Object.keys(stockKeys), 'FIGURE'],
)

const koreanNames = new Map(ledgerChecks.map(({ name, ko }) => [name, ko]))

export const ledgerFindingsHandler = handleQuery(
  ledgerFindings,
  'v.found_at, v.check_nm, v.key_text',
  ({ scope, language }) => {
    const names = [...koreanNames]
    return sql`
      select coalesce(n.ko, f.check_nm) check_nm, f.key_text, f.detail::text detail, f.found_at
      from ledger_finding f
      left join unnest(${names.map(([name]) => name)}::text[],
        ${names.map(([name, ko]) => (language === 'ko' ? ko : name))}::text[]) n(name, ko)
        on n.name = f.check_nm
      where ${scope.owners === null}`
  },
)
