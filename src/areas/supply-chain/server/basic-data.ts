import sql, { raw, type Sql } from 'sql-template-tag'
import { stocks } from '#areas/master/operations/masters.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { toOwner } from '#areas/master/server/master-handlers.ts'
import { wholeBox } from '#areas/master/server/whole-quantity.ts'
import { closeSentence } from '#kernel/close-sentence.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { columnName, type Table } from '#kernel/table.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { documentImport } from '#server/engine/document-import.ts'
import { defineDocumentSheet, uploadDocuments } from '#server/engine/document-upload.ts'
import {
  handleProcedure,
  type ImportEntry,
  type ImportKind,
  type StoredEntry,
  type SaveCall,
  type SaveResult,
  type SaveRow,
  type UndoCall,
} from '#server/engine/handler.ts'
import { mergeRows, tableImport } from '#server/engine/table-import.ts'
import { saveTable, type Reference, type RowRule } from '#server/engine/table-save.ts'
import { uploadBasicData } from '../operations/basic-data.ts'
import { scmPartners } from '../operations/partners.ts'
import { scmPartner } from '../tables/scm-partner.ts'
import { limitUndoToSite, rejectPartnerUser } from './partner-scope.ts'
import { shipmentOrders } from './save-orders.ts'

interface BasicDataPart {
  readonly name: string
  readonly codes: readonly string[]
  readonly values: (row: SaveRow) => SaveRow['values']
  readonly save: (call: SaveCall) => Promise<SaveResult>
  readonly imports: ImportKind
  /**
   * Table of these records, and the condition for rows `t` that an order refers to. Undo
   * deactivates them, because orders remain when cancelled.
   */
  readonly retire?: { readonly table: Table; readonly named: Sql }
}

function tablePart(
  table: Table,
  columns: readonly string[],
  references: readonly Reference[],
  rules: readonly RowRule[] = [],
): BasicDataPart['save'] {
  return async (call) => {
    const merged = await mergeRows(call, table, columns)
    const rows = merged.map(({ row }) => row)
    return saveTable({ ...call, rows }, table, columns, references, rules)
  }
}

const partnerColumns = Object.keys(scmPartners.save.input)
const stockColumns = Object.keys(stocks.save.input)

const orderSheet = defineDocumentSheet(shipmentOrders, {
  from: {},
  by: ['OWNER_CD', 'BRANCH_CD', 'PARTNER_CD', 'PARTNER_ORDER_NO'],
  headerColumns: ['REQUEST_DT', 'SHIP_TO_CD'],
  differenceMessage: label(
    '같은 협력사전표의 요청일·배송처가 다릅니다.',
    'Requested date or ship-to differs within one order.',
  ),
  header: { REMARK: null },
})

/** In dependency order: an order references its partner and items. */
const parts: readonly BasicDataPart[] = [
  {
    name: 'partner',
    codes: ['BRANCH', 'PARTNER'],
    values: ({ values: { SHEET_CD, OWNER_CD, CODE, NAME, SHIP_TO_CD } }) => ({
      OWNER_CD: OWNER_CD ?? null,
      PARTNER_CD: CODE ?? null,
      PARTNER_NM: NAME ?? null,
      KIND_CD: SHEET_CD ?? null,
      SHIP_TO_CD: SHIP_TO_CD ?? null,
    }),
    save: tablePart(scmPartner, partnerColumns, [
      toOwner,
      { columns: ['OWNER_CD', 'SHIP_TO_CD'], table: 'ship_to' },
    ]),
    imports: tableImport(scmPartner, scmPartners.save.input),
    retire: {
      table: scmPartner,
      named: sql`exists (select from scm_order o where o.owner_cd = t.owner_cd
        and t.partner_cd in (o.branch_cd, o.partner_cd))`,
    },
  },
  {
    name: 'stock',
    codes: ['ITEM'],
    values: ({ values: { OWNER_CD, CODE, NAME, BARCODE, BOX_QTY } }) => ({
      OWNER_CD: OWNER_CD ?? null,
      STOCK_CD: CODE ?? null,
      STOCK_NM: NAME ?? null,
      BARCODE: BARCODE ?? null,
      BOX_QTY: BOX_QTY ?? null,
    }),
    save: tablePart(stock, stockColumns, [toOwner], [wholeBox]),
    imports: tableImport(stock, stocks.save.input),
    retire: {
      table: stock,
      named: sql`exists (select from scm_order_line l where l.owner_cd = t.owner_cd
        and l.stock_cd = t.stock_cd)`,
    },
  },
  {
    name: 'order',
    codes: ['ORDER'],
    values: ({ values: { CODE, PARTNER_CD, IS_BRANCH, ...order } }) => ({
      ...order,
      STOCK_CD: CODE ?? null,
      BRANCH_CD: IS_BRANCH === 'Y' ? (PARTNER_CD ?? null) : null,
      PARTNER_CD: IS_BRANCH === 'Y' ? null : (PARTNER_CD ?? null),
    }),
    save: (call) => uploadDocuments(call, shipmentOrders, orderSheet),
    imports: documentImport(shipmentOrders),
  },
]

