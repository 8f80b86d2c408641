import sql, { type Sql } from 'sql-template-tag'
import { ambiguityError } from '#kernel/ambiguous-code.ts'
import { label, type Label } from '#kernel/label.ts'
import type { WireRow } from '#kernel/field.ts'
import { matchesItem, namedItems } from '#areas/master/server/item-code.ts'
import { invalidRows } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { requireConfirmation } from '#server/engine/require-confirmation.ts'
import { countStepFrom } from '../rules/count-status.ts'
import { findArrivalDoubts } from './arrival-doubts.ts'
import { isLabelClosed, shelfQty } from './count-moves.ts'
import { isInScope } from './work-engine.ts'

/** One scan at the counting station, with its place resolved. */
export interface Scan {
  readonly call: SaveCall
  readonly values: WireRow
  readonly job: string
  readonly code: string
  readonly cell: string
  readonly isDamaged: boolean
  readonly isRecount: boolean
}

export function scanError({ call }: Pick<Scan, 'call'>, text: Label, column = 'CODE'): Error {
  return invalidRows([{ row: call.rows[0]?.no ?? 1, text, column }])
}

export interface ScannedLine extends Record<string, unknown> {
  line_no: number
  balance_id: number
  /** Whether stock of the line is on the shelf, not all of it picked. */
  is_shelved: boolean
  owner_cd: string
  stock_cd: string
  stock_nm: string
  lot_no: string
  /** `YYYYMMDD`, or empty without an expiry date. */
  valid_dt: string
  factor: number
  /** Quantity counted so far in this round, or null if not counted yet. */
  so_far: number | null
  counted_users: string[]
  rivals: string[] | null
  /** Whether the current recount leaves the line as it is. */
  is_closed: boolean
}

/**
 * Ordinary stock is filled last and absorbs shortages and surpluses. Samples, held and bonded stock
 * and stock awaiting inspection are recorded piece by piece elsewhere.
 */
const isOrdinaryStock = sql`(b.condition_cd in ('NORMAL', 'DAMAGED') and b.bonded_cd <> 'BONDED')`

function selectLines(scan: Scan, where: Sql, factor: Sql, rivals = sql`null::text[]`): Sql {
  const { isRecount } = scan
  return sql`
    select l.line_no, l.balance_id, ${shelfQty} > 0 is_shelved, k.owner_cd, k.stock_cd, k.stock_nm, t.lot_no,
      coalesce(to_char(t.valid_dt, 'YYYYMMDD'), '') valid_dt, ${factor} factor, ${rivals} rivals,
      case when ${isRecount} then l.recount_qty else l.count_qty end so_far, l.counted_users,
      ${isRecount} and (l.work_no is not null or l.recount_yn = 'N') is_closed
    from count_line l join stock_balance b using (balance_id) join lot t using (lot_id)
    join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
    where l.job_no = ${scan.job} and b.cell_cd = ${scan.cell} and ${isInScope(scan.call)}
      and (b.condition_cd = 'DAMAGED') = ${scan.isDamaged}
      and ${where}
    order by ${isOrdinaryStock}, t.valid_dt nulls last, t.received_dt, l.line_no`
}

/** Conditions that the scanned code identifies item `k` (in a lot that is `sameLot`) or lot `t`. */
function codeConditions({ code }: Scan) {
  const item = matchesItem(code)
  const matches = (sameLot: Sql): Sql =>
    sql`((${item.any} and ${sameLot}) or (t.lot_no <> '' and upper(t.lot_no) = upper(${code})))`
  return { item, matches }
}

function ambiguousOwnerText(codes: readonly string[]): Label {
  const owners = codes.join(', ')
  return label(
    `여러 화주가 사용하는 코드입니다: ${owners}`,
    `This code belongs to several owners: ${owners}`,
  )
}

export function countedElsewhereText(jobs: readonly string[]): Label {
  const numbers = jobs.join(', ')
  return label(
    `다른 실사작업에서 실사 중인 재고입니다: ${numbers}`,
    `Another job is counting this stock: ${numbers}`,
  )
}

