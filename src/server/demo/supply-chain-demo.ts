import sql from 'sql-template-tag'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { receiveHandler } from '#areas/inbound/server/receiving.ts'
import { allocateHandler } from '#areas/outbound/server/allocating.ts'
import { acceptOrdersHandler } from '#areas/supply-chain/server/accept-orders.ts'
import { supplyChainHandlers } from '#areas/supply-chain/server/index.ts'
import type { Database } from '#server/db/database.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { ProcedureHandler } from '#server/engine/handler.ts'
import { runProcedure } from '#server/engine/run-procedure.ts'
import { demoItems } from './company/demo-company.ts'

type Row = Record<string, Value>

const branches = [
  ['BR01', '서초지점', 'BRANCH', 'ST001'],
  ['BR02', '부산지점', 'BRANCH', 'ST002'],
  ['BR03', '대전지점', 'BRANCH', 'ST003'],
  ['PT01', '가온상사', 'PARTNER', null],
] as const

function findHandler(name: string): ProcedureHandler {
  const found = supplyChainHandlers.find(({ operation }) => operation.name === name)
  if (!found || !('edits' in found)) throw new Error(`no procedure ${name}`)
  return found
}

/**
 * Adds branches and a partner of one owner, with orders in every state, created through the
 * ordinary operations.
 */
export async function addSupplyChain(db: Database): Promise<void> {
  const today = timestampAt(Date.now()).slice(0, 8)
  const caller: Caller = {
    userId: 'admin',
    scope: { wcode: 'W01', owners: null },
    language: 'ko',
    today,
  }
  let step = 0
  const save = async (handler: ProcedureHandler, rows: Row[]) => {
    step += 1
    const idempotencyKey = `demo-supply-${step}`
    return runProcedure(db, handler, caller, { rows, idempotencyKey, dryRun: false })
  }
  await addPartners(db)
  const saveNumbers = async (name: string, rows: Row[]): Promise<string[]> => {
    const created = await save(findHandler(name), rows)
    return [...new Set((created.rows ?? []).map((row) => String(row['SCM_NO'])))]
  }
  const incoming = await saveNumbers('supply-chain/save-receipt-orders', toOrders(today, 'IN', 6))
  const outgoing = await saveNumbers(
    'supply-chain/save-shipment-orders',
    toOrders(today, 'OUT', 18),
  )
  await saveNumbers('supply-chain/save-serial-orders', toOrders(today, 'OUT', 3))
  const runStep = (name: string, some: readonly string[], extra: Row = {}) =>
    save(
      findHandler(`supply-chain/${name}`),
      some.map((SCM_NO) => ({ SCM_NO, ...extra })),
    )
  const accepted = await save(
    acceptOrdersHandler,
    [...incoming.slice(0, 3), ...outgoing.slice(0, 9)].map((SCM_NO) => ({ SCM_NO })),
  )
  const documents = (column: string) =>
    (accepted.rows ?? []).flatMap((row) => (row[column] ? [String(row[column])] : []))
  await save(receiveHandler, await toArrivals(db, documents('RECEIPT_NO').slice(0, 2), today))
  await save(
    allocateHandler,
    documents('SHIPMENT_NO')
      .slice(0, 4)
      .map((SHIPMENT_NO) => ({ SHIPMENT_NO })),
  )
  await runStep('reject-orders', outgoing.slice(9, 11), { REASON: '단종 품목' })
  await runStep('cancel-orders', outgoing.slice(11, 12))
  await runStep('switch-orders', outgoing.slice(12, 13), { ACTIVE_YN: 'N', REASON: '지점 요청' })
}

async function addPartners(db: Database): Promise<void> {
  const rows = branches.map(([partner_cd, partner_nm, kind_cd, ship_to_cd]) => {
    return { partner_cd, partner_nm, kind_cd, ship_to_cd }
  })
  await db.execute(sql`
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd, ship_to_cd, supplier_cd,
      cutoff_tm, work_days)
    select 'HANBIT', r.partner_cd, r.partner_nm, r.kind_cd, r.ship_to_cd,
      case r.kind_cd when 'PARTNER' then 'SUP001' end, '1500', '1234567'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(partner_cd text, partner_nm text, kind_cd text, ship_to_cd text)`)
}

async function toArrivals(db: Database, numbers: readonly string[], today: string): Promise<Row[]> {
  const lines = await db.query<{ receipt_no: string; line_no: number; qty: number }>(sql`
    select receipt_no, line_no, case when receipt_no = ${numbers[0] ?? ''} then order_qty
      else ceil(order_qty / 2) end qty
    from receipt_line where receipt_no = any(${[...numbers]}::text[]) order by 1, 2`)
  return lines.map(({ receipt_no: number, line_no: line, qty }) => ({
    RECEIPT_NO: number,
    LINE_NO: line,
    CELL_CD: 'A01-01-1',
    NOW_QTY: Number(qty),
    VALID_DT: addDays(today, 400),
  }))
}

function toOrders(today: string, kind: 'IN' | 'OUT', count: number): Row[] {
  const items = demoItems.filter((item) => item.owner_cd === 'HANBIT' && item.lot_yn === 'N')
  return Array.from({ length: count }, (_, index): Row[] => {
    const [branch] = branches[index % 3] ?? branches[0]
    const head: Row = {
      ROW_TYPE: 'H',
      BATCH_FLAG: 'I',
      DOC_REF: `${kind}${index}`,
      OWNER_CD: 'HANBIT',
      BRANCH_CD: branch,
      PARTNER_CD: kind === 'IN' || index % 5 === 0 ? 'PT01' : null,
      REQUEST_DT: addDays(today, index % 6),
      PRIORITY: 1 + ((index * 3) % 9),
    }
    const lines = [0, 1].map((line): Row => {
      const item = items[(index * 2 + line) % items.length]
      return {
        ROW_TYPE: 'L',
        BATCH_FLAG: 'I',
        DOC_REF: `${kind}${index}`,
        STOCK_CD: item?.stock_cd ?? null,
        ORDER_QTY: 4 + ((index * 7 + line) % 20),
      }
    })
    return [head, ...lines]
  }).flat()
}
