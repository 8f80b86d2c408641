import sql, { raw, type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { DataScope } from './caller.ts'
import { selectWarehouses } from './session.ts'

export interface Viewer {
  readonly userId: string
  readonly scope?: Pick<DataScope, 'wcode'>
}

/** SQL condition: the caller may see cells and documents of this warehouse. */
export function isVisibleWarehouse(wcode: Sql | string, { userId, scope }: Viewer): Sql {
  const place = typeof wcode === 'string' ? raw(wcode) : wcode
  return sql`(${place} = ${scope?.wcode ?? null}
    or ${place} in (${selectWarehouses(sql`${userId}`)}))`
}

/** Shown to owner-bound users in place of the name of another user. */
const otherUser = label('다른 사용자', 'Another user')

/** Name of a user for a message. Owner-bound users see only their own. */
export function toShownUser(
  who: string,
  { userId, scope }: { readonly userId: string; readonly scope: Pick<DataScope, 'owners'> },
): { readonly name: Label; readonly who?: string } {
  const isShown = scope.owners === null || who === userId
  return isShown ? { name: label(`${who} 님`, who), who } : { name: otherUser }
}

/** Shown in place of the name of a document or cell that the user must not see. */
const hiddenName = label('(다른 창고)', '(another warehouse)')

/** Name for a message, or `hiddenName` for null. */
export const toShownName = (name: string | null): Label =>
  name === null ? hiddenName : label(name, name)