/** Adds lines for stock of the scanned code that is in the cell but not yet in the job. */
export async function addPresent(scan: Scan): Promise<void> {
  const { call, job, cell, isRecount } = scan
  const fromCell = sql`
    from stock_balance b join lot t using (lot_id)
    join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
    where b.wcode = ${call.scope.wcode} and b.cell_cd = ${cell} and ${shelfQty} > 0
      and (b.condition_cd = 'DAMAGED') = ${scan.isDamaged} and ${isInScope(call)}
      and b.owner_cd in (select owner_cd from count_line where job_no = ${job})
      and ${codeConditions(scan).matches(sql`true`)}
      and not exists (select from count_line x where x.job_no = ${job}
        and x.balance_id = b.balance_id)
      and (not ${isRecount} or not ${isLabelClosed(sql`${job}`)}
        and exists (select from count_line x join stock_balance y
          using (balance_id)
        where x.job_no = ${job} and x.recount_yn = 'Y' and y.cell_cd = b.cell_cd
          and (y.owner_cd, y.stock_cd) = (b.owner_cd, b.stock_cd)
          and (y.condition_cd = 'DAMAGED') = ${scan.isDamaged}))`
  const others = await call.tx.query<{ job_no: string }>(sql`
    select distinct j.job_no from count_line l join count_job j using (job_no)
    where j.state_cd in (${quoteCodes(countStepFrom.count)})
      and l.balance_id in (select b.balance_id ${fromCell}) order by 1`)
  if (others.length > 0) {
    throw scanError(scan, countedElsewhereText(others.map((other) => other.job_no)))
  }
  await call.tx.execute(sql`
    insert into count_line (job_no, line_no, owner_cd, balance_id, recount_yn)
    select ${job}, (select max(line_no) from count_line where job_no = ${job})
        + row_number() over (order by t.valid_dt nulls last, t.received_dt, b.balance_id),
      b.owner_cd, b.balance_id, ${isRecount ? 'Y' : 'N'} ${fromCell}`)
}

/** Lines of the scanned code in the cell that are open in this round. */
export async function findLines(scan: Scan): Promise<ScannedLine[]> {
  const lines = await findAllLines(scan)
  return lines.filter((line) => !line.is_closed)
}

/** As `findLines`, and throws if several lots in the cell share the code. */
export async function findLinesOfOneLot(scan: Scan): Promise<ScannedLine[]> {
  const lines = await findAllLines(scan)
  const open = lines.filter((line) => !line.is_closed)
  if (open.length > 0) requireOneLot(scan, lines)
  return open
}

/** As `findLines`, with the lines that the current recount leaves out. */
export async function findAllLines(scan: Scan): Promise<ScannedLine[]> {
  const { values } = scan
  const { item, matches } = codeConditions(scan)
  const lot = values['LOT_NO'] ?? null
  const valid = values['VALID_DT'] ?? null
  const sameLot = sql`(${lot}::text is null or upper(t.lot_no) = upper(${lot}::text))
    and (${valid}::date is null or t.valid_dt = ${valid}::date)`
  const lines = await scan.call.tx.query<ScannedLine>(
    selectLines(
      scan,
      sql`${matches(sameLot)}`,
      sql`case when ${item.any} then ${item.factor} else 1 end`,
      sql`case when ${item.any} then ${item.rivals} end`,
    ),
  )
  const text = ambiguityError(namedItems(lines))
  if (text) throw scanError(scan, text)
  const owners = [...new Set(lines.map((line) => line.owner_cd))]
  if (owners.length > 1) throw scanError(scan, ambiguousOwnerText(owners))
  return lines
}

/**
 * Throws if several lots in the cell share the code, because book quantities must not decide which
 * one was counted. A count of zero for all of them is accepted.
 */
export function requireOneLot(scan: Scan, lines: readonly ScannedLine[]): void {
  const lots = new Set(lines.map((line) => [line.lot_no, line.valid_dt].filter(Boolean).join(' ')))
  const isNone =
    Number(scan.values['QTY'] ?? 1) === 0 && lines.every(({ so_far }) => so_far === null)
  if (lots.size <= 1 || isNone) return
  const named = [...lots].map((lot) => lot || '–').join(', ')
  throw scanError(scan, severalLots(named), 'LOT_NO')
}

export const severalLots = (named: string): Label =>
  label(
    `여러 로트가 있습니다. 실사할 로트나 유통기한을 스캔하거나 입력하세요: ${named}`,
    `Several lots are here. Scan or enter the lot or expiry date you are counting: ${named}`,
  )

export const cellNeeded = label('셀을 먼저 스캔하세요.', 'Scan the cell first.')

export const itemMissing = label('등록되지 않은 품목입니다.', 'Item not found.')

export const notDue = label(
  '이 셀의 재실사 대상 품목이 아닙니다.',
  'Not due for recount in this cell.',
)

/** Scanned or typed after a cell to count the following items as damaged. */
export const damagedWord = label('불량', 'DAMAGED')

export const otherCondition = ({ isDamaged }: Pick<Scan, 'isDamaged'>): Label =>
  isDamaged
    ? label(
        '이 품목은 불량이 아닌 재고만 재실사합니다. 셀을 다시 스캔하세요.',
        'Only stock of this item that is not damaged is due for recount. Scan the cell again.',
      )
    : label(
        `이 품목은 불량 재고만 재실사합니다. '${damagedWord.ko}'을 먼저 입력하세요.`,
        `Only damaged stock of this item is due for recount. Enter "${damagedWord.en}" first.`,
      )

