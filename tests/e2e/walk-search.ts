import type { Screen } from '#kernel/screen.ts'
import type { WalkArguments } from './walk-floor.ts'

/** Search fields that identify one record, best first. */
const naming = [
  'BOND_NO',
  'SHIPMENT_NO',
  'RECEIPT_NO',
  'SCM_NO',
  'DOC_NO',
  'JOB_NO',
  'MESSAGE_NO',
  'STOCK_CD',
  'CELL_CD',
  'BOX_NO',
  'PALLET_NO',
  'ZONE_CD',
  'PAYMENT_NO',
  'BILL_MONTH',
]

export function searchArgument(screen: Screen, found: WalkArguments): string {
  const isWork = !['master', 'upload', 'scan', 'single'].includes(screen.kind)
  const fields = screen.search.map((name) => name.replace('*', ''))
  const best = naming.find((name) => fields.includes(name) && found[name])
  const starred = screen.search.flatMap((name) => {
    return name.startsWith('*') && found[name.slice(1)] ? [name.slice(1)] : []
  })
  const reported = starred.length > 0 ? starred : [best]
  const { searchDefaults: days = {} } = screen
  // Replaces a default of this week or month with the record's date.
  const dated = fields.find((name) => typeof days[name] === 'string' && found[name])
  const named = (isWork ? [...reported, dated] : []).filter((name) => name !== undefined)
  return named.map((name) => ` ${name}=${found[name]}`).join('')
}
