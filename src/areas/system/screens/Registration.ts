import { grid, type WorkScreen } from '#kernel/screen.ts'
import { decideRegistrations, registrations } from '../operations/registrations.ts'

export const registrationScreen: WorkScreen = {
  kind: 'work',
  route: 'Registration',
  search: ['STATE_CD', 'USER_ID', 'USER_NM', 'EMAIL', 'CORP_NM', 'CREATED_AT'],
  searchDefaults: { STATE_CD: 'REQUESTED' },
  searchAtOpen: true,
  act: decideRegistrations,
  grid: grid({
    source: registrations,
    checks: true,
    rowTone: (row) => (row['STATE_CD'] === 'REQUESTED' ? undefined : 'quiet'),
    columns: [
      'REGISTRATION_NO',
      'STATE_CD',
      { field: 'USER_ID', frozen: true },
      'USER_NM',
      'CORP_NM',
      'REMARK',
      { field: 'ROLES', editable: true },
      { field: 'WAREHOUSES', editable: true },
      { field: 'OWNERS', editable: true },
      { field: 'ALL_OWNERS_YN', editable: true },
      { field: 'REJECT_YN', editable: true },
      { field: 'REASON', editable: true },
      'EMAIL',
      'PHONE_NO',
      'CREATED_AT',
      'DECIDED_BY',
      'DECIDED_AT',
    ],
  }),
}