/** Adds a line with book quantity 0 for stock not expected in this cell. */
export async function addFound(scan: Scan): Promise<ScannedLine> {
  const { call, job, code, values, isRecount } = scan
  if (isRecount) {
    const others = await findLines({ ...scan, isDamaged: !scan.isDamaged })
    throw scanError(scan, others.length > 0 ? otherCondition(scan) : notDue)
  }
  const item = matchesItem(code)
  const items = await call.tx.query<{ owner_cd: string; stock_cd: string; needs: boolean }>(sql`
    select k.owner_cd, k.stock_cd, (k.lot_yn = 'Y' and ${values['LOT_NO'] ?? null}::text is null)
      or (k.valid_yn = 'Y' and ${values['VALID_DT'] ?? null}::date is null) needs
    from stock k where k.goods_yn = 'Y' and ${item.any}
      and k.owner_cd in (select owner_cd from count_line b where job_no = ${job})
      and ${ownerCondition(call)}`)
  const [one] = items
  if (!one) {
    throw scanError(scan, itemMissing)
  }
  const itemsByOwner = Map.groupBy(items, (found) => found.owner_cd).values()
  for (const found of itemsByOwner) {
    const ambiguity = ambiguityError(found.map((item) => item.stock_cd))
    if (ambiguity) throw scanError(scan, ambiguity)
  }
  if (items.length > 1)
    throw scanError(scan, ambiguousOwnerText(items.map((found) => found.owner_cd)))
  if (one.needs) {
    const text = label(
      '이 셀의 전산재고에 없는 관리 품목입니다. 로트와 유통기한이 있는 라벨을 스캔하세요.',
      'Not in system stock here. Scan a label with lot and expiry date.',
    )
    throw scanError(scan, text, 'LOT_NO')
  }
  await confirmDates(scan, one)
  const line = await insertFound(scan, one)
  const [made] = await call.tx.query<ScannedLine>(
    selectLines(scan, sql`l.line_no = ${line}`, item.factor),
  )
  if (!made) throw new Error(`line ${line} of ${job} was not made`)
  return made
}

/**
 * Requests confirmation of unlikely dates on the label of found stock. Found stock can be expired.
 */
async function confirmDates(
  { call, values }: Scan,
  { owner_cd, stock_cd }: { owner_cd: string; stock_cd: string },
): Promise<void> {
  const { LOT_NO: lot = null, VALID_DT: valid = null } = values
  const labelled = sql`select ${call.rows[0]?.no ?? 1}::integer no, ${owner_cd}::text owner_cd,
    ${stock_cd}::text stock_cd, coalesce(${lot}::text, '') lot_no, null::date made_dt,
    ${valid}::date valid_dt, true is_return`
  requireConfirmation(call, await findArrivalDoubts(call, labelled))
}

function ownerCondition({ scope }: SaveCall): Sql {
  return sql`(${scope.owners === null} or k.owner_cd = any(${[...(scope.owners ?? [])]}::text[]))`
}

async function insertFound(
  scan: Scan,
  { owner_cd, stock_cd }: { owner_cd: string; stock_cd: string },
): Promise<number> {
  const { call, job, cell, values } = scan
  const condition = scan.isDamaged ? 'DAMAGED' : 'NORMAL'
  const day = sql`${call.today}::date`
  const facts = [owner_cd, stock_cd, values['LOT_NO'] ?? ''] as const
  const spelling = sql`lot_spelling(${facts[0]}, ${facts[1]}, ${facts[2]})`
  const valid = values['VALID_DT'] ?? null
  await call.tx.execute(sql`
    insert into lot (owner_cd, stock_cd, lot_no, received_dt, valid_dt)
    values (${facts[0]}, ${facts[1]}, ${facts[2]}, ${day}, ${valid}::date)
    on conflict on constraint lot_facts do nothing`)
  await call.tx.execute(sql`
    insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, condition_cd)
    select ${call.scope.wcode}, owner_cd, stock_cd, lot_id, ${cell}, ${condition} from lot
    where (owner_cd, stock_cd, lot_no) = (${facts[0]}, ${facts[1]}, ${spelling})
      and (mark, plot, received_dt) = ('', '', ${day})
      and made_dt is null and valid_dt is not distinct from ${valid}::date
    on conflict on constraint stock_balance_key do nothing`)
  const [made] = await call.tx.query<{ line_no: number }>(sql`
    insert into count_line (job_no, line_no, owner_cd, balance_id, found_yn)
    select ${job}, (select max(line_no) + 1 from count_line where job_no = ${job}), b.owner_cd,
      b.balance_id, 'Y'
    from stock_balance b join lot t using (lot_id)
    where b.wcode = ${call.scope.wcode} and b.cell_cd = ${cell}
      and (b.owner_cd, b.stock_cd, t.lot_no) = (${facts[0]}, ${facts[1]}, ${spelling})
      and t.received_dt = ${day} and t.valid_dt is not distinct from ${valid}::date
      and (b.pallet_no, b.box_no, b.condition_cd, b.bonded_cd) = ('', '', ${condition}, 'FREE')
    returning line_no`)
  return made?.line_no ?? 0
}
