import type { CommandId } from '#commands/index.ts'
import { keymap } from '#kernel/keymap.ts'
import { screenKeys } from './screens.ts'

const letters = ['r', 'c', 'b', 's', 'u', 'a', 'l', 'p', 'k', 'x', 'i', 'h', 'm', 'e', 'o'] as const

/** One key sequence for each screen that has a letter: `g i` opens the stock by lot. */
function sequences(leader: string): Readonly<Record<string, CommandId>> {
  return Object.fromEntries(
    letters.map((letter) => [`${leader} ${letter}`, `go.${letter}`] as const),
  )
}

/** The keys the product ships with. The last match wins; a user's own key map is applied on top. */
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
    when: 'singleKeys && pageInFront',
    keys: { '/': 'app.palette', '?': 'app.help' },
  },
  {
    when: 'pageInFront',
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
    when: 'pageInFront',
    keys: { Escape: 'app.back' },
  },
  {
    // Enter opens the lines of a row that has lines, and the rows of a group.
    when:
      'grid && !editable && !grouped && !hasLines && !drills && !optionsTyped && ' +
      '!listOpen && pageInFront',
    keys: { Enter: 'grid.verbs' },
  },
  {
    when: 'grid && !editable && !optionsTyped && !listOpen && pageInFront',
    keys: { Backspace: 'page.go-back' },
  },
  {
    // Backspace has nothing to clear in a read-only cell.
    when:
      'grid && editable && opened && readOnlyCell && !editing && !optionsTyped && ' +
      '!listOpen && pageInFront',
    keys: { Backspace: 'page.go-back' },
  },
  {
    when: 'grid && !editable && !optionsTyped && !listOpen && pageInFront && drills',
    keys: { Enter: 'page.drill' },
  },
  {
    when: 'pageInFront',
    keys: {
      F8: 'page.search',
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
      'Alt+k': 'page.cards',
      'Alt+Shift+h': 'page.focus-chart',
      'Alt+l': 'page.focus-lines',
      Insert: 'grid.add-row',
      'Alt+n': 'grid.add-row',
      'Alt+Insert': 'grid.copy-row',
      '$mod+f': 'grid.find',
      '$mod+Shift+f': 'grid.filter',
      'Alt+Shift+o': 'grid.sort',
      'Alt+Shift+g': 'grid.groups',
      'Alt+Shift+x': 'grid.across',
      'Alt+Shift+d': 'grid.compare',
      'Alt+Shift+ArrowLeft': 'grid.fold-level',
      'Alt+Shift+ArrowRight': 'grid.unfold-level',
      'Alt+Shift+c': 'grid.columns',
      'Alt+z': 'grid.unfold',
      'Alt+Shift+r': 'grid.record',
      'Alt+Enter': 'grid.verbs',
      'Alt+Shift+f': 'grid.frequencies',
      'Alt+Shift+v': 'grid.views',
      'Alt+p': 'grid.print',
      'Alt+e': 'grid.edit-cell',
      '$mod+g': 'grid.go-to-row',
      F7: 'grid.next-exception',
      'Alt+y': 'ledger.why',
      'Alt+v': 'ledger.findings',
      'Alt+t': 'ledger.past',
      'Alt+ArrowLeft': 'ledger.earlier',
      'Alt+ArrowRight': 'ledger.later',
      'Shift+F8': 'page.clear-search',
    },
  },
  {
    // An open cell fills the selection with this key, and the filter line adds a condition.
    when: 'pageInFront && (!editing || !grid && zone != page)',
    keys: { '$mod+Enter': 'page.search' },
  },
  {
    when: 'pageInFront && lacksRight',
    keys: { 'Shift+F1': 'rights.ask' },
  },
  {
    when: 'pageInFront && acts',
    keys: { '$mod+s': 'page.act' },
  },
  {
    when: 'pageInFront && grid',
    keys: { F3: 'grid.find-next', 'Shift+F3': 'grid.find-previous' },
  },
  {
    // Keys for the left hand, because the right hand holds the scanner. F2 and F3 have the same
    // meaning as in lists. The search key prompts for the document.
    when: 'pageInFront && station && !grid',
    keys: { 'Alt+Shift+q': 'scan.quantity', '$mod+z': 'scan.undo' },
  },
  {
    when: 'pageInFront && sheet == map',
    keys: { '$mod+Shift+Enter': 'upload.read-to-end' },
  },
  {
    when: 'pageInFront && sheet == rows',
    keys: { 'Alt+c': 'upload.change-columns' },
  },
  {
    when: 'pageInFront && sheet == saved',
    keys: { 'Alt+Shift+n': 'upload.next-file' },
  },
  {
    when: 'pageInFront && sheetBusy && editing',
    keys: { Escape: 'upload.cancel' },
  },
  {
    // Inside a text field these keys have their native meaning.
    when: 'pageInFront && grid && !editing',
    keys: {
      '$mod+Delete': 'grid.delete-row',
      '$mod+y': 'grid.redo',
      '$mod+Shift+z': 'grid.redo',
    },
  },
  {
    when: 'pageInFront && grid && !undoable && !editing',
    keys: { '$mod+z': 'grid.undo' },
  },
  {
    when: 'pageInFront && grid && undoable && !editing',
    keys: { '$mod+z': 'row.undo' },
  },
  {
    // While rows are loading, Escape cancels the load instead of closing the import.
    when: 'pageInFront && importing && !editing && !loading',
    keys: { Escape: 'page.close-import' },
  },
  {
    when: 'pageInFront && zone == home',
    keys: {
      Enter: 'home.open',
      'Alt+ArrowUp': 'home.move-up',
      'Alt+ArrowDown': 'home.move-down',
      Delete: 'home.hide',
      Insert: 'home.add',
    },
  },
  {
    // In a chart, arrow keys move between marks and typed text finds one.
    when: 'pageInFront && zone == chart',
    keys: {
      ArrowRight: 'chart.next',
      ArrowLeft: 'chart.previous',
      ArrowDown: 'chart.next-series',
      ArrowUp: 'chart.previous-series',
      Home: 'chart.first',
      End: 'chart.last',
      PageDown: 'chart.tenth-on',
      PageUp: 'chart.tenth-back',
      Enter: 'chart.drill',
      Backspace: 'page.go-back',
      Space: 'chart.select',
      '=': 'chart.compare',
      '$mod+e': 'chart.export',
    },
  },
  ...screenKeys,
  {
    // Works in text fields and in any input method state, because the leader has a modifier.
    when: 'pageInFront',
    keys: sequences('Alt+o'),
  },
  {
    // Only where no text can be typed. The single-key setting turns them off (WCAG 2.2, 2.1.4).
    when: 'singleKeys && !grid && zone != chart && pageInFront',
    keys: sequences('g'),
  },
  {
    // In a grid, only where letters are commands: a list, or a grid in command mode.
    when: 'singleKeys && commandMode && pageInFront',
    keys: sequences('g'),
  },
  {
    // Shortcuts that a browser tab reserves, with their usual meaning, for the installed app.
    when: 'pageInFront',
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