function rejectIncompleteOrders(rows: readonly SaveRow[]): void {
  const needed = ['PARTNER_ORDER_NO', 'REQUEST_DT', 'ORDER_QTY'] as const
  const errors = rows.flatMap((row): RowError[] => {
    if (row.values['SHEET_CD'] !== 'ORDER') return []
    return needed
      .filter((column) => !row.values[column])
      .map((column) => {
        const { ko, en } = uploadBasicData.input[column].label
        const text = label(
          `오더 행에는 ${ko} 항목이 필요합니다.`,
          closeSentence(`An order line needs ${en}`),
        )
        return { row: row.no, column, text }
      })
  })
  if (errors.length) throw invalidRows(errors)
}

/** Branch codes, including those just saved from the sheet. */
async function readBranches(call: SaveCall): Promise<ReadonlySet<string>> {
  const found = await call.tx.query<{ owner_cd: string; partner_cd: string }>(sql`
    select owner_cd, partner_cd from scm_partner where kind_cd = 'BRANCH'`)
  return new Set(found.map((partner) => `${partner.owner_cd}|${partner.partner_cd}`))
}

/** Deactivates new records that a cancelled order references. Returns the remaining entries. */
async function deactivateReferenced(
  call: UndoCall,
  { table, named }: NonNullable<BasicDataPart['retire']>,
  entries: readonly StoredEntry[],
): Promise<readonly StoredEntry[]> {
  const keys = entries.filter(({ change }) => change === 'I').map(({ no, key }) => ({ no, ...key }))
  const columns = table.key.map((name) => columnName(name))
  const typed = raw(columns.map((name) => `${name} text`).join(', '))
  const same = raw(columns.map((name) => `t.${name} = r.${name}`).join(' and '))
  const retired = await call.tx.query<{ no: number }>(sql`
    update ${raw(table.name)} t set use_yn = 'N', version = t.version + 1,
      updated_by = ${call.userId}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r(no integer, ${typed})
    where ${same} and ${named} returning r.no`)
  const retiredRows = new Set(retired.map(({ no }) => no))
  return entries.filter(({ no }) => !retiredRows.has(no))
}

type PartWork = (part: BasicDataPart, call: SaveCall) => Promise<void>

async function saveParts(call: SaveCall, work: PartWork): Promise<SaveResult> {
  await rejectPartnerUser(call)
  rejectIncompleteOrders(call.rows)
  const counts: number[] = []
  for (const part of parts) {
    const mine = call.rows.filter((row) => part.codes.includes(String(row.values['SHEET_CD'])))
    counts.push(mine.length)
    if (mine.length === 0) continue
    const branches = part.name === 'order' ? await readBranches(call) : new Set<string>()
    const rows = mine.map((row) => {
      const { OWNER_CD, PARTNER_CD } = row.values
      const IS_BRANCH = branches.has(`${OWNER_CD}|${PARTNER_CD}`) ? 'Y' : 'N'
      return { ...row, values: part.values({ ...row, values: { ...row.values, IS_BRANCH } }) }
    })
    await work(part, { ...call, rows })
  }
  const [partners, items, orders] = counts
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `지점·협력사 ${formatCount(partners)}행, 품목 ${formatCount(items)}행, 오더 ${formatCount(orders)}행을 저장했습니다.`,
      `Saved: ${formatCount(partners, 'partner')}, ${formatCount(items, 'item')}, ${formatCount(orders, 'order line')}.`,
    ),
  }
}

const imports: ImportKind = {
  record: async (call) => {
    const entries: ImportEntry[] = []
    const result = await saveParts(call, async (part, own) => {
      const created = await part.imports.record(own, part.save)
      entries.push(
        ...created.entries.map((entry) => ({ ...entry, key: { ...entry.key, part: part.name } })),
      )
    })
    return { result, entries }
  },
  // Undo in reverse order, because orders reference the other records.
  undo: async (call, entries) => {
    for (const part of parts.toReversed()) {
      const own = entries
        .filter(({ key }) => key['part'] === part.name)
        .map(({ key: { part: _part, ...key }, ...entry }) => ({ ...entry, key }))
      const free = part.retire ? await deactivateReferenced(call, part.retire, own) : own
      if (free.length === 0) continue
      const errors = await part.imports.undo(call, free)
      if (errors.length > 0) return errors
    }
    return []
  },
}

export const uploadBasicDataHandler = handleProcedure(
  uploadBasicData,
  (call) => saveParts(call, async (part, own) => void (await part.save(own))),
  limitUndoToSite(imports),
)
