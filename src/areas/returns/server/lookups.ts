import sql from 'sql-template-tag'
import type { Lookup } from '#server/engine/lookup.ts'

/** Item groups of an owner, and `*` for all items that no other policy covers. */
export const returnLookups: readonly Lookup[] = [
  {
    name: 'return-group',
    scope: 'owner',
    select: sql`select group_cd code, group_nm name, owner_cd, '' detail
      from stock_group where use_yn = 'Y'
      union all select '*', '그 밖의 품목 · All others', owner_cd, '' from owner`,
  },
]
