import { editableColumns, isUnsavedRow } from '#kernel/editing.ts'
import { grid, type ListScreen, type MasterScreen } from '#kernel/screen.ts'
import { saveSiteMenus, siteMenus, siteScreens } from '../operations/site-facts.ts'

export function menuScreen(route: string): MasterScreen {
  return {
    kind: 'master',
    route,
    search: ['GROUP_NM', 'MENU_ID', 'STANDARD_NM', 'MENU_NM', 'HIDE_YN'],
    searchAtOpen: true,
    save: saveSiteMenus,
    grid: grid({
      source: siteMenus,
      rowTone: (row) => (row['HIDE_YN'] === 'Y' ? 'quiet' : undefined),
      columns: [
        { field: 'TREE_NM', frozen: true, leads: true },
        { field: 'MENU_ID', editable: isUnsavedRow, frozen: true },
        ...editableColumns('UPPER_MENU_ID'),
        { field: 'UPPER_NM', hidden: true },
        ...editableColumns('MENU_NM'),
        { field: 'ENGLISH_NM', editable: true, seldom: true },
        ...editableColumns('MENU_SEQ', 'HIDE_YN'),
        { field: 'ICON_CD', editable: true, seldom: true },
        'ABBR',
        { field: 'STANDARD_NM', hidden: true },
        'PATH',
        'UPDATED_BY',
        'UPDATED_AT',
      ],
    }),
  }
}

export function screenList(route: string): ListScreen {
  return {
    kind: 'list',
    route,
    search: ['GROUP_NM', 'MENU_ID', 'MENU_NM', 'PATH'],
    searchAtOpen: true,
    grid: grid({
      source: siteScreens,
      columns: [
        'GROUP_NM',
        { field: 'MENU_ID', frozen: true },
        { field: 'MENU_NM', identifies: true },
        'USE_COUNT',
        'ROLE_NMS',
        'OFFERED',
        'QUERIES',
        'PROCEDURES',
        'PATH',
        'ABBR',
      ],
    }),
  }
}
