import type { CommandId } from '#commands/index.ts'
import { keymap } from '#kernel/keymap.ts'

/**
 * The habits of Korean ERP programs and of the 5250 terminal: F2 asks, F3 adds, F4 prompts, F8
 * saves, F9 retrieves, F10 goes to the menu, F12 cancels. Stands on top of the default keys, of
 * which only those change that the function keys take over.
 */
export const functionKeysKeymap = keymap<CommandId>([
  { when: 'always', keys: { F8: null } },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen',
    keys: {
      F2: 'page.search',
      'Shift+F2': 'page.clear-search',
      F3: 'grid.add-row',
      'Shift+F3': 'grid.find',
      F8: 'page.save',
      F10: 'app.menu',
      'Shift+F10': 'app.favourites',
      'Shift+F7': 'page.print',
      'Shift+F12': 'app.close-tab',
    },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && (kind == work || kind == scan)',
    keys: { F8: 'page.act' },
  },
  {
    when: '!dialogOpen && !popupOpen && !paletteOpen && grid && !editing',
    keys: { 'Shift+F4': 'grid.delete-row' },
  },
  // Cancels whatever is in front, a popup too.
  { when: 'always', keys: { F12: 'app.back' } },
])
