import sql, { join, raw, type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { columnName, type Table } from '#kernel/table.ts'
import type { QueryCall } from '#server/engine/handler.ts'
import type { RowRule } from '#server/engine/table-save.ts'
import { masterCodeLists } from '../rules/code-lists.ts'

/** Restricts the rows of a place: owner-restricted users see only dedications to their owners. */
export const hideOtherOwners =
  (table: Table) =>
  ({ scope: { owners } }: QueryCall): Sql => {
    const columns = Object.keys(table.fields)
      .filter((column) => column !== 'OWNER_CD')
      .map((column) => raw(`t.${columnName(column)}`))
    return sql`select t.version, ${join(columns, ', ')}, case when ${owners === null}
        or t.owner_cd = any(${[...(owners ?? [])]}::text[]) then t.owner_cd end owner_cd
      from ${raw(table.name)} t`
  }

/** Rejects a list of codes with one that is neither built in nor added by the site. */
export function unknownCodeError(
  column: 'STORE_CDS' | 'HAZARD_CDS',
  list: 'store-class' | 'hazard',
): RowRule {
  const known = Object.keys(masterCodeLists[list])
  return {
    column,
    where: sql`exists (
      select from unnest(string_to_array(replace(${raw(`r.${column.toLowerCase()}`)}, ' ', ''), ',')) c
      where c <> all(${known}::text[]) and not exists (select from common_code x
        where x.group_cd = ${list} and x.code_cd = c and x.use_yn = 'Y'))`,
    text: label(
      `등록되지 않은 코드가 있습니다. 쉼표로 구분하세요. 예: ${known.slice(0, 2).join(',')}`,
      `Unknown code. Separate codes with commas, such as ${known.slice(0, 2).join(',')}.`,
    ),
  }
}

export const pairNeedsTwoClasses: RowRule = {
  column: 'OTHER_CD',
  where: sql`r.hazard_cd = r.other_cd`,
  text: label('다른 위험물을 선택하세요.', 'Select another class.'),
}

export const pairListedOnce: RowRule = {
  column: 'OTHER_CD',
  where: sql`exists (select from hazard_pair p
    where (p.hazard_cd, p.other_cd) = (r.other_cd, r.hazard_cd))`,
  text: label('이미 등록된 조합입니다.', 'This pair already exists.'),
}

export const pairNotStored: RowRule = {
  column: 'OTHER_CD',
  where: sql`r.hazard_cd <> r.other_cd and hazard_pair_zone(r.hazard_cd, r.other_cd) is not null`,
  text: label(
    '한 존에 함께 보관 중입니다. 재고를 먼저 이동하세요.',
    'A zone stores both classes. Move that stock first.',
  ),
}
