import { masterScreen } from '#kernel/master-screen.ts'
import { shipTos } from '../operations/masters.ts'
import { shipToFacts, shipToSearch } from './ship-to-parts.ts'

/** Ship-tos or sample destinations of a customer, maintained by their own staff. */
export function customerShipTo(route: string, sample: 'Y' | 'N') {
  return masterScreen(route, shipTos, {
    search: shipToSearch,
    keys: ['OWNER_CD', 'SHIP_TO_CD'],
    named: ['OWNER_NM'],
    typed: [...shipToFacts, 'USE_YN', 'REMARK'],
    more: [{ field: 'SAMPLE_YN', editable: true, default: sample, hidden: true }],
    fixed: { SAMPLE_YN: sample },
  })
}
