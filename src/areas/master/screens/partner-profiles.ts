import { partnerProfiles } from '#areas/master/operations/partner-messages.ts'
import { changeColumns, editableColumns, isUnsavedRow } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'

/** Partner profiles, with the permissions of the screen that opens the popup. */
export function profilesScreen(route: string): MasterScreen {
  return {
    kind: 'master',
    route,
    search: ['OWNER_CD'],
    save: partnerProfiles.save,
    grid: grid({
      source: partnerProfiles.query,
      columns: [
        { field: 'OWNER_CD', editable: isUnsavedRow, frozen: true },
        { field: 'PROFILE_CD', editable: isUnsavedRow, frozen: true },
        ...editableColumns(
          'PROFILE_NM',
          'RECEIPT_YN',
          'SHIPMENT_YN',
          'STOCK_YN',
          'ADJUST_YN',
          'AUTO_YN',
        ),
        ...editableColumns('FIELD_MAP', 'CODE_MAP'),
        'TOKEN_AT',
        ...editableColumns('WEBHOOK_URL'),
        'WEBHOOK_AT',
        ...editableColumns('USE_YN', 'REMARK'),
        ...changeColumns,
      ],
    }),
  }
}
