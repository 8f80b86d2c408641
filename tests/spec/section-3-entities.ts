import { testsIn, section, type SpecRow } from './row.ts'

const calls = 'server/calls.test.ts'
const start = 'ui/shell/start.browser.test.ts'
const grid = 'ui/grid/grid-model.test.ts'
const accounts = 'server/accounts.test.ts'

export const entityRows: readonly SpecRow[] = section('3', [
  [
    'Session: userId, userPwd, wcode, corpLocNm, locName.',
    testsIn(calls, 'the session contains the user and warehouse, but no password'),
    946,
  ],
  [
    'Menu item: MENU_ID, MENU_ABBR, MENU_SEQ, MENU_NM, MENU_PATH, MENU_ICON, UPPER_MENU_ID, TREE_PATH, children, INIT_YN (Y or N, marks the initial screen for a favorite).',
    [
      ...testsIn(
        calls,
        'a menu item has every field, and only one favourite is the initial screen',
        'an entry has the same place and icon in the tree, the map and the favourites',
        'the menu is returned as a tree and by abbreviation, with popups and favourites',
      ),
      ...testsIn(
        'ui/shell/menu-and-popups.browser.test.ts',
        'the favourite marked as initial screen opens after the login',
      ),
    ],
  ],
  [
    'Menu data from the server: menuHierarchyList, menuMap (keyed by abbreviation, each with menu path and isFavorite), popupMap, myMenuList.',
    testsIn(
      calls,
      'the menu is returned as a tree and by abbreviation, with popups and favourites',
    ),
  ],
  [
    'Favorites: list of menu items; the add call returns myMenuList and isFavorite.',
    testsIn(calls, 'the same call adds and removes a favourite and returns the list and state'),
  ],
  [
    'Warehouse code option: CODE, NAME, loaded per user.',
    testsIn(calls, 'the warehouses of the caller are returned as data and as DATA'),
  ],
  [
    'Code list entry: CODE, NAME.',
    testsIn(calls, 'several code lists are returned in one call, an unknown one empty'),
  ],
  [
    'Popup descriptor: MENU_PATH, MENU_NM and a map of code lists per screen.',
    [
      ...testsIn(
        calls,
        'the menu is returned as a tree and by abbreviation, with popups and favourites',
      ),
      ...testsIn(
        'ui/pages/code-lists.test.ts',
        'lists requested together are fetched in one call and cached',
      ),
    ],
    947,
  ],
  [
    "Save-procedure result row: ROW, POSTATUS (negative means failure), POERROR (message put into the row's PROCRETURN cell).",
    [
      ...testsIn(
        'server/save.test.ts',
        'every failing row is listed, and valid rows are not saved',
      ),
      ...testsIn(
        'ui/pages/save-rows.test.ts',
        'response errors appear on their rows although the rows were sorted since',
      ),
    ],
  ],
  [
    'Login payload: p (user id, warehouse code and password joined by a separator), c (the password), lang.',
    [
      ...testsIn(
        start,
        'the login sends the joined id, warehouse and password, the password and the language',
      ),
      ...testsIn(
        'server/login.test.ts',
        'only the first two separators count, so a password can contain any character',
        'a password sent twice must be identical both times',
        'a login to a warehouse without permission starts in a permitted one and reports it',
      ),
      ...testsIn(
        'ui/shell/session-warehouse.test.tsx',
        'calls after a login carry the warehouse of the login response',
        'a login to a warehouse without permission starts in the warehouse of the response',
      ),
    ],
  ],
  ['Find-id payload: EMAIL.', testsIn(accounts, 'arrives only by mail at its registered address')],
  [
    'Find-password payload: USER_ID.',
    testsIn(accounts, 'a single-use link resets the password and ends open sessions'),
  ],
  [
    'Grid row columns: BATCH_FLAG (insert, update or delete; the literal values are not shown), NO (row number), AG_CHECK, DX_CHECK (Y or N), PROCRETURN.',
    [
      ...testsIn(
        grid,
        'a new row is I and stays I when edited',
        'deleting any other row flags it D and keeps it',
        'changed rows keep their flag and number, regardless of sorting',
        'the header check selects all enabled rows',
        'the message follows its row when the order changes',
      ),
    ],
    948,
  ],
  [
    'Uploaded file: FILE_NM, FILE_SN.',
    testsIn(
      'server/stored-files.test.ts',
      'stores several files with their form fields and returns name and serial of each',
    ),
  ],
  [
    'Container row: CNTR_TP, PART_YN (Y or N), MAIN_YN, CNTR_QTY.',
    [
      ...testsIn(
        'areas/freight/bookings.test.ts',
        'total container groups, count and TEU, with a shared container only on its main booking',
      ),
      ...testsIn(
        'areas/freight/freight-masters.rule.test.ts',
        'booking containers give TEU and words, counting a shared one on its main booking only',
      ),
    ],
  ],
  [
    'Container summary: CNTR_GRP_NM, CNTR_QTY, PART_YN, MAIN_YN.',
    [
      ...testsIn(
        'areas/freight/bookings.test.ts',
        'total container groups, count and TEU, with a shared container only on its main booking',
      ),
      ...testsIn(
        'areas/freight/freight-masters.rule.test.ts',
        'booking containers give TEU and words, counting a shared one on its main booking only',
      ),
    ],
  ],
  [
    'License check input: cargoTp (E is export), licenseNo.',
    [
      ...testsIn(
        'areas/bonded/split-release.test.ts',
        'returned cargo needs an export licence of 14 characters that ends in a digit, X or R',
      ),
      ...testsIn(
        'areas/bonded/arrivals.test.ts',
        'rejects a malformed cargo number, an unknown shed and an invalid container at their columns',
      ),
      ...testsIn(
        'areas/freight/licence-number.rule.test.ts',
        'an export licence of 14 characters that ends in a digit, X or R is valid',
        'a cargo number with MRN and MSN is valid with or without HSN',
      ),
    ],
  ],
  [
    'Report print job: filePath, fileNm, jsonData, viewerMode (default export), printCopies (1), printSize (A4), exportMode (silent), exportFormat (pdf), exportFileName.',
    testsIn(
      'server/report.test.ts',
      'accepts a job with the names of the spec as JSON, form or query string',
      'returns the PDF directly by default, under the requested name',
      'uses the requested paper size, or A4 by default',
    ),
  ],
  [
    'Spreadsheet import column: field name and excel header letter.',
    [
      ...testsIn(
        'ui/pages/upload-mapping.test.ts',
        'manually assigned letters are saved for the owner and this screen',
      ),
      ...testsIn(
        'kernel/sheet-mapping.test.ts',
        'column letters are found by Korean titles, English titles or field names',
        'mapping errors report letters that are invalid, beyond the sheet or missing',
      ),
    ],
  ],
  [
    'Client state: session; language map (message codes to texts); menu tree; menu map; popup map; my-menu list; active tab map; active popup stack (last is active); overall request-in-progress flag and transaction counter; per-page request flags keyed by menu abbreviation; per-menu scroll positions; menu collapsed flag.',
    [
      ...testsIn(
        start,
        'session, menu and language are requested in parallel before the app is shown',
      ),
      ...testsIn(
        'ui/shell/tabs.test.tsx',
        'one screen has one tab, regardless of how often the menu is used',
      ),
      ...testsIn(
        'ui/shell/popups.test.tsx',
        'the last popup opened is active and offset, and closing it reactivates the previous one',
      ),
      ...testsIn(
        'ui/shell/api.test.tsx',
        'a quiet call does not show the loading indicator, but any other does',
      ),
      ...testsIn(
        'ui/shell/pages.browser.test.ts',
        'the busy state belongs to the waiting page and not to others',
        'each page keeps its scroll position until it is closed',
      ),
      ...testsIn(
        'ui/shell/menu-and-popups.browser.test.ts',
        'folding the menu hides the favourites, and their edits return when it opens again',
      ),
    ],
  ],
  [
    'Arguments can be passed from one menu page to another, keyed by target menu abbreviation, delivered once when the page opens, then discarded.',
    [
      ...testsIn(
        'ui/shell/tabs.test.tsx',
        'arguments go to the open tab and are a new object at every delivery',
      ),
      ...testsIn(
        'ui/shell/delivered-once.test.tsx',
        'arguments reach a page once when it opens and are then discarded',
      ),
    ],
  ],
])
