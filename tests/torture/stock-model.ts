import { deepStrictEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import type { TestSite } from '#tests/support/app.ts'
import type { WireAnswer, WireUser } from './wire-user.ts'

type Row = Record<string, Value>

interface ItemBooks {
  normal: number
  held: number
}

export type Stage = 'ordered' | 'allocated' | 'listed' | 'picked' | 'checked' | 'shipped'

export interface ModelShipment {
  readonly number: string
  readonly item: string
  readonly ordered: number
  stage: Stage
  /** Quantity allocated or picked and not yet shipped. */
  taken: number
}

interface SentSave {
  readonly procedure: string
  readonly rows: readonly Row[]
  readonly key: string
  readonly answer: unknown
}

export interface ModelReceipt {
  readonly number: string
  readonly item: string
  readonly qty: number
}

export class StockModel {
  readonly items = new Map<string, ItemBooks>()
  readonly shipments: ModelShipment[] = []
  readonly receipts: ModelReceipt[] = []
  readonly sent: SentSave[] = []
  /** Quantity allocated or picked by shipments of earlier runs, which remain unchanged. */
  readonly takenBefore = new Map<string, number>()

  books(item: string): ItemBooks {
    const books = this.items.get(item) ?? { normal: 0, held: 0 }
    this.items.set(item, books)
    return books
  }

  taken(item: string): number {
    return this.shipments
      .filter((shipment) => shipment.item === item && shipment.stage !== 'shipped')
      .reduce((sum, shipment) => sum + shipment.taken, this.takenBefore.get(item) ?? 0)
  }

  free(item: string): number {
    return this.books(item).normal - this.taken(item)
  }
}

export interface Balance extends Record<string, unknown> {
  readonly id: number
  readonly cell: string
  readonly lot: string
  readonly qty: number
  readonly free: number
}

export class RealStock {
  readonly site: TestSite
  readonly user: WireUser
  readonly items: readonly string[]
  commands = 0
  readonly kinds = new Map<string, number>()

  constructor(site: TestSite, user: WireUser, items: readonly string[]) {
    this.site = site
    this.user = user
    this.items = items
  }

  item(at: number): string {
    return this.items[at % this.items.length] ?? ''
  }

  note(kind: string): void {
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1)
  }

  async save(model: StockModel, procedure: string, rows: readonly Row[]): Promise<WireAnswer> {
    const key = randomUUID()
    const response = await this.user.save(procedure, rows, key)
    this.note(`${procedure} ${response.status}`)
    if (response.status === 200) {
      model.sent.push({ procedure, rows, key, answer: response.body.data })
    }
    return response
  }

  async saveOrThrow(model: StockModel, procedure: string, rows: readonly Row[]): Promise<Row[]> {
    const response = await this.save(model, procedure, rows)
    deepStrictEqual(
      [procedure, response.status, response.status === 200 ? '' : response.body],
      [procedure, 200, ''],
    )
    return response.body.data.rows
  }

  balances(item: string, condition: string): Promise<Balance[]> {
    return this.site.db.query<Balance>(sql`
      select balance_id id, cell_cd cell, lot_no lot, qty, qty - alloc_qty - pick_qty free
      from stock_balance join lot using (lot_id)
      where wcode = 'W01' and stock_balance.owner_cd = 'HANBIT' and stock_balance.stock_cd = ${item}
        and condition_cd = ${condition} and qty > 0 order by balance_id`)
  }

  async received({ number }: ModelReceipt): Promise<{ movement: number; free: number }> {
    const [row] = await this.site.db.query<{ movement: number; free: number }>(sql`
      select m.movement_no movement, b.qty - b.alloc_qty - b.pick_qty free
      from stock_movement m join stock_balance b on b.balance_id = m.to_balance_id
      where m.movement_cd = 'RECEIPT' and m.doc_no = ${number} and m.reverses_no is null`)
    if (!row) throw new Error(`receipt ${number} has no movement`)
    return row
  }

  async compare(model: StockModel, ...items: readonly string[]): Promise<void> {
    const rows = await this.site.db.query(sql`
      select i.item, coalesce(sum(qty) filter (where condition_cd = 'NORMAL'), 0) normal,
        coalesce(sum(qty) filter (where condition_cd = 'HELD'), 0) held,
        coalesce(sum(alloc_qty + pick_qty), 0) taken
      from unnest(${[...items]}::text[]) with ordinality i(item, at)
      left join stock_balance b on b.wcode = 'W01' and b.owner_cd = 'HANBIT' and b.stock_cd = i.item
      group by i.item, i.at order by i.at`)
    deepStrictEqual(
      rows,
      items.map((item) => ({ item, ...model.books(item), taken: model.taken(item) })),
    )
  }
}
