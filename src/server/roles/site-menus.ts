import sql from 'sql-template-tag'
import { menuByRoute } from '#areas/menu-map.ts'
import { saveSiteMenus, siteMenus, siteScreens } from '#areas/system/operations/site-facts.ts'
import { siteMenu } from '#areas/system/tables/site-facts.ts'
import { label, type Language } from '#kernel/label.ts'
import { badRows } from '#server/engine/app-error.ts'
import { keepHistory } from '#server/engine/fact-history.ts'
import { handleEdits, handleQuery, type Handler, type SaveCall } from '#server/engine/handler.ts'
import { saveTable } from '#server/engine/table-save.ts'
import type { GrantCatalogue } from './grant-catalogue.ts'

function menuFacts({ menus }: GrantCatalogue, language: Language) {
  const rows = [...menus.values()].map((menu) => ({
    menu_id: menu.menuId,
    group_nm: menu.groups[language],
    standard_nm: menu.names[language],
    path: menuByRoute(menu.menuId)?.path ?? '',
    abbr: menuByRoute(menu.menuId)?.abbr ?? '',
    seq: menu.seq,
    queries: menu.operations.flatMap(({ type, name }) => (type === 'query' ? [name] : [])),
    procedures: menu.operations.flatMap(({ type, name }) => (type === 'query' ? [] : [name])),
    offered: [...menu.offered].join(' '),
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(menu_id text, group_nm text,
    standard_nm text, path text, abbr text, seq integer, queries text[], procedures text[],
    offered text)`
}

const menuRows = (catalogue: GrantCatalogue, language: Language) => sql`
  select m.menu_id, m.group_nm, m.standard_nm, m.path, m.abbr, m.seq, s.menu_nm, s.english_nm,
    s.icon_cd, s.menu_seq, coalesce(s.hide_yn, 'N') hide_yn, coalesce(s.version, 0) version,
    s.updated_by, s.updated_at
  from ${menuFacts(catalogue, language)} left join site_menu s using (menu_id)`

const screenRows = (catalogue: GrantCatalogue, language: Language) => sql`
  select m.menu_id, m.group_nm, coalesce(s.menu_nm, m.standard_nm) menu_nm, m.abbr, m.path,
    array_to_string(m.queries, ', ') queries,
    array_to_string(m.procedures, ', ') procedures, m.offered, m.seq,
    (select string_agg(r.role_nm, ', ' order by r.role_nm) from app_role r
      where r.all_yn = 'Y' or exists (select from role_menu rm
        where rm.role_cd = r.role_cd and rm.menu_id = m.menu_id and rm.actions <> '{}')) role_nms,
    coalesce(v.visits, 0) use_count
  from ${menuFacts(catalogue, language)} left join site_menu s using (menu_id)
  left join (select menu_id, count(*)::integer visits from visit_log
    where visited_at > now() - interval '30 days' group by menu_id) v using (menu_id)`

const unknownMenu = label('없는 메뉴입니다.', 'Menu not found.')
const notHidden = label(
  '숨기면 다시 표시할 수 없으므로 숨길 수 없는 화면입니다.',
  'This screen cannot be hidden, as it could not be shown again.',
)
/** Where a hidden menu is brought back. */
const ways = new Set(['Menu', 'CmsMenuMgt'])

async function save(call: SaveCall, { menus }: GrantCatalogue) {
  const errors = call.rows.flatMap(({ no, values }) => {
    const menu = String(values['MENU_ID'])
    if (!menus.has(menu)) return [{ row: no, column: 'MENU_ID', text: unknownMenu }]
    const isWay = ways.has(menu) && values['HIDE_YN'] === 'Y'
    return isWay ? [{ row: no, column: 'HIDE_YN', text: notHidden }] : []
  })
  if (errors.length > 0) throw badRows(errors)
  await keepHistory(call)
  // A menu that nobody named yet has no row, and its version is 0.
  const rows = call.rows.map((row) => {
    const isFirst = row.flag === 'U' && row.version === 0
    return isFirst ? { ...row, flag: 'I' as const, version: null } : row
  })
  return saveTable({ ...call, rows }, siteMenu, Object.keys(saveSiteMenus.input))
}

/** The menu of the site over that of the product, and what its screens are. */
export function siteMenuHandlers(known: () => GrantCatalogue): readonly Handler[] {
  return [
    handleQuery(siteMenus, 'v.seq', ({ language }) => menuRows(known(), language)),
    handleEdits(saveSiteMenus, (call) => save(call, known())),
    handleQuery(siteScreens, 'v.seq', ({ language }) => screenRows(known(), language)),
  ]
}
