import type { CommandId } from '#commands/index.ts'
import { keymap } from '#kernel/keymap.ts'

/**
 * Key habits of Korean ERP programs and the 5250 terminal: F2 searches, F3 adds, F4 prompts, F8
 * saves, F9 retrieves, F10 goes to the menu, F12 cancels. Applied on top of the default keys;
 * changes only those that the function keys replace.
 */
export const functionKeysKeymap = keymap<CommandId>([
  { when: 'always', keys: { F8: null } },
  { when: 'always', of: 'grid.find-next', keys: { F3: null } },
  { when: 'always', of: 'grid.find-previous', keys: { 'Shift+F3': null } },
  {
    when: 'pageInFront',
    keys: {
      'Shift+F2': 'page.clear-search',
      'Shift+F3': 'grid.find',
      F8: 'page.save',
      F10: 'app.menu',
      'Shift+F10': 'app.favourites',
      'Shift+F7': 'page.print',
      'Shift+F12': 'app.close-tab',
    },
  },
  {
    when: 'pageInFront && grid',
    keys: { 'Shift+F9': 'grid.find-next' },
  },
  {
    when: 'pageInFront',
    keys: { F2: 'page.search', F3: 'grid.add-row' },
  },
  {
    when: 'pageInFront && acts',
    keys: { F8: 'page.act' },
  },
  {
    when: 'pageInFront && grid && !editing',
    keys: { 'Shift+F4': 'grid.delete-row' },
  },
  {
    // Digits typed next to rows, where letters are commands. Alt+T enables this in editable grids.
    when: 'optionNumbers && commandMode && !cards && singleKeys && pageInFront',
    keys: {
      1: 'option.1',
      2: 'option.2',
      3: 'option.3',
      4: 'option.4',
      5: 'option.5',
      6: 'option.6',
      7: 'option.7',
      8: 'option.8',
      9: 'option.9',
      0: 'option.none',
    },
  },
  {
    when: 'optionsTyped && grid && !editing && !importing && pageInFront',
    keys: { Enter: 'option.run' },
  },
  {
    when: 'optionsTyped && grid && !editing && !loading && !importing && pageInFront',
    keys: { Escape: 'option.clear' },
  },
  {
    when: 'grid && !editing && !commandMode && pageInFront',
    keys: { 'Alt+t': 'grid.command-mode' },
  },
  {
    when: 'commandMode && pageInFront',
    keys: { 'Alt+t': 'grid.typing-mode' },
  },
  { when: 'always', keys: { F12: 'app.back' } },
])
