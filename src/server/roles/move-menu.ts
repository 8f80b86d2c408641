import sql, { type Sql } from 'sql-template-tag'
import { placeOfIndex, standardPlace, topOfMenu } from '#areas/menu-map.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { recordHistory } from '#server/engine/fact-history.ts'
import type { SaveCall, SaveResult } from '#server/engine/handler.ts'

interface MenuTreeEntry extends Record<string, unknown> {
  readonly menu_id: string
  readonly upper_menu_id: string | null
  readonly group_yn: string
  readonly nm: string
  readonly at: number
}

interface Target {
  readonly upper: string
  readonly index: number
}

export const alreadyFirst = label('맨 위에 있는 메뉴입니다.', 'This menu is the first one here.')
export const alreadyLast = label('맨 아래에 있는 메뉴입니다.', 'This menu is the last one here.')
export const noGroupAbove = label(
  '바로 위에 메뉴그룹이 있어야 그 안으로 옮길 수 있습니다.',
  'A menu can only be moved into a group that is directly above it.',
)
export const notInGroup = label('메뉴그룹 밖에 있는 메뉴입니다.', 'This menu is not in a group.')
export const notInMenuTree = label(
  '메뉴 트리에 없는 화면입니다.',
  'This screen is not in the menu tree.',
)

function rejectMove(text: Label): never {
  throw invalidRows([{ row: 1, column: 'MENU_ID', text }])
}

const entriesInside = (all: readonly MenuTreeEntry[], upper: string) =>
  all.filter(({ upper_menu_id: above }) => above === upper)

function findTarget(all: readonly MenuTreeEntry[], entry: MenuTreeEntry, step: string): Target {
  const upper = entry.upper_menu_id ?? rejectMove(notInMenuTree)
  const siblings = entriesInside(all, upper)
  const index = siblings.indexOf(entry)
  if (step === 'UP') return index > 0 ? { upper, index: index - 1 } : rejectMove(alreadyFirst)
  if (step === 'DOWN')
    return index < siblings.length - 1 ? { upper, index: index + 1 } : rejectMove(alreadyLast)
  if (step === 'IN') {
    const before = siblings[index - 1]
    if (before?.group_yn !== 'Y') return rejectMove(noGroupAbove)
    return { upper: before.menu_id, index: entriesInside(all, before.menu_id).length }
  }
  const group = all.find(({ menu_id: id }) => id === upper)
  const above = group?.upper_menu_id
  if (!group || !above) return rejectMove(notInGroup)
  return { upper: above, index: entriesInside(all, above).indexOf(group) + 1 }
}

/** New positions: only the moved entry's, or those of all siblings if there is no gap left. */
function computePositions(
  siblings: readonly MenuTreeEntry[],
  moved: MenuTreeEntry,
  index: number,
): ReadonlyMap<MenuTreeEntry, number> {
  const others = siblings.filter((entry) => entry !== moved)
  const before = others[index - 1]?.at ?? 0
  const after = others[index]?.at ?? before + placeOfIndex(1)
  const middle = Math.floor((before + after) / 2)
  if (middle > before && middle < after) return new Map([[moved, middle]])
  const inOrder = others.toSpliced(index, 0, moved)
  return new Map(inOrder.map((entry, at) => [entry, placeOfIndex(at)]))
}

export async function moveMenuRow(call: SaveCall, rows: Sql): Promise<SaveResult> {
  const [asked] = call.rows
  const all = await call.tx.query<MenuTreeEntry>(sql`
    select menu_id, upper_menu_id, group_yn, nm, at from (${rows}) v order by place, menu_id`)
  const entry =
    all.find(({ menu_id: id }) => id === asked?.values['MENU_ID']) ?? rejectMove(notInMenuTree)
  const { upper, index } = findTarget(all, entry, String(asked?.values['STEP_CD']))
  const changed = [...computePositions(entriesInside(all, upper), entry, index)].map(
    ([menu, seq]) => {
      const above = menu === entry ? upper : menu.upper_menu_id
      const standard = standardPlace(menu.menu_id)
      const isExplicit = menu.group_yn === 'Y' || above !== standard?.upper
      return {
        menu_id: menu.menu_id,
        upper: isExplicit ? above : null,
        seq,
        group_yn: menu.group_yn,
      }
    },
  )
  await recordHistory(call)
  await call.tx.execute(sql`
    insert into site_menu as s (menu_id, upper_menu_id, menu_seq, group_yn, created_by, updated_by)
    select r.menu_id, r.upper, r.seq, r.group_yn, ${call.userId}, ${call.userId}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as r(menu_id text, upper text, seq integer, group_yn text)
    on conflict (menu_id) do update set upper_menu_id = excluded.upper_menu_id,
      menu_seq = excluded.menu_seq, version = s.version + 1, updated_by = excluded.updated_by,
      updated_at = now()`)
  const group = all.find(({ menu_id: id }) => id === upper)
  const where = upper === topOfMenu ? '' : (group?.nm ?? '')
  return {
    rows: [{ ROW: 1 }],
    message: label(
      `${entry.nm} 메뉴를 옮겼습니다${where ? ` (${where})` : ''}.`,
      `${entry.nm} was moved${where ? ` (${where})` : ''}.`,
    ),
  }
}
