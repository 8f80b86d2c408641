import type { CommandId } from '#commands/index.ts'
import { keymap } from '#kernel/keymap.ts'

/**
 * Letters move and act while the grid is in command mode. `i` edits cells; Escape returns to
 * command mode. A number before a command repeats it, or is the row of `G`. Applied on top of the
 * default keys. Every letter respects the single-letter shortcut setting (WCAG 2.2, 2.1.4).
 */
export const vimKeymap = keymap<CommandId>([
  {
    when: 'commandMode && singleKeys && pageInFront',
    keys: {
      h: 'grid.left',
      j: 'grid.down',
      k: 'grid.up',
      l: 'grid.right',
      b: 'grid.left',
      w: 'grid.right',
      '{': 'grid.jump-up',
      '}': 'grid.jump-down',
      0: 'grid.first-column',
      'Shift+6': 'grid.first-column',
      'Shift+4': 'grid.last-column',
      'g g': 'grid.first-row',
      'g t': 'app.next-tab',
      'g Shift+t': 'app.previous-tab',
      'Shift+g': 'grid.last-row',
      i: 'grid.typing-mode',
      a: 'grid.typing-mode',
      'c c': 'grid.edit-row',
      'c w': 'grid.edit-cell',
      x: 'grid.clear-cell',
      o: 'grid.add-row',
      'd d': 'grid.delete-row',
      u: 'grid.undo',
      '/': 'grid.find',
      n: 'grid.find-next',
      'Shift+n': 'grid.find-previous',
      ':': 'app.commands',
      '] e': 'grid.next-exception',
      '@ @': 'app.macros',
      '@ 1': 'macro.1',
      '@ 2': 'macro.2',
      '@ 3': 'macro.3',
      '@ 4': 'macro.4',
      '@ 5': 'macro.5',
      '@ 6': 'macro.6',
      '@ 7': 'macro.7',
      '@ 8': 'macro.8',
      '@ 9': 'macro.9',
      'Shift+q': 'app.record-macro',
      'Shift+z Shift+z': 'page.save',
      'Shift+z Shift+q': 'app.close-tab',
    },
  },
  {
    when: 'commandMode && !cards && singleKeys && pageInFront',
    keys: {
      1: 'count.1',
      2: 'count.2',
      3: 'count.3',
      4: 'count.4',
      5: 'count.5',
      6: 'count.6',
      7: 'count.7',
      8: 'count.8',
      9: 'count.9',
    },
  },
  {
    when: 'counting && commandMode && singleKeys && pageInFront',
    keys: { 0: 'count.0' },
  },
  {
    when: 'counting && commandMode && !loading && !importing && pageInFront',
    keys: { Escape: 'count.clear' },
  },
  {
    when: 'acts && commandMode && singleKeys && pageInFront',
    keys: { 'Shift+z Shift+z': 'page.act' },
  },
  {
    when: 'commandMode && pageInFront',
    keys: {
      '$mod+d': 'grid.page-down',
      '$mod+u': 'grid.page-up',
      '$mod+f': 'grid.page-down',
      '$mod+b': 'grid.page-up',
      '$mod+r': 'grid.redo',
    },
  },
  {
    when: 'grid && !editing && !loading && !commandMode && !importing && pageInFront',
    keys: { Escape: 'grid.command-mode' },
  },
])

/** Words typed after `:` as in vim. Each runs the first of its commands that is available. */
export const vimCommandNames: Readonly<Record<string, readonly CommandId[]>> = {
  w: ['page.save', 'page.act'],
  q: ['app.close-tab'],
  e: ['page.search'],
  r: ['page.import'],
  h: ['app.help'],
  map: ['app.keys'],
  bn: ['app.next-tab'],
  bp: ['app.previous-tab'],
  noh: ['page.clear-search'],
  hist: ['app.command-log'],
}
