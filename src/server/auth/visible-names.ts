import sql, { raw, type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { DataScope } from './caller.ts'
import { selectWarehouses } from './session.ts'

export interface Viewer {
  readonly userId: string
  readonly scope?: Pick<DataScope, 'wcode'>
}

/** SQL condition: the caller may read places and documents of this warehouse. */
export function isVisiblePlace(wcode: Sql | string, { userId, scope }: Viewer): Sql {
  const place = typeof wcode === 'string' ? raw(wcode) : wcode
  return sql`(${place} = ${scope?.wcode ?? null}
    or ${place} in (${selectWarehouses(sql`${userId}`)}))`
}

/** Staff that an owner-bound user must not learn of. */
const otherUser = label('다른 사용자', 'Another user')

/** Name of a user for a message, which does not name staff to owner-bound users. */
export function toShownUser(
  who: string,
  { userId, scope }: { readonly userId: string; readonly scope: Pick<DataScope, 'owners'> },
): { readonly name: Label; readonly who?: string } {
  const isShown = scope.owners === null || who === userId
  return isShown ? { name: label(`${who} 님`, who), who } : { name: otherUser }
}

/** Replaces the name of a document or place that a message must not disclose. */
const hiddenName = label('(다른 창고)', '(another warehouse)')

/** Name for a message, or `hiddenName` for null. */
export const toShownName = (name: string | null): Label =>
  name === null ? hiddenName : label(name, name)
