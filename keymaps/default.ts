import type { CommandId } from '#commands/index.ts'
import { keymap } from '#kernel/keymap.ts'

const letters = ['r', 'c', 'b', 's', 'u', 'a', 'l', 'p', 'k', 'x', 'i', 'h', 'm', 'e', 'o'] as const

/** A sequence for each screen that has a letter: `g i` opens the stock by lot. */
function sequences(leader: string): Readonly<Record<string, CommandId>> {
  return Object.fromEntries(
    letters.map((letter) => [`${leader} ${letter}`, `go.${letter}`] as const),
  )
}

/** The keys the product ships with. The last match wins; a user's own map goes on top. */
export const defaultKeymap = keymap<CommandId>([
  {
    when: '!dialogOpen && !popupOpen',
    keys: {
      '$mod+k': 'app.palette',
      '$mod+Shift+p': 'app.commands',
      F1: 'app.help',
    },
  },
  {
    when: 'singleKeys && !dialogOpen && !popupOpen && !paletteOpen',
    keys: { '/': 'app.palette', '?': 'app.help' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen',
    keys: {
      'Alt+PageDown': 'app.next-tab',
      'Alt+PageUp': 'app.previous-tab',
      'Alt+w': 'app.close-tab',
      'Alt+1': 'app.tab-1',
      'Alt+2': 'app.tab-2',
      'Alt+3': 'app.tab-3',
      'Alt+4': 'app.tab-4',
      'Alt+5': 'app.tab-5',
      'Alt+6': 'app.tab-6',
      'Alt+7': 'app.tab-7',
      'Alt+8': 'app.tab-8',
      'Alt+9': 'app.tab-9',
      'Alt+0': 'app.warehouse',
      'Alt+j': 'app.jobs',
      'Alt+b': 'app.favourites',
      'Alt+m': 'app.menu',
      'Alt+Shift+m': 'app.pin-menu',
      'Alt+Shift+b': 'app.toggle-favourite',
      F9: 'app.recall',
      F6: 'app.next-zone',
      'Shift+F6': 'app.previous-zone',
    },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen',
    keys: { Escape: 'app.back' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen',
    keys: {
      F8: 'page.search',
      '$mod+Enter': 'page.search',
      '$mod+s': 'page.save',
      '$mod+p': 'page.print',
      '$mod+e': 'page.export',
      '$mod+Shift+e': 'page.export-all',
      '$mod+i': 'page.import',
      '$mod+Shift+i': 'page.imports',
      F4: 'page.value-help',
      'Alt+s': 'page.focus-search',
      'Alt+Shift+s': 'page.fold-search',
      'Alt+g': 'page.focus-grid',
      'Alt+l': 'page.focus-lines',
      Insert: 'grid.add-row',
      'Alt+n': 'grid.add-row',
      '$mod+f': 'grid.find',
      '$mod+Shift+f': 'grid.filter',
      'Alt+Shift+o': 'grid.sort',
      'Alt+Shift+c': 'grid.columns',
      'Alt+Shift+f': 'grid.frequencies',
      'Alt+Shift+v': 'grid.views',
      'Alt+p': 'grid.print',
      'Alt+e': 'grid.edit-cell',
      '$mod+g': 'grid.go-to-row',
      F7: 'grid.next-exception',
      'Alt+y': 'ledger.why',
      'Alt+v': 'ledger.findings',
      'Shift+F8': 'page.clear-search',
    },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && acts',
    keys: { '$mod+s': 'page.act' },
  },
  {
    // At a station F3 asks for the quantity.
    when: '!dialogOpen && !popupOpen && !paletteOpen && grid',
    keys: { F3: 'grid.find-next', 'Shift+F3': 'grid.find-previous' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && station && !grid',
    keys: { F2: 'scan.document', F3: 'scan.quantity', '$mod+z': 'scan.undo' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && sheet == map',
    keys: { '$mod+Shift+Enter': 'upload.read-to-end' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && sheet == rows',
    keys: { 'Alt+c': 'upload.change-columns' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && sheet == saved',
    keys: { 'Alt+Shift+n': 'upload.next-file' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && sheetBusy && editing',
    keys: { Escape: 'upload.cancel' },
  },
  {
    // Inside a text field these keys are the field's own.
    when: '!dialogOpen && !popupOpen && !paletteOpen && grid && !editing',
    keys: {
      '$mod+Delete': 'grid.delete-row',
      '$mod+z': 'grid.undo',
      '$mod+y': 'grid.redo',
      '$mod+Shift+z': 'grid.redo',
    },
  },
  {
    // While rows are on their way Escape stops them, and does not leave.
    when: '!dialogOpen && !popupOpen && !paletteOpen && importing && !editing && !loading',
    keys: { Escape: 'page.close-import' },
  },
  {
    // Where messages of partners are worked on, what is asked of a number is asked of a message.
    when:
      '!dialogOpen && !popupOpen && !paletteOpen && (screen == InterfacePikl || ' +
      'screen == InterfacePiklHistory || screen == OutInterfacePikl || ' +
      'screen == OutInterfacePiklHistory || screen == InvInterfacePikl)',
    keys: { 'Alt+r': 'partner.convert', 'Alt+y': 'partner.attempts', 'Alt+i': 'partner.profiles' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == Cell',
    keys: { 'Alt+a': 'master.generate-cells' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && screen == Alloc && detail',
    keys: { 'Alt+a': 'outbound.allocate-lines', 'Alt+h': 'outbound.allocate-by-hand' },
  },
  {
    // Where rights are changed, what is asked of a number is asked of a role.
    when:
      '!dialogOpen && !popupOpen && !paletteOpen && (screen == MenuByRole || ' +
      'screen == CmsRoleMenuMgt || screen == CmsRoleButtonMgt || screen == CmsSvcRoleMgt)',
    keys: { 'Alt+y': 'rights.history' },
  },
  {
    // Works in text fields too, and in any state of the input method: the leader has a modifier.
    when: '!dialogOpen && !popupOpen && !paletteOpen',
    keys: sequences('Alt+o'),
  },
  {
    // Where nothing can be typed into; the switch takes them away (WCAG 2.2, 2.1.4).
    when: 'singleKeys && !grid && !dialogOpen && !popupOpen && !paletteOpen',
    keys: sequences('g'),
  },
  {
    // In a grid only where letters are commands: a list, or a grid in command mode.
    when: 'singleKeys && commandMode && !dialogOpen && !popupOpen && !paletteOpen',
    keys: sequences('g'),
  },
  {
    // What a browser tab keeps for itself, in the meaning it has there, where it comes to the page.
    when: '!dialogOpen && !popupOpen && !paletteOpen',
    environment: 'app',
    keys: {
      '$mod+w': 'app.close-tab',
      'Control+F4': 'app.close-tab',
      '$mod+t': 'app.palette',
      '$mod+n': 'grid.add-row',
      'Control+Tab': 'app.next-tab',
      'Control+Shift+Tab': 'app.previous-tab',
      'Control+PageDown': 'app.next-tab',
      'Control+PageUp': 'app.previous-tab',
    },
  },
])
