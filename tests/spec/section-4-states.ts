import { testsIn, section, type SpecRow } from './row.ts'

const menu = 'ui/shell/menu-and-popups.browser.test.ts'
const calls = 'server/calls.test.ts'
const grid = 'ui/grid/grid-model.test.ts'
const popups = 'ui/shell/popups.test.tsx'
const pages = 'ui/shell/pages.browser.test.ts'
const controls = 'ui/pages/control-template.browser.test.ts'

export const stateRows: readonly SpecRow[] = section('4', [
  [
    'My-menu editing: view mode, then edit mode through the edit button.',
    testsIn(menu, 'favourites are ordered, marked, removed and saved with only the keyboard'),
  ],
  [
    'In edit mode items can be dragged to reorder, toggled as initial screen, or removed.',
    [
      ...testsIn(
        menu,
        'a favourite is dragged to another position with the pointer',
        'favourites are ordered, marked, removed and saved with only the keyboard',
        'the favourite marked as initial screen opens after the login',
      ),
      ...testsIn(
        'ui/shell/menu-rows.test.tsx',
        'only one favourite opens automatically, and marking it again unmarks it',
      ),
    ],
  ],
  [
    'Save sends the new order and shows the returned message.',
    [
      ...testsIn(calls, 'the order, initial screen and removal of favourites are saved'),
      ...testsIn(menu, 'a favourite is dragged to another position with the pointer'),
    ],
  ],
  [
    'Undo leaves edit mode and restores the prior list.',
    testsIn(
      menu,
      'undo leaves edit mode with the previous list',
      'favourites being edited survive a reload, and undo still restores the previous list',
    ),
  ],
  [
    'Collapsing the side menu hides the favorites view.',
    testsIn(
      menu,
      'folding the menu hides the favourites, and their edits return when it opens again',
    ),
  ],
  [
    "Favorite flags: loading the my-menu list first clears every menu's favorite flag, then sets it for each listed menu.",
    [
      ...testsIn(
        'ui/shell/menu-rows.test.tsx',
        'all favourite flags are cleared before the listed ones are set',
      ),
      ...testsIn(calls, 'the order, initial screen and removal of favourites are saved'),
    ],
  ],
  [
    "Removing an entry clears that menu's flag.",
    [
      ...testsIn(
        'ui/shell/menu-rows.test.tsx',
        'all favourite flags are cleared before the listed ones are set',
      ),
      ...testsIn(calls, 'the order, initial screen and removal of favourites are saved'),
      ...testsIn(
        calls,
        'the same call adds and removes a favourite and returns the list and state',
      ),
    ],
  ],
  [
    'A global loading overlay shows while non-quiet requests are pending (counter based).',
    testsIn(
      'ui/shell/api.test.tsx',
      'a quiet call does not show the loading indicator, but any other does',
    ),
    949,
  ],
  [
    'The flag turns on at transaction start and off at its end.',
    testsIn(
      'ui/shell/api.test.tsx',
      'a quiet call does not show the loading indicator, but any other does',
      'a timed-out call fails as unanswered, with or without a signal of the caller',
    ),
  ],
  [
    'Page-level activity is set and cleared per menu.',
    testsIn(pages, 'the busy state belongs to the waiting page and not to others'),
  ],
  [
    'Message dialog kinds: question (OK and Cancel), information, warning, error (OK only).',
    testsIn(popups, 'a message of kind %s is confirmed with Enter and cancelled with Escape'),
    1006,
  ],
  [
    'Enter confirms.',
    testsIn(popups, 'a message of kind %s is confirmed with Enter and cancelled with Escape'),
  ],
  [
    'Popups resolve, reject or close, and are pushed onto and popped from the stack.',
    testsIn(
      popups,
      'a permitted popup opens under its title and resolves with its result',
      'a popup that rejects fails for its opener',
      'the last popup opened is active and offset, and closing it reactivates the previous one',
    ),
  ],
  [
    'Notifications: success, warn, error (and info styled).',
    testsIn(popups, 'a success note disappears after a second; other notes remain until dismissed'),
  ],
  [
    'Success disappears after 1000 ms; warn and error stay until closed.',
    testsIn(
      popups,
      'a success note disappears after a second; other notes remain until dismissed',
      'warnings and errors remain until dismissed, however many arrive',
    ),
    866,
  ],
  [
    'Scroll position is saved or deleted per menu.',
    testsIn(pages, 'each page keeps its scroll position until it is closed'),
  ],
  [
    "A menu's path can be updated.",
    [
      ...testsIn(pages, 'the same screen under another address opens as a numbered copy'),
      ...testsIn(
        'ui/shell/tabs.test.tsx',
        'arguments go to the open tab and are a new object at every delivery',
      ),
    ],
  ],
  [
    'Grid row change tracking: a new row is flagged insert.',
    testsIn(grid, 'a new row is I and stays I when edited'),
  ],
  [
    'An edited row becomes update, unless already insert or delete.',
    testsIn(
      grid,
      'an edited row is U',
      'a new row is I and stays I when edited',
      'editing a deleted row leaves it D',
    ),
  ],
  [
    'Removing an inserted row drops it from the cache.',
    testsIn(grid, 'deleting an inserted row drops it'),
  ],
  [
    'Removing any other row, with tracking on, flags it delete and keeps it.',
    testsIn(
      grid,
      'deleting any other row flags it D and keeps it',
      'a deleted row is removed and nothing is flagged if tracking is off',
    ),
  ],
  [
    'Setting new data clears the cache unless told not to.',
    [
      ...testsIn(grid, 'new data clears the changes'),
      ...testsIn(
        'ui/pages/preserved-edits.test.ts',
        'new data keeps pending changes on request, each on its record',
      ),
    ],
  ],
  [
    'Tracking can report whether there are changes and list rows per flag.',
    testsIn(
      grid,
      'fresh data has no changes',
      'changed rows keep their flag and number, regardless of sorting',
    ),
  ],
  [
    'Added rows are appended at the given index.',
    testsIn(grid, 'a row inserted under a filter is shown where it was inserted'),
  ],
  [
    'Date box: typing or calendar pick, stores digits only.',
    [
      ...testsIn(
        'ui/pages/field-editors.test.tsx',
        'a date accepts digits, shows hyphens on leaving, and Delete empties it',
        'F4 opens the calendar, arrows and Enter select a date',
      ),
      ...testsIn(
        controls,
        'dates, timestamps and months are stored as digits and shown with separators',
      ),
    ],
  ],
  [
    'Delete key clears it.',
    testsIn(
      controls,
      'dates, timestamps and months are stored as digits and shown with separators',
    ),
  ],
  [
    'File editor: read-only text with an upload button; the chosen file is uploaded.',
    testsIn(
      controls,
      'a file is uploaded, shows a read-only name, and downloads in a new window',
      'a file the server rejects shows the reason next to its box',
    ),
  ],
  [
    'Check cell toggles Y and N; the header check sets all enabled rows.',
    [
      ...testsIn('ui/grid/cell-input.test.ts', 'a check cell accepts Y and N and is never empty'),
      ...testsIn(
        'ui/grid/keys.browser.test.ts',
        'Space toggles a check cell, and checks the row from a read-only cell',
      ),
      ...testsIn(grid, 'the header check selects all enabled rows'),
    ],
  ],
  [
    'Visual states: active or inactive tab, expanded or collapsed sidebar, open or closed menu item, filled or outlined favourite star, active or inactive order card with a switch, required-field star, read-only inputs.',
    [
      ...testsIn(
        'ui/shell/keyboard-walk.browser.test.ts',
        'the entire shell is usable with only the keyboard, in %s',
      ),
      ...testsIn(
        'ui/shell/menu-rows.test.tsx',
        'a closed group hides its screens, and an open one shows them one level deeper',
      ),
      ...testsIn(
        'ui/pages/cards.browser.test.ts',
        'the switch on a card shows whether its order is active and toggles only that order',
      ),
      ...testsIn(controls, 'a required field shows a star, and saving without it names the field'),
      ...testsIn(
        controls,
        'a file is uploaded, shows a read-only name, and downloads in a new window',
      ),
    ],
  ],
])
