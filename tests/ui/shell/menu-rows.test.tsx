// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { MenuItem } from '#ui/remote/wire.ts'
import { moveItem, markInitial } from '#ui/shell/favourite-items.ts'
import { currentMenu, isFavourite, setMenu } from '#ui/remote/menu.ts'
import { enclosingGroups, menuFinder, treeRows } from '#ui/shell/menu-rows.ts'

function item(id: string, ko: string, children: readonly MenuItem[] = []): MenuItem {
  return {
    MENU_ID: id,
    MENU_ABBR: id.slice(0, 3).toUpperCase(),
    MENU_SEQ: 1,
    MENU_NM: ko,
    MENU_NM_EN: id,
    MENU_PATH: children.length > 0 ? null : `/x/${id}`,
    MENU_ICON: null,
    UPPER_MENU_ID: null,
    TREE_PATH: `/${id}`,
    INIT_YN: 'N',
    children,
  }
}
const move = '재고이동'
const hold = '재고보류'
const tree = [
  item('inb', 'Inbound', [item('Receipt', 'Receipts')]),
  item('inv', 'Stock', [item('Move', move), item('sub', 'Holds', [item('Hold', hold)])]),
]
const rowTitles = (rows: readonly { title: { ko: string } }[]) => rows.map((row) => row.title.ko)

test('a closed group hides its screens, and an open one shows them one level deeper', () => {
  expect(rowTitles(treeRows(tree, new Set()))).toEqual(['Inbound', 'Stock'])
  const rows = treeRows(tree, new Set(['inv']))
  expect(rowTitles(rows)).toEqual(['Inbound', 'Stock', move, 'Holds'])
  expect(rows.map((row) => row.level)).toEqual([1, 1, 2, 2])
})

test('the parent groups of a screen are found at every level', () => {
  expect(enclosingGroups(tree, 'HOL')).toEqual(['inv', 'sub'])
  expect(enclosingGroups(tree, 'NOPE')).toEqual([])
})

test('typing finds screens by initials, by code and in the wrong layout', () => {
  const find = menuFinder(tree)
  expect(rowTitles(find('ㅈㄱㅇㄷ'))).toEqual([move])
  expect(rowTitles(find('rec'))[0]).toBe('Receipts')
  expect(rowTitles(find('worhqhfb'))[0]).toBe(hold)
})

test('a favourite moves up and down but never out of the list', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moveItem(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
})

test('only one favourite opens automatically, and marking it again unmarks it', () => {
  const items = [item('One', 'First'), item('Two', 'Second')]
  const marked = markInitial(markInitial(items, 'One'), 'Two')
  expect(marked.map((each) => each.INIT_YN)).toEqual(['N', 'Y'])
  expect(markInitial(marked, 'Two').map((each) => each.INIT_YN)).toEqual(['N', 'N'])
})

test('all favourite flags are cleared before the listed ones are set', () => {
  const menuEntry = (id: string, isFavorite: boolean) => ({
    ...item(id, id),
    MENU_PATH: `/x/${id}`,
    actions: ['search'],
    built: true,
    isFavorite,
  })
  const menuMap = {
    ONE: menuEntry('One', true),
    TWO: menuEntry('Two', false),
    THR: menuEntry('Three', true),
  }
  const loaded = { menuHierarchyList: [], menuMap, popupMap: {} }
  const favouriteScreens = () =>
    Object.keys(menuMap).filter((abbr) => isFavourite(currentMenu(), abbr))
  setMenu({ ...loaded, myMenuList: [item('Two', 'Second'), item('Three', 'three')] })
  expect(favouriteScreens()).toEqual(['TWO', 'THR'])
  setMenu({ ...loaded, myMenuList: [item('Two', 'Second')] })
  expect(favouriteScreens()).toEqual(['TWO'])
})
