import { deepStrictEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import type { Answer, TestSite, TestUser } from '#tests/support/app.ts'

type Row = Record<string, Value>

/** What the books should say of one item: pieces free to use, held, and promised or picked. */
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
  /** Promised or picked for it, while it has not left. */
  taken: number
}

interface SentSave {
  readonly procedure: string
  readonly rows: readonly Row[]
  readonly key: string
  readonly answer: unknown
}

/** The books as simple arithmetic says they should be. */
export class StockModel {
  readonly items = new Map<string, ItemBooks>()
  readonly shipments: ModelShipment[] = []
  readonly sent: SentSave[] = []
  /** Promised or picked by shipments of earlier runs, which nobody touches any more. */
  readonly takenBefore = new Map<string, number>()

  books(item: string): ItemBooks {
    const books = this.items.get(item) ?? { normal: 0, held: 0 }
    this.items.set(item, books)
    return books
  }

  taken(item: string): number {
    return this.shipments
      .filter((one) => one.item === item && one.stage !== 'shipped')
      .reduce((sum, one) => sum + one.taken, this.takenBefore.get(item) ?? 0)
  }

  free(item: string): number {
    return this.books(item).normal - this.taken(item)
  }
}

/** The real thing: a signed-in user of a server over a real store. */
export class RealStock {
  readonly site: TestSite
  readonly user: TestUser
  commands = 0

  constructor(site: TestSite, user: TestUser) {
    this.site = site
    this.user = user
  }

  /** Sends a save and keeps it, so that it may be sent once more later. */
  async save(model: StockModel, procedure: string, rows: readonly Row[]): Promise<Answer> {
    const key = randomUUID()
    const answer = await this.user.save(procedure, rows, key)
    if (answer.status === 200) {
      model.sent.push({ procedure, rows, key, answer: answer.body.data })
    }
    return answer
  }

  /** The same, where the model says that it must succeed. */
  async must(model: StockModel, procedure: string, rows: readonly Row[]): Promise<Row[]> {
    const answer = await this.save(model, procedure, rows)
    deepStrictEqual(
      [procedure, answer.status, answer.status === 200 ? '' : answer.body],
      [procedure, 200, ''],
    )
    return answer.body.data.rows
  }

  /** Pieces of stock that lie somewhere, in a fixed order. */
  balances(item: string, condition: string) {
    return this.site.db.query<{ id: number; cell: string; qty: number; free: number }>(sql`
      select balance_id id, cell_cd cell, qty, qty - alloc_qty - pick_qty free from stock_balance
      where stock_cd = ${item} and condition_cd = ${condition} and qty > 0 order by balance_id`)
  }

  /** Holds the books of an item, as the store has them, against the model's. */
  async compare(model: StockModel, item: string): Promise<void> {
    const [row] = await this.site.db.query(sql`
      select coalesce(sum(qty) filter (where condition_cd = 'NORMAL'), 0) normal,
        coalesce(sum(qty) filter (where condition_cd = 'HELD'), 0) held,
        coalesce(sum(alloc_qty + pick_qty), 0) taken
      from stock_balance where stock_cd = ${item}`)
    deepStrictEqual({ item, ...row }, { item, ...model.books(item), taken: model.taken(item) })
  }
}
