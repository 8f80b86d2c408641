import sql from 'sql-template-tag'
import { isVisibleWarehouse } from '#server/auth/visible-names.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { serialStatus, serialStepFrom } from '../rules/serial-status.ts'
import type { Posting, SerialPart } from './posting.ts'
import {
  serialsError,
  explainSerials,
  prefixSerial,
  serialOfOtherShipment,
  serialTexts,
  type NamedSerial,
} from './serial-errors.ts'

type RegistrationKind = 'receive' | 'find' | 'return'

interface ArrivingSerial extends NamedSerial {
  readonly at: number
  readonly way: RegistrationKind
  readonly doc: string
  readonly line: number
}

const registrationKinds: Readonly<Record<string, RegistrationKind>> = {
  SUPPLIER: 'receive',
  CUSTOMER: 'return',
  ADJUSTMENT: 'find',
}

interface KnownSerial extends Record<string, unknown> {
  readonly at: number
  readonly state_cd: string
  readonly last_no: string | null
  readonly origin_no: string | null
  readonly is_shared: boolean
  readonly is_visible: boolean
}

/**
 * Serials that shipped before their item had level ALL, or that arrive in a return without
 * shipment.
 */
const isKnownElsewhere = sql`exists (select from receipt r
    where r.receipt_no = g.doc and r.blind_yn = 'Y')
  or exists (select from shipment_match m join shipment s using (shipment_no)
    where m.match_cd = 'SERIAL' and m.owner_cd = g.owner and m.stock_cd = g.item
      and m.match_no = g.serial and s.shipped_at is not null)`

/**
 * Creates the serials that arrive for the first time and locks all of them. Throws for rows with
 * serials that are already in use, or that are returned but never left.
 */
export async function registerSerials(call: Posting, parts: readonly SerialPart[]): Promise<void> {
  const first = parts.filter(({ lo, names }) => lo === 0 && names !== null)
  const rows = Map.groupBy(first, ({ row }) => row)
  const arriving = first
    .flatMap(
      ({
        row,
        owner_cd: owner,
        stock_cd: item,
        from_place_cd,
        doc_no: doc,
        doc_line: line,
        names,
      }) => {
        const way = registrationKinds[from_place_cd] ?? 'find'
        const isOnly = names?.length === 1 && rows.get(row)?.length === 1
        return (names ?? []).map((serial) => ({ row, owner, item, serial, isOnly, way, doc, line }))
      },
    )
    .map((serial, index): ArrivingSerial => ({ ...serial, at: index }))
  if (arriving.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(arriving)}::jsonb)
    g(at integer, owner text, item text, serial text, way text, doc text,
    line integer)`
  await call.tx.execute(sql`
    insert into serial (owner_cd, stock_cd, serial_no, state_cd)
    select g.owner, g.item, g.serial,
      case g.way when 'return' then ${serialStatus.shipped} else ${serialStatus.expected} end
    from ${given} where g.way <> 'return' or ${isKnownElsewhere}
    order by 1, 2, 3 on conflict on constraint serial_once do nothing`)
  // Waits here for other saves to commit. The next statement then reads their data.
  await call.tx.query(sql`
    select 1 from serial s join ${given} on s.owner_cd = g.owner and s.stock_cd = g.item
      and s.serial_no = g.serial
    order by s.owner_cd, s.stock_cd, s.serial_no for no key update of s`)
  const found = await call.tx.query<KnownSerial>(sql`
    select g.at, s.state_cd, r.shipment_no origin_no, coalesce(l.order_qty > 1, false) is_shared,
      d.last_no, ${isVisibleWarehouse('d.wcode', call)} is_visible
    from ${given} join serial s on s.owner_cd = g.owner and s.stock_cd = g.item
      and s.serial_no = g.serial
    left join receipt r on g.way = 'return' and r.receipt_no = g.doc
    left join receipt_line l on l.receipt_no = r.receipt_no and l.line_no = g.line
    left join lateral (
      select m.doc_no last_no, m.wcode, 1 turn, 0 life_no from stock_movement m
      where m.movement_no = s.last_movement_no
      union all
      select m.shipment_no, h.wcode, 2, m.life_no from shipment_match m
      join shipment h using (shipment_no)
      where m.match_cd = 'SERIAL' and m.owner_cd = g.owner and m.stock_cd = g.item
        and m.match_no = g.serial
      order by turn, life_no desc limit 1) d on true`)
  await rejectUnfit(call, arriving, new Map(found.map((serial) => [serial.at, serial])))
}

async function rejectUnfit(
  call: Posting,
  arriving: readonly ArrivingSerial[],
  known: ReadonlyMap<number, KnownSerial>,
): Promise<void> {
  const other = arriving.flatMap(({ at, row, serial, isOnly, way }) => {
    const one = known.get(at)
    if (one?.is_shared) return [serialsError(row, serialTexts.onePerLine)]
    const isOther = way === 'return' && (!one || isOfOtherShipment(one))
    if (!isOther) return []
    const last = one?.last_no ? (one.is_visible ? one.last_no : null) : ''
    return [serialsError(row, prefixSerial(serial, isOnly, serialOfOtherShipment(last)))]
  })
  const unfit = arriving.filter(({ at, way }) => {
    const state = known.get(at)?.state_cd
    return state !== undefined && !serialStepFrom[way].includes(state)
  })
  const errors = [...(await explainSerials(call, unfit)), ...other]
  if (errors.length > 0) {
    throw invalidRows([...new Map(errors.map((error) => [error.row, error])).values()])
  }
}

const isOfOtherShipment = ({ state_cd, last_no, origin_no }: KnownSerial): boolean =>
  state_cd === serialStatus.shipped && origin_no !== null && last_no !== origin_no
