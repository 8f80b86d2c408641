import { grid, type WorkScreen } from '#kernel/screen.ts'
import { decideGrantRequests, grantRequests } from '../operations/grant-requests.ts'

export const grantRequestScreen: WorkScreen = {
  kind: 'work',
  route: 'GrantRequest',
  search: ['STATE_CD', 'USER_ID', 'USER_NM', 'MENU_NM', 'ACTION_CD', 'CREATED_AT'],
  searchDefaults: { STATE_CD: 'REQUESTED' },
  searchAtOpen: true,
  act: decideGrantRequests,
  grid: grid({
    source: grantRequests,
    checks: true,
    rowTone: (row) => (row['STATE_CD'] === 'REQUESTED' ? undefined : 'quiet'),
    columns: [
      'REQUEST_NO',
      'STATE_CD',
      { field: 'USER_ID', frozen: true },
      'USER_NM',
      'MENU_NM',
      'ACTION_CD',
      'REMARK',
      'ROLES',
      { field: 'ROLE_CD', editable: true },
      'ROLE_NM',
      'USER_COUNT',
      { field: 'REJECT_YN', editable: true },
      { field: 'REASON', editable: true },
      'CREATED_AT',
      'DECIDED_BY',
      'DECIDED_AT',
      'MENU_ID',
    ],
  }),
}
