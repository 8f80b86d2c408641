import sql from 'sql-template-tag'
import { menuByRoute, standardPlace, topOfMenu } from '#areas/menu-map.ts'
import {
  moveMenu,
  saveSiteMenus,
  siteMenus,
  siteScreens,
} from '#areas/system/operations/site-facts.ts'
import { codeLists } from '#areas/code-lists.ts'
import { siteMenu } from '#areas/system/tables/site-facts.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import { logWithinReach } from '#server/auth/user-reach.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { recordHistory } from '#server/engine/fact-history.ts'
import {
  handleEdits,
  handleProcedure,
  handleQuery,
  type Handler,
  type ImportKind,
  type QueryCall,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import type { Lookup } from '#server/engine/lookup.ts'
import { saveSheet, tableImport } from '#server/engine/table-import.ts'
import { saveTable } from '#server/engine/table-save.ts'
import type { GrantCatalogue } from './grant-catalogue.ts'
import { menuRows, standardGroups, topLevelName } from './menu-rows.ts'
import { moveMenuRow, notInMenuTree } from './move-menu.ts'

function selectMenuFacts({ menus }: GrantCatalogue, language: Language) {
  const screens = [...menus.values()].map((menu) => ({
    menu_id: menu.menuId,
    group_nm: menu.groups[language],
    standard_nm: menu.names[language],
    path: menuByRoute(menu.menuId)?.path ?? '',
    abbr: menuByRoute(menu.menuId)?.abbr ?? '',
    seq: menu.seq,
    queries: menu.operations.flatMap(({ type, name }) => (type === 'query' ? [name] : [])),
    procedures: menu.operations.flatMap(({ type, name }) => (type === 'query' ? [] : [name])),
    offered: [...menu.offered]
      .map((action) => codeLists['grant-action']?.[action]?.[language] ?? action)
      .join(', '),
    upper: standardPlace(menu.menuId)?.upper,
    place_at: standardPlace(menu.menuId)?.seq,
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(screens)}::jsonb) as m(menu_id text, group_nm text,
    standard_nm text, path text, abbr text, seq integer, queries text[], procedures text[],
    offered text, upper text, place_at integer)`
}

const screenRows = (catalogue: GrantCatalogue, { language, userId }: QueryCall) => sql`
  select m.menu_id, m.group_nm, coalesce(s.menu_nm, m.standard_nm) menu_nm, m.abbr, m.path,
    array_to_string(m.queries, ', ') queries,
    array_to_string(m.procedures, ', ') procedures, m.offered, m.seq,
    (select string_agg(r.role_nm, ', ' order by r.role_nm) from app_role r
      where r.all_yn = 'Y' or exists (select from role_menu rm
        where rm.role_cd = r.role_cd and rm.menu_id = m.menu_id and rm.actions <> '{}')) role_nms,
    coalesce(v.visits, 0) use_count
  from ${selectMenuFacts(catalogue, language)} left join site_menu s using (menu_id)
  left join (select menu_id, count(*)::integer visits from visit_log
    where visited_at > now() - interval '30 days'
      and ${logWithinReach(sql`visit_log.user_id`, userId)} group by menu_id) v using (menu_id)`

export const siteMenuNotFound = label(
  '등록되지 않은 메뉴입니다. 새 메뉴그룹은 영문 대문자 코드로 등록하세요.',
  'Menu not found. Give a new menu group a code in capital letters.',
)
export const requiredMenu = label(
  '숨기면 다시 표시할 수 없으므로 숨길 수 없는 화면입니다.',
  'This screen cannot be hidden, as it could not be shown again.',
)
export const menuGroupNeedsName = label(
  '메뉴그룹의 이름을 입력하세요.',
  'Enter a name for the menu group.',
)
export const menuGroupNotFound = label('없는 메뉴그룹입니다.', 'Menu group not found.')
export const productMenu = label(
  '기본 메뉴는 삭제할 수 없습니다. 숨김으로 변경하세요.',
  'Standard menus cannot be deleted. Hide them instead.',
)
/** Menus that cannot be hidden, because users need them to unhide others. */
const alwaysVisibleMenus = new Set(['Menu', 'CmsMenuMgt'])
const groupCode = /^[A-Z][A-Z0-9_-]{1,29}$/

type Problem = readonly [column: string, text: Label]

function findProblem(row: SaveRow, { menus }: GrantCatalogue, groups: ReadonlySet<string>) {
  const { MENU_ID, UPPER_MENU_ID, HIDE_YN, MENU_NM } = row.values
  const menu = String(MENU_ID)
  const upper = UPPER_MENU_ID ?? null
  const place = standardPlace(menu)
  const isOwn = !place && !menus.has(menu)
  if (isOwn && (menu === topOfMenu || !groupCode.test(menu)))
    return ['MENU_ID', siteMenuNotFound] as const
  if (row.flag === 'D') return isOwn ? undefined : (['MENU_ID', productMenu] as const)
  if (HIDE_YN === 'Y' && alwaysVisibleMenus.has(menu)) return ['HIDE_YN', requiredMenu] as const
  if (isOwn && (MENU_NM ?? null) === null) return ['MENU_NM', menuGroupNeedsName] as const
  if (upper === null) return undefined
  if (!isOwn && !place) return ['UPPER_MENU_ID', notInMenuTree] as const
  return groups.has(String(upper)) ? undefined : (['UPPER_MENU_ID', menuGroupNotFound] as const)
}

/** Rows to store, with values equal to the standard left empty. */
function toStoredRow(row: SaveRow, { menus }: GrantCatalogue): SaveRow {
  const menu = String(row.values['MENU_ID'])
  const place = standardPlace(menu)
  const isGroup = place ? place.isGroup : !menus.has(menu)
  const upperMenu = row.values['UPPER_MENU_ID'] ?? null
  const upper = isGroup
    ? (upperMenu ?? place?.upper ?? topOfMenu)
    : upperMenu === place?.upper
      ? null
      : upperMenu
  const values = { ...row.values, UPPER_MENU_ID: upper, GROUP_YN: isGroup ? 'Y' : 'N' }
  // A menu that was never changed has no row and version 0.
  const isFirst = row.flag === 'U' && row.version === 0
  return isFirst ? { ...row, flag: 'I', version: null, values } : { ...row, values }
}

const storedColumns = [...Object.keys(saveSiteMenus.input), 'GROUP_YN']

async function saveMenus(call: SaveCall, catalogue: GrantCatalogue) {
  const known = await call.tx.query<{ menu_id: string }>(sql`
    select menu_id from site_menu where group_yn = 'Y'`)
  const created = call.rows.flatMap(({ flag, values }) => (flag === 'I' ? [values['MENU_ID']] : []))
  const groups = new Set([...known.map(({ menu_id: id }) => id), ...created.map(String)])
  const errors = call.rows.flatMap((row) => {
    const problem: Problem | undefined = findProblem(row, catalogue, groups)
    return problem ? [{ row: row.no, column: problem[0], text: problem[1] }] : []
  })
  if (errors.length > 0) throw invalidRows(errors)
  await recordHistory(call)
  const rows = call.rows.map((row) => toStoredRow(row, catalogue))
  return saveTable({ ...call, rows }, siteMenu, storedColumns)
}

const siteMenuImport = tableImport(siteMenu, saveSiteMenus.input)

function menuImport(known: () => GrantCatalogue): ImportKind {
  return {
    record: async (call, take) => {
      const storedRows = call.rows.map((row) => toStoredRow(row, known()))
      const taken = storedRows.filter(
        ({ values: { MENU_ID, GROUP_YN: _group, HIDE_YN, ...more } }) => {
          const hasSettings =
            HIDE_YN === 'Y' || Object.values(more).some((value) => (value ?? null) !== null)
          return hasSettings || !known().menus.has(String(MENU_ID))
        },
      )
      const { result, entries } = await siteMenuImport.record({ ...call, rows: taken }, take)
      return { result: { ...result, ...saveSheet(call, entries, 0) }, entries }
    },
    undo: async (call, entries) => {
      await recordHistory(call)
      // First move entries out of the groups that will be deleted.
      await call.tx.execute(sql`
        update site_menu set upper_menu_id = case group_yn when 'Y' then ${topOfMenu} end
        where menu_id <> ${topOfMenu}
          and menu_id = any(${entries.map(({ key }) => String(key['menu_id']))}::text[])`)
      return siteMenuImport.undo(call, entries)
    },
  }
}

export function siteMenuHandlers(known: () => GrantCatalogue): readonly Handler[] {
  return [
    handleQuery(siteMenus, 'v.place, v.menu_id', ({ language }) =>
      menuRows(selectMenuFacts(known(), language), language),
    ),
    handleEdits(saveSiteMenus, (call) => saveMenus(call, known()), menuImport(known)),
    handleProcedure(moveMenu, (call) =>
      moveMenuRow(call, menuRows(selectMenuFacts(known(), 'ko'), 'ko')),
    ),
    handleQuery(siteScreens, 'v.seq', (call) => screenRows(known(), call)),
  ]
}

export const menuGroupLookup: Lookup = {
  name: 'menu-group',
  scope: 'company',
  bound: 'refused',
  select: sql`
    select s.menu_id code, coalesce(s.menu_nm, g.ko, ${topLevelName.ko}) "name",
      coalesce(s.english_nm, s.menu_nm, g.en, ${topLevelName.en}) detail
    from site_menu s left join ${standardGroups} on g.menu_id = s.menu_id
    where s.group_yn = 'Y'`,
}
