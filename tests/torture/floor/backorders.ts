import sql from 'sql-template-tag'
import { itemById } from './catalogue.ts'
import { getPile } from './building.ts'
import { toText, toThousandths, type Floor, type Person, type Reply } from './floor.ts'
import { newShipment, type Shipment } from './shipments.ts'

const listRest = (rest: ReadonlyMap<string, number>): string =>
  [...rest]
    .map(([code, qty]) => `${code} ${qty / 1000}`)
    .toSorted()
    .join(', ')

/** Ordered quantities that were not shipped according to the books, by item code. */
function getRest({ wanted, load }: Shipment): Map<string, number> {
  const rest = new Map(wanted)
  for (const { key, booked } of load) {
    const { code } = itemById(getPile(key).item)
    rest.set(code, (rest.get(code) ?? 0) - booked)
  }
  return new Map([...rest].filter(([, qty]) => qty !== 0))
}

/** Compares the backorder of a shipped order with the quantities that were not shipped. */
export async function judgeBackorder(
  floor: Floor,
  person: Person,
  shipment: Shipment,
  shipped: Reply,
): Promise<Shipment | undefined> {
  const { number, wcode, hasBackorder } = shipment
  const SHIPMENT_NO = toText(shipped.rows[0]?.['BACKORDER_NO'])
  const lines =
    SHIPMENT_NO === ''
      ? []
      : await floor.query(person, wcode, 'outbound/shipment-lines', { SHIPMENT_NO })
  const created = new Map(
    lines.map((row) => [toText(row['STOCK_CD']), toThousandths(row['ORDER_QTY'])]),
  )
  const rest = hasBackorder ? getRest(shipment) : new Map<string, number>()
  if (listRest(created) !== listRest(rest)) {
    const text = `${number} left open ${listRest(rest)}, its backorder ${SHIPMENT_NO} is ${listRest(created)}`
    floor.find('BACKORDER', text, `${wcode}|@${number}`)
  }
  return SHIPMENT_NO === '' ? undefined : newShipment(SHIPMENT_NO, wcode, created, true)
}

const getState = async ({ db }: Floor, number: string): Promise<string | undefined> => {
  const [row] = await db.query<{ state: string }>(sql`
    select state_cd state from shipment where shipment_no = ${number}`)
  return row?.state
}

const hasReturns = async ({ db }: Floor, number: string): Promise<boolean> => {
  const [row] = await db.query(sql`
    select from receipt where shipment_no = ${number} and state_cd <> '90' limit 1`)
  return row !== undefined
}

/**
 * Cancelling a shipment also cancels its backorder. It is rejected only if work on the backorder
 * has started or a return of the shipment is registered.
 */
export async function judgeCancelled(
  floor: Floor,
  { number, wcode, backorder }: Shipment,
  reply: Reply,
): Promise<void> {
  if (!backorder) return
  const state = await getState(floor, backorder.number)
  const isRight = reply.isDone
    ? state === '90'
    : state !== '10' || (await hasReturns(floor, number))
  if (isRight) return
  const text = `shipping of ${number} cancelled: ${reply.status}, backorder ${backorder.number} at ${state}: ${reply.text}`
  floor.find('BACKORDER', text, `${wcode}|@${number}`)
}
