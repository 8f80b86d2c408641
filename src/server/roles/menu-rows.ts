import sql, { type Sql } from 'sql-template-tag'
import { standardPlaces, topOfMenu } from '#areas/menu-map.ts'
import { label, type Language } from '#kernel/label.ts'

export const topLevelName = label('최상위', 'Top')

const groups = standardPlaces
  .filter(({ isGroup }) => isGroup)
  .map(({ id, title, upper, seq }) => ({ menu_id: id, ...title, upper, seq }))

export const standardGroups = sql`jsonb_to_recordset(${JSON.stringify(groups)}::jsonb)
  as g(menu_id text, ko text, en text, upper text, seq integer)`

/** Position of screens without a group: after the tree. */
const lastPlace = 1_000_000

/**
 * Menu of the site in tree order: standard groups, site groups, the screens of `facts`, and finally
 * screens without a group.
 */
export function menuRows(facts: Sql, language: Language): Sql {
  const name = language === 'ko' ? sql`ko` : sql`en`
  return sql`
    with recursive product as (
      select g.menu_id, g.${name} standard_nm, g.upper, g.seq place_at, 'Y' group_yn, g.seq,
        null::text group_nm, null::text path, null::text abbr from ${standardGroups}
      union all
      select m.menu_id, m.standard_nm, m.upper, m.place_at, 'N', m.seq, m.group_nm, m.path, m.abbr
      from ${facts}),
    node as (
      select menu_id, coalesce(p.group_yn, s.group_yn) group_yn, p.standard_nm, p.group_nm, p.path,
        p.abbr, s.menu_nm, s.english_nm, s.icon_cd, s.menu_seq, coalesce(s.hide_yn, 'N') hide_yn,
        coalesce(s.version, 0) version, s.updated_by, s.updated_at,
        coalesce(s.upper_menu_id, p.upper) upper_menu_id,
        coalesce(s.menu_seq, p.place_at, ${lastPlace}) at, coalesce(p.seq, ${lastPlace}) seq,
        ${language === 'ko' ? sql`coalesce(s.menu_nm, p.standard_nm)` : sql`coalesce(s.english_nm, s.menu_nm, p.standard_nm)`} nm
      from product p full join site_menu s using (menu_id)
      where (p.menu_id is not null or s.group_yn = 'Y') and menu_id <> ${topOfMenu}),
    tree as (
      select n.*, 1 level, array[n.at, n.seq] place from node n where n.upper_menu_id = ${topOfMenu}
      union all
      select n.*, t.level + 1, t.place || n.at || n.seq from node n
      join tree t on t.menu_id = n.upper_menu_id and t.group_yn = 'Y'),
    listed as (
      select * from tree
      union all
      select n.*, 1, array[${lastPlace}, n.seq] from node n where n.upper_menu_id is null)
    select l.*, repeat('　', l.level - 1) || case when l.group_yn = 'Y' then '▾ ' else '' end || l.nm
        tree_nm, coalesce(u.nm, case when l.upper_menu_id is not null then ${topLevelName[language]} end)
        upper_nm
    from listed l left join node u on u.menu_id = l.upper_menu_id`
}
