import type { CommandId } from '#commands/index.ts'
import { keymap } from '#kernel/keymap.ts'

/**
 * Letters move and act while the grid is in command mode; `i` types into cells, Escape commands
 * again. Stands on top of the default keys. Every letter obeys the switch of the single-letter
 * shortcuts (WCAG 2.2, 2.1.4).
 */
export const vimKeymap = keymap<CommandId>([
  {
    when: 'commandMode && singleKeys && !dialogOpen && !popupOpen && !paletteOpen',
    keys: {
      h: 'grid.left',
      j: 'grid.down',
      k: 'grid.up',
      l: 'grid.right',
      0: 'grid.first-column',
      'Shift+4': 'grid.last-column',
      'g g': 'grid.first-row',
      'Shift+g': 'grid.last-row',
      i: 'grid.typing-mode',
      o: 'grid.add-row',
      'd d': 'grid.delete-row',
      u: 'grid.undo',
      '/': 'grid.find',
      ':': 'app.commands',
      '] e': 'grid.next-exception',
      '@': 'app.macros',
      'Shift+q': 'app.record-macro',
      'Shift+z Shift+z': 'page.save',
      'Shift+z Shift+q': 'app.close-tab',
    },
  },
  {
    when: 'commandMode && !dialogOpen && !popupOpen && !paletteOpen',
    keys: {
      '$mod+d': 'grid.page-down',
      '$mod+u': 'grid.page-up',
      '$mod+r': 'grid.redo',
    },
  },
  {
    when: 'grid && !editing && !loading && !commandMode && !importing && !dialogOpen && !popupOpen && !paletteOpen',
    keys: { Escape: 'grid.command-mode' },
  },
])
