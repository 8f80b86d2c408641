import { useMemo, useState, type KeyboardEvent } from 'react'
import { useFavouritesDraft } from '#ui/remote/favourites-draft.ts'
import { focusPage } from '#ui/tabs/focus.ts'
import { useMenu } from '#ui/remote/menu.ts'
import { openRequested } from '#ui/workspace/open-by-name.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { useTabs } from '#ui/tabs/tabs.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { favouriteRows, enclosingGroups, menuFinder, treeRows, type MenuRow } from './menu-rows.ts'

function useExpandedGroups(abbr: string | undefined) {
  const { tree } = useMenu()
  const [openByUser, setOpenByUser] = useState<ReadonlyMap<string, boolean>>(new Map())
  const open = useMemo(() => {
    const groups = new Set(abbr ? enclosingGroups(tree, abbr) : [])
    for (const [id, isWanted] of openByUser) {
      if (isWanted) groups.add(id)
      else groups.delete(id)
    }
    return groups
  }, [tree, abbr, openByUser])
  const toggle = (id: string, isWanted = !open.has(id)): void => {
    setOpenByUser(new Map([...openByUser, [id, isWanted]]))
  }
  return { open, toggle }
}

export function useLeftMenu() {
  const { tree, favourites } = useMenu()
  // In edit mode a separate list shows the favourites.
  const isEditing = useFavouritesDraft() !== undefined
  const { tabs, active } = useTabs()
  const activeAbbr = tabs.find((tab) => tab.key === active)?.screen?.abbr
  const groups = useExpandedGroups(activeAbbr)
  const [text, setText] = useState('')
  const [current, setCurrent] = useState<string | undefined>(undefined)
  const find = useMemo(() => menuFinder(tree), [tree])

  const rows: readonly MenuRow[] =
    text.trim() === ''
      ? [...favouriteRows(isEditing ? [] : favourites), ...treeRows(tree, groups.open)]
      : find(text.trim())
  const index = Math.max(
    rows.findIndex((row) => row.key === current),
    0,
  )

  function choose(row: MenuRow): void {
    if (row.kind === 'group') return groups.toggle(row.item.MENU_ID)
    setText('')
    openRequested(row.item.MENU_ABBR)
    shellState.menuOut = false
    if (!topPopup()) focusPage()
  }
  function start(part: 'favourites' | 'tree'): void {
    setText('')
    const activeRow = rows.find((row) => row.kind === 'screen' && row.item.MENU_ABBR === activeAbbr)
    const first = part === 'favourites' ? rows[0] : (activeRow ?? rows.find(isTreeRow))
    setCurrent(first?.key)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    const action = menuAction(event.key, rows, index, text)
    if (!action) return
    event.preventDefault()
    if ('go' in action) setCurrent(rows[action.go]?.key)
    else if ('choose' in action) choose(action.choose)
    else groups.toggle(action.toggle, action.open)
  }
  function type(next: string): void {
    setText(next)
    setCurrent(undefined)
  }
  return { rows, at: index, text, type, start, choose, onKeyDown, activeAbbr }
}

function isTreeRow(row: MenuRow): boolean {
  return row.kind !== 'favourite'
}

type MenuAction =
  | { readonly go: number }
  | { readonly choose: MenuRow }
  | { readonly toggle: string; readonly open: boolean }

/**
 * Action for a key in the tree, or undefined to leave it to the input (typing, moving the caret).
 */
function menuAction(
  key: string,
  rows: readonly MenuRow[],
  at: number,
  text: string,
): MenuAction | undefined {
  const row = rows[at]
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[key]
  if (step !== undefined) return { go: Math.min(Math.max(at + step, 0), rows.length - 1) }
  if (key === 'Enter' && row) return { choose: row }
  if (text !== '' || !row) return undefined
  if (key === 'Home') return { go: 0 }
  if (key === 'End') return { go: rows.length - 1 }
  if (key === 'ArrowRight') return openOrEnter(row, at)
  if (key !== 'ArrowLeft') return undefined
  if (row.kind === 'group' && row.expanded) return { toggle: row.item.MENU_ID, open: false }
  const parent = rows.findLastIndex((candidate, index) => index < at && candidate.level < row.level)
  return parent < 0 ? undefined : { go: parent }
}

function openOrEnter(row: MenuRow, at: number): MenuAction | undefined {
  if (row.kind !== 'group') return undefined
  return row.expanded ? { go: at + 1 } : { toggle: row.item.MENU_ID, open: true }
}
