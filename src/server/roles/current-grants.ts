import sql from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'

export interface CurrentGrant extends Record<string, unknown> {
  role_cd: string
  menu_id: string
  actions: string[]
  version: number
  updated_by: string
  updated_at: string
}

export const grantKey = (roleCd: string, menuId: string): string => `${roleCd} ${menuId}`

export async function readCurrentGrants(
  tx: Transaction,
  roles: readonly string[],
): Promise<Map<string, CurrentGrant>> {
  const rows = await tx.query<CurrentGrant>(sql`
    select role_cd, menu_id, actions, version, updated_by, updated_at from role_menu
    where role_cd = any(${[...new Set(roles)]}::text[]) for update`)
  return new Map(rows.map((row) => [grantKey(row.role_cd, row.menu_id), row]))
}
