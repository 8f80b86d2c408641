import { masterScreen } from '#kernel/master-screen.ts'
import { shipTos } from '../operations/masters.ts'

/** Where a customer's goods go, or their samples, kept by their own staff. */
export function customerShipTo(route: string, sample: 'Y' | 'N') {
  return masterScreen(route, shipTos, {
    search: ['OWNER_CD', 'SHIP_TO_CD', 'SHIP_TO_NM', 'COUNTRY_NM', 'USE_YN'],
    keys: ['OWNER_CD', 'SHIP_TO_CD'],
    named: ['OWNER_NM'],
    typed: [
      'SHIP_TO_NM',
      'COUNTRY_NM',
      'MANAGER_NM',
      'PHONE_NO',
      'ADDRESS',
      'SHELF_LIFE_DAYS',
      'USE_YN',
      'REMARK',
    ],
    more: [{ field: 'SAMPLE_YN', editable: true, default: sample, hidden: true }],
    fixed: { SAMPLE_YN: sample },
  })
}
