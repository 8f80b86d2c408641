import sql, { raw, type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { selectWarehouses } from './session.ts'

/** SQL condition: the user works in this warehouse and may read its places and documents. */
export function isVisiblePlace(wcode: Sql | string, userId: string): Sql {
  const place = typeof wcode === 'string' ? raw(wcode) : wcode
  return sql`(${place} in (${selectWarehouses(sql`${userId}`)}))`
}

/** Replaces the name of a document or place that a message must not disclose. */
export const hiddenName = label('(다른 창고)', '(another warehouse)')

/** Name for a message, or `hiddenName` for null. */
export const toShownName = (name: string | null): Label =>
  name === null ? hiddenName : label(name, name)
