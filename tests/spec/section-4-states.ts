import { at, section, type SpecRow } from './row.ts'

const menu = 'ui/shell/menu-and-popups.browser.test.ts'
const calls = 'server/calls.test.ts'
const grid = 'ui/grid/grid-model.test.ts'
const popups = 'ui/shell/popups.test.tsx'
const pages = 'ui/shell/pages.browser.test.ts'
const controls = 'ui/pages/control-template.browser.test.ts'

export const stateRows: readonly SpecRow[] = section('4', [
  [
    'My-menu editing: view mode, then edit mode through the edit button.',
    at(menu, 'favourites are put in order, marked, removed and saved with the keyboard alone'),
  ],
  [
    'In edit mode items can be dragged to reorder, toggled as initial screen, or removed.',
    [
      ...at(
        menu,
        'a favourite is dragged to another place with the pointer',
        'favourites are put in order, marked, removed and saved with the keyboard alone',
        'the favourite marked as initial screen opens after the login',
      ),
      ...at(
        'ui/shell/menu-rows.test.tsx',
        'only one favourite opens by itself, and marking it again unmarks it',
      ),
    ],
  ],
  [
    'Save sends the new order and shows the returned message.',
    [
      ...at(calls, 'the order, the initial screen and what was removed are kept as they were sent'),
      ...at(menu, 'a favourite is dragged to another place with the pointer'),
    ],
  ],
  [
    'Undo leaves edit mode and restores the prior list.',
    at(
      menu,
      'undo leaves edit mode with the list of before',
      'favourites being edited are there after a reload, and undo is still the list of before',
    ),
  ],
  [
    'Collapsing the side menu hides the favorites view.',
    at(menu, 'folding the menu hides the favourites, and the edits are there when it comes out'),
  ],
  [
    "Favorite flags: loading the my-menu list first clears every menu's favorite flag, then sets it for each listed menu.",
    [
      ...at(
        'ui/shell/menu-rows.test.tsx',
        'every flag is cleared before the listed ones are set, and a removed entry loses its own',
      ),
      ...at(calls, 'the order, the initial screen and what was removed are kept as they were sent'),
    ],
  ],
  [
    "Removing an entry clears that menu's flag.",
    [
      ...at(
        'ui/shell/menu-rows.test.tsx',
        'every flag is cleared before the listed ones are set, and a removed entry loses its own',
      ),
      ...at(calls, 'the order, the initial screen and what was removed are kept as they were sent'),
      ...at(
        calls,
        'a screen is registered and taken out by the same call, which answers list and state',
      ),
    ],
  ],
  [
    'A global loading overlay shows while non-quiet requests are pending (counter based).',
    at('ui/shell/api.test.tsx', 'a quiet call shows no loading, any other does'),
    'It is a thin bar that covers nothing: what stands on the screen is read meanwhile, and keys that are typed are kept.',
  ],
  [
    'The flag turns on at transaction start and off at its end.',
    at(
      'ui/shell/api.test.tsx',
      'a quiet call shows no loading, any other does',
      'a call whose time is over ends as one without an answer, its own signal or not',
    ),
  ],
  [
    'Page-level activity is set and cleared per menu.',
    at(pages, 'activity belongs to the page that waits, and not to the others'),
  ],
  [
    'Message dialog kinds: question (OK and Cancel), information, warning, error (OK only).',
    at(popups, 'a message of the kind %s is confirmed with Enter, given up with Escape'),
  ],
  [
    'Enter confirms.',
    at(popups, 'a message of the kind %s is confirmed with Enter, given up with Escape'),
  ],
  [
    'Popups resolve, reject or close, and are pushed onto and popped from the stack.',
    at(
      popups,
      'a granted popup opens under its name and resolves with what it is given',
      'a popup that rejects fails for whoever opened it',
      'the last popup opened is in front, set off from the one below, which it gives back',
    ),
  ],
  [
    'Notifications: success, warn, error (and info styled).',
    at(popups, 'success goes after a second; warnings, errors and news stay until Escape'),
  ],
  [
    'Success disappears after 1000 ms; warn and error stay until closed.',
    at(popups, 'success goes after a second; warnings, errors and news stay until Escape'),
  ],
  [
    'Scroll position is saved or deleted per menu.',
    at(pages, 'each page keeps its own scroll position, and a closed one forgets it'),
  ],
  [
    "A menu's path can be updated.",
    [
      ...at(pages, 'the same screen under another address is a numbered copy beside the first'),
      ...at(
        'ui/shell/tabs.test.tsx',
        'arguments go to the tab that is open, and are new at every delivery',
      ),
    ],
  ],
  [
    'Grid row change tracking: a new row is flagged insert.',
    at(grid, 'a new row is I and stays I when edited'),
  ],
  [
    'An edited row becomes update, unless already insert or delete.',
    at(
      grid,
      'an edited row is U',
      'a new row is I and stays I when edited',
      'editing a deleted row leaves it D',
    ),
  ],
  [
    'Removing an inserted row drops it from the cache.',
    at(grid, 'deleting an inserted row drops it'),
  ],
  [
    'Removing any other row, with tracking on, flags it delete and keeps it.',
    at(
      grid,
      'deleting any other row flags it D and keeps it',
      'without tracking a deleted row is gone and nothing is flagged',
    ),
  ],
  [
    'Setting new data clears the cache unless told not to.',
    [
      ...at(grid, 'new data clears the changes'),
      ...at(
        'ui/pages/kept-edits.test.ts',
        'new data keeps the changes when told to, each on its own record',
      ),
    ],
  ],
  [
    'Tracking can report whether there are changes and list rows per flag.',
    at(
      grid,
      'fresh data has none',
      'rows are told apart by flag and number however they are sorted',
    ),
  ],
  [
    'Added rows are appended at the given index.',
    at(grid, 'a row inserted under a filter is shown where it was put'),
  ],
  [
    'Date box: typing or calendar pick, stores digits only.',
    [
      ...at(
        'ui/pages/field-editors.test.tsx',
        'a date takes digits, shows hyphens once it is left, and Delete empties it',
        'F4 opens the calendar; arrows and Enter choose a day',
      ),
      ...at(controls, 'days, moments and months are kept as digits and shown with their marks'),
    ],
  ],
  [
    'Delete key clears it.',
    at(controls, 'days, moments and months are kept as digits and shown with their marks'),
  ],
  [
    'File editor: read-only text with an upload button; the chosen file is uploaded.',
    at(
      controls,
      'a file is uploaded, shows its name that nobody types, and comes back in a new window',
      'a file that the server does not take says why beside its box',
    ),
  ],
  [
    'Check cell toggles Y and N; the header check sets all enabled rows.',
    [
      ...at('ui/grid/cell-input.test.ts', 'a check cell takes Y and N and is never empty'),
      ...at(
        'ui/grid/keys.browser.test.ts',
        'Space turns a check cell over, and checks the row from a cell that cannot be edited',
      ),
      ...at(grid, 'the header check takes the enabled rows the filter shows'),
    ],
  ],
  [
    'Visual states: active or inactive tab, expanded or collapsed sidebar, open or closed menu item, filled or outlined favourite star, active or inactive order card with a switch, required-field star, read-only inputs.',
    [
      ...at(
        'ui/shell/keyboard-walk.browser.test.ts',
        'the whole shell is walked by keyboard alone, in %s',
      ),
      ...at(
        'ui/shell/menu-rows.test.tsx',
        'a closed group hides its screens, an open one shows them a level deeper',
      ),
      ...at(
        'ui/forms/order-card.test.tsx',
        'a card says whether its order is active, and its switch turns that over',
      ),
      ...at(
        controls,
        'a required field wears a star, and a save without it says so with its title',
      ),
      ...at(
        controls,
        'a file is uploaded, shows its name that nobody types, and comes back in a new window',
      ),
    ],
  ],
])
