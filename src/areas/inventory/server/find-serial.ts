import sql from 'sql-template-tag'
import { ambiguityError } from '#kernel/ambiguous-code.ts'
import type { Label } from '#kernel/label.ts'
import { isVisibleWarehouse } from '#server/auth/visible-names.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { serialStatus } from '../rules/serial-status.ts'
import { serialPlace, serialTexts } from './serial-errors.ts'
import { notHeldByRule } from './active-holds.ts'

/** Serial of an owner in the caller's scope, with its current location. */
export interface FoundSerial extends Record<string, unknown> {
  readonly serial_id: string
  readonly owner_cd: string
  readonly stock_cd: string
  readonly serial_no: string
  readonly state_cd: string
  readonly balance_id: string | null
  /** Includes the warehouse if it differs from the caller's. */
  readonly cell_cd: string | null
  readonly shipment_no: string | null
  /** Whether the caller may see where the serial is. */
  readonly is_visible: boolean
  readonly is_here: boolean
  readonly is_held: boolean
}

/** Finds serials with this number, those in the warehouse and in `cell` first. */
export function findSerials(
  call: Pick<SaveCall, 'tx' | 'scope' | 'today' | 'userId'>,
  code: string,
  cell: string,
): Promise<FoundSerial[]> {
  const { tx, scope, today } = call
  return tx.query<FoundSerial>(sql`
    select s.serial_id::text, s.owner_cd, s.stock_cd, s.serial_no, s.state_cd,
      b.balance_id::text, case when b.wcode = ${scope.wcode} then b.cell_cd
        else b.wcode || ' ' || b.cell_cd end cell_cd,
      coalesce(a.shipment_no, m.doc_no) shipment_no,
      ${isVisibleWarehouse(sql`coalesce(b.wcode, h.wcode, m.wcode)`, call)} is_visible,
      coalesce(b.wcode = ${scope.wcode} and b.cell_cd = ${cell}, false) is_here,
      b.balance_id is not null
        and not (b.condition_cd = 'NORMAL' and ${notHeldByRule(today)}) is_held
    from serial s
    left join stock_balance b on b.balance_id = s.balance_id
    left join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    left join lot on lot.lot_id = b.lot_id
    left join allocation a on a.alloc_id = s.alloc_id
    left join shipment h on h.shipment_no = a.shipment_no
    left join stock_movement m on m.movement_no = s.last_movement_no
    where s.serial_no = upper(${code}) and (${scope.owners === null}
      or s.owner_cd = any(${[...(scope.owners ?? [])]}::text[]))
    order by is_here desc, b.wcode = ${scope.wcode} desc nulls last, s.serial_id`)
}

/** Reason why the serial cannot be moved from the cell it was scanned in. */
export function notMovable(found: readonly FoundSerial[]): Label | undefined {
  const [first] = found
  if (!first) return serialTexts.unknown
  const here = found.filter(({ is_here }) => is_here)
  const ambiguous = ambiguityError(here.map(({ stock_cd }) => stock_cd))
  if (ambiguous) return ambiguous
  if (!first.is_here || first.state_cd !== serialStatus.inStock) return serialPlace(first)
  return first.is_held ? serialTexts.held : undefined
}
