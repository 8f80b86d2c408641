import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors, toRows } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into owner (owner_cd, owner_nm) values ('FORMER', 'Former');
    insert into supplier (owner_cd, supplier_cd, supplier_nm) values ('FORMER', 'SUP', 'Supplier');
    insert into ship_to (owner_cd, ship_to_cd, ship_to_nm) values
      ('FORMER', 'STORE', 'Store'), ('FORMER', 'OTHER', 'Other store');
    insert into stock (owner_cd, stock_cd, stock_nm, unit_cd) values
      ('FORMER', 'ITEM', 'Item', 'EA'), ('FORMER', 'ITEM2', 'Second item', 'EA');
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd) values
      ('FORMER', 'BRANCH', 'Branch', 'BRANCH'), ('FORMER', 'PARTNER', 'Partner', 'PARTNER')`)
})
afterAll(() => closeVerified(site))

/** Codes that a document has, and codes no longer in use that it cannot be given. */
interface Kind {
  readonly save: string
  readonly list: string
  readonly lines: string
  readonly no: string
  readonly head: Row
  readonly line: Row
  readonly others: readonly (readonly ['H' | 'L', string, Value])[]
}

const kinds: readonly Kind[] = [
  {
    save: 'outbound/save-shipments',
    list: 'outbound/shipments',
    lines: 'outbound/shipment-lines',
    no: 'SHIPMENT_NO',
    head: { SHIPMENT_DT: '20290110', SHIP_TO_CD: 'STORE' },
    line: {},
    others: [
      ['H', 'SHIP_TO_CD', 'OTHER'],
      ['L', 'STOCK_CD', 'ITEM2'],
    ],
  },
  {
    save: 'inbound/save-receipts',
    list: 'inbound/receipts',
    lines: 'inbound/receipt-lines',
    no: 'RECEIPT_NO',
    head: { RECEIPT_DT: '20290110', SUPPLIER_CD: 'SUP' },
    line: { CELL_CD: 'A-090' },
    others: [
      ['L', 'STOCK_CD', 'ITEM2'],
      ['L', 'CELL_CD', 'A-089'],
    ],
  },
  {
    save: 'supply-chain/save-shipment-orders',
    list: 'supply-chain/orders',
    lines: 'supply-chain/order-lines',
    no: 'SCM_NO',
    head: {
      REQUEST_DT: '20290110',
      PRIORITY: 5,
      BRANCH_CD: 'BRANCH',
      PARTNER_CD: 'PARTNER',
      SHIP_TO_CD: 'STORE',
    },
    line: {},
    others: [
      ['H', 'SHIP_TO_CD', 'OTHER'],
      ['L', 'STOCK_CD', 'ITEM2'],
    ],
  },
]

const setUse = (use: 'Y' | 'N') =>
  site.db.script(`
    update owner set use_yn = '${use}' where owner_cd = 'FORMER';
    update ship_to set use_yn = '${use}' where owner_cd = 'FORMER';
    update stock set use_yn = '${use}' where owner_cd = 'FORMER';
    update scm_partner set use_yn = '${use}' where owner_cd = 'FORMER';
    update cell set use_yn = '${use}' where wcode = 'W01' and cell_cd in ('A-089', 'A-090')`)

test.each(kinds.map((kind) => [kind.list, kind] as const))(
  'a document keeps codes that are no longer in use when it is changed: %s',
  async (_, { save, list, lines, no, head, line, others }) => {
    const created = await user.save(
      save,
      toRows({ OWNER_CD: 'FORMER', ...head }, [{ STOCK_CD: 'ITEM', ORDER_QTY: 5, ...line }]),
    )
    expect(rowErrors(created)).toEqual([])
    const number = created.body.data.rows[0]?.[no] ?? null
    const change = async (type: 'H' | 'L', extra: Row) => {
      const [row] = await user.query(type === 'H' ? list : lines, { [no]: number })
      const flags = { ROW_TYPE: type, BATCH_FLAG: 'U', DOC_REF: String(number) }
      return user.save(save, [{ ...row, ...flags, ...extra }])
    }
    await setUse('N')
    try {
      expect(rowErrors(await change('H', { REMARK: 'late' }))).toEqual([])
      expect(rowErrors(await change('L', { ORDER_QTY: 4 }))).toEqual([])
      for (const [type, column, code] of others) {
        const refused = await change(type, { [column]: code })
        expect(rowErrors(refused).map(([, name]) => name)).toEqual([column])
      }
      const fresh = await user.save(
        save,
        toRows({ OWNER_CD: 'FORMER', ...head }, [{ STOCK_CD: 'ITEM', ORDER_QTY: 5, ...line }]),
      )
      expect(fresh.status).toBe(422)
    } finally {
      await setUse('Y')
    }
  },
)
