import sql, { raw, type Sql } from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'
import { adaptation } from './adaptation.ts'
import { pileKey, placeKey, type Pile } from './building.ts'
import { toQuantity, type Floor } from './floor.ts'

interface BookRow extends Record<string, unknown>, Pile {
  readonly qty: number
}

/** Columns of `transit` to subtract from the sent quantity. */
async function arrivedColumns(db: Database): Promise<Sql> {
  const columns = await db.query<{ name: string }>(sql`
    select column_name name from information_schema.columns
    where table_schema = 'public' and table_name = 'transit'`)
  const done = columns.filter(({ name }) => adaptation.transitDone.test(name))
  return raw(done.map(({ name }) => `- t.${name}`).join(' '))
}

const facts = sql`b.owner_cd || '/' || b.stock_cd item, l.lot_no lot,
  coalesce(to_char(l.valid_dt, 'YYYYMMDD'), '') valid, b.condition_cd condition`

/**
 * Reads the books as piles: in cells without picked stock, picked by shipment, and in transit.
 * Limited to the named cells (`warehouse|cell`) if given.
 */
async function readBooks(db: Database, cells?: readonly string[]): Promise<Map<string, number>> {
  const within = cells ? sql`and b.wcode || '|' || b.cell_cd = any(${[...cells]}::text[])` : sql``
  const shelves = sql`
    select b.wcode, b.cell_cd place, ${facts}, coalesce(nullif(b.pallet_no, ''), b.box_no) unit,
      sum(b.qty - b.pick_qty) qty
    from stock_balance b join lot l using (lot_id)
    where b.qty > b.pick_qty ${within} group by 1, 2, 3, 4, 5, 6, 7`
  const done = await arrivedColumns(db)
  const others = sql`
    union all
    select b.wcode, '@' || a.shipment_no, ${facts}, '', sum(a.pick_qty)
    from allocation a join stock_balance b using (balance_id) join lot l using (lot_id)
    where a.pick_qty > 0 group by 1, 2, 3, 4, 5, 6
    union all
    select 'TRANSIT', '~' || t.transit_no, ${facts}, coalesce(nullif(t.pallet_no, ''), t.box_no),
      t.sent_qty ${done}
    from transit t join stock_balance b on b.balance_id = t.from_balance_id join lot l using (lot_id)
    where t.sent_qty ${done} > 0`
  const rows = await db.query<BookRow>(sql`${shelves} ${cells ? sql`` : others}`)
  return new Map(rows.map((row) => [pileKey(row), Math.round(Number(row.qty) * 1000)]))
}

/** Number of the newest allocation, to recognize later ones. */
export async function getLastAllocation({ db }: Floor): Promise<number> {
  const [row] = await db.query<{ last: number }>(sql`
    select coalesce(max(alloc_id), 0) last from allocation`)
  return Number(row?.last ?? 0)
}

/**
 * Compares the books with the keyed quantities, which differ from the shelves only by human errors.
 * Records every other difference as a finding and then adopts the state of the books.
 */
export async function compareBooks(floor: Floor, cells?: readonly string[]): Promise<void> {
  const { building } = floor
  const books = await readBooks(floor.db, cells)
  const wanted = cells && new Set(cells)
  const keys = [...building.keys(), ...books.keys()].filter(
    (key) => !wanted || wanted.has(placeKey(key)),
  )
  for (const key of new Set(keys)) {
    const by = (books.get(key) ?? 0) - building.booked(key)
    if (by === 0) continue
    const shelf = `shelf ${toQuantity(building.real(key))}`
    const text = `${key}: books ${toQuantity(books.get(key) ?? 0)}, keyed ${toQuantity(building.booked(key))}, ${shelf}`
    floor.find('BOOKS', text, key)
    const hands = building.begin(floor.steps, `comparison: ${text}`)
    hands.mistake(`finding BOOKS`)
    hands.book(null, key, by)
  }
  building.settle()
}

/**
 * Compares the serial numbers recorded for shipments with those of the pieces that left in them.
 */
export async function compareSerials(
  floor: Floor,
  remaining: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const rows = await floor.db.query<{ shipment: string; serials: string[] }>(sql`
    select shipment_no shipment, array_agg(match_no order by match_no) serials from shipment_match
    where match_cd = 'SERIAL' and shipment_no = any(${[...remaining.keys()]}::text[]) group by 1`)
  const matched = new Map(rows.map(({ shipment, serials }) => [shipment, serials.join(' ')]))
  for (const [shipment, serials] of remaining) {
    const real = serials.toSorted().join(' ')
    const book = matched.get(shipment) ?? ''
    if (book === real) continue
    floor.find('BOOKS', `${shipment} left with ${real}, matched are ${book}`, `W01|@${shipment}`)
  }
}

/**
 * Compares the booked place of every serial number (in stock, picked or in transit) with the keyed
 * one.
 */
export async function compareNamed(floor: Floor): Promise<void> {
  const { building } = floor
  const rows = await floor.db.query<BookRow & { serial: string; shipment: string | null }>(sql`
    select s.serial_no serial, b.wcode, b.cell_cd place, ${facts},
      coalesce(nullif(b.pallet_no, ''), b.box_no) unit, 1 qty, a.shipment_no shipment
    from serial s join stock_balance b using (balance_id) join lot l using (lot_id)
    left join allocation a on a.alloc_id = s.alloc_id`)
  const books = new Map(
    rows.map(({ serial, shipment, ...pile }) => [
      serial,
      pileKey(shipment === null ? pile : { ...pile, place: `@${shipment}`, unit: '' }),
    ]),
  )
  const keyed = building.bookedPlaces()
  for (const serial of new Set([...books.keys(), ...keyed.keys()])) {
    const [book, wanted] = [books.get(serial), keyed.get(serial)]
    // In transit a serial number belongs to no balance.
    if (book === wanted || (book === undefined && wanted?.startsWith('TRANSIT|'))) continue
    floor.find('SERIAL', `${serial}: books ${book}, keyed ${wanted}`, wanted ?? book ?? '')
    building.bookSerials(book ?? null, [serial])
  }
}
