import { label } from '#kernel/label.ts'
import { anyMenu } from '#server/auth/grants.ts'
import type { RowError } from '#server/base/app-error.ts'
import type { ImportEntry, ImportKind, SaveRow } from '#server/engine/handler.ts'
import { changedSinceError, prefixTitle } from '#server/engine/table-import.ts'
import { changeGrants, lockRights } from './change-grants.ts'
import type { GrantCatalogue } from './grant-catalogue.ts'
import { readCurrentGrants, grantKey } from './current-grants.ts'

const getRole = ({ values }: SaveRow): string => String(values['ROLE_CD'])

export function grantImport(catalogue: GrantCatalogue): ImportKind {
  return {
    record: async (call, save) => {
      await lockRights(call.tx)
      const roles = call.rows.map(getRole)
      const before = await readCurrentGrants(call.tx, roles)
      const rows = call.rows.map((row): SaveRow => ({ ...row, flag: 'U', version: null }))
      const result = await save({ ...call, rows })
      const after = await readCurrentGrants(call.tx, roles)
      const entries = [...after.values()].flatMap((now): ImportEntry[] => {
        const previous = before.get(grantKey(now.role_cd, now.menu_id))
        if (previous?.version === now.version) return []
        const { role_cd, menu_id } = now
        const isService = menu_id === anyMenu
        return [
          {
            change: 'U',
            key: { role_cd, menu_id },
            title: `${role_cd} / ${isService ? '서비스' : menu_id}`,
            owners: [],
            before: JSON.stringify(previous?.actions ?? []),
            mark: String(now.version),
          },
        ]
      })
      return { result, entries }
    },
    undo: async (call, entries) => {
      await lockRights(call.tx)
      const now = await readCurrentGrants(
        call.tx,
        entries.map(({ key }) => String(key['role_cd'])),
      )
      const errors = entries.flatMap((entry): RowError[] => {
        const row = now.get(grantKey(String(entry.key['role_cd']), String(entry.key['menu_id'])))
        if (!row) return [{ row: entry.no, text: prefixTitle(entry, deletedSince) }]
        if (String(row.version) === entry.mark) return []
        return [changedSinceError(call, entry, row)]
      })
      if (errors.length > 0) return errors
      await changeGrants(
        call,
        catalogue,
        entries.map(({ no, key, before }) => ({
          no,
          column: 'MENU_ID',
          roleCd: String(key['role_cd']),
          menuId: String(key['menu_id']),
          version: null,
          next: () => new Set(JSON.parse(before ?? '[]') as string[]),
        })),
      )
      return []
    },
  }
}

const deletedSince = label('이후에 삭제되었습니다.', 'Deleted since.')
