import { testsIn, section, type SpecRow } from './row.ts'

const calls = 'server/calls.test.ts'
const start = 'ui/shell/start.browser.test.ts'
const rights = 'server/demo-rights.test.ts'
const walked = testsIn(
  'e2e/keyboard-walk.browser.test.ts',
  'the main task of the %s screen %s can be done without a mouse',
)
const menuMap = 'areas/menu-map.rule.test.ts'

export const purposeRows: readonly SpecRow[] = section('1', [
  [
    'Users are operations staff of warehouse and logistics companies.',
    testsIn(
      rights,
      'every operation is granted on the routes defined by the rules',
      '%s can call exactly what the screens of the role call',
    ),
  ],
  [
    'Areas: inbound receiving; outbound shipping and picking; inventory (moves, holds, adjustments, stocktaking); bonded-warehouse handling; billing reports; inventory, receipt and shipment reports; supply chain (order management with partners); master data (stock, cell, zone, owner, ship-to, supplier); system administration (users, menus, roles, codes, data dictionary); common management (carriers, customers, ports, vessels, freight and so on).',
    [
      ...walked,
      ...testsIn(
        menuMap,
        'an area is named after its folder and listed once',
        'the menu tree follows the workflow order of the warehouse',
      ),
      ...testsIn(
        'screens.test.ts',
        'a screen is in the file named after its route, in the area that owns it',
        'every operation has exactly one handler',
      ),
    ],
  ],
  [
    'Freight-related data also covers container, cargo, license number, freight and invoice amounts, and printed reports.',
    [
      ...testsIn(
        'areas/freight/freight-masters.test.ts',
        'a vessel, its carrier and a container are saved and shown with their names',
      ),
      ...testsIn(
        'areas/freight/bookings.test.ts',
        'total container groups, count and TEU, with a shared container only on its main booking',
      ),
      ...testsIn(
        'areas/bonded/arrivals.test.ts',
        'rejects a malformed cargo number, an unknown shed and an invalid container at their columns',
        'all four bonded documents print as PDF',
      ),
      ...testsIn(
        'areas/freight/price-amount.rule.test.ts',
        'the steps explain how the amount was calculated',
      ),
    ],
  ],
  [
    'Users log in, see a menu tree built from their permissions and open screens as tabs.',
    [
      ...testsIn(calls, 'a menu without permission is not in the menu map'),
      ...testsIn(
        start,
        'the menu opens a screen at its path with its abbreviation and folds when unpinned',
      ),
      ...testsIn(
        'ui/shell/tabs.test.tsx',
        'one screen has one tab, regardless of how often the menu is used',
      ),
    ],
  ],
  [
    'The interface is Korean; a language map (Korean and English support) is loaded from the server.',
    [
      ...testsIn(calls, 'the language map contains the messages in the language of the page'),
      ...testsIn(
        'areas/system/site-texts.test.ts',
        'the texts of the site reach the pages in both languages, and missing translations are listed',
      ),
      ...testsIn('wording.test.ts', 'every text exists in both languages'),
      ...testsIn(start, 'the header buttons switch the language, open the help and fold the menu'),
    ],
  ],
  [
    'A user can switch warehouse code (wcode) from a drop-down in the top bar.',
    [
      ...testsIn(
        start,
        'switching warehouse updates the bar and the window title, and survives a reload',
      ),
      ...testsIn(calls, 'the Wcode header selects the warehouse'),
    ],
  ],
  [
    'Spreadsheet import and export are supported.',
    [
      ...testsIn(
        'areas/outbound/uploads.test.ts',
        'rows are uploaded as one shipment per order by a user with one upload screen',
        'rows with one order number become one receipt and an invalid item is reported by row',
      ),
      ...testsIn(
        'server/export.test.ts',
        'contains all rows in order, with names for codes and no formulas',
        'produces a valid workbook in the requested order',
      ),
    ],
  ],
  [
    'Per-user favorite menus are supported.',
    testsIn(
      calls,
      'the same call adds and removes a favourite and returns the list and state',
      'the order, initial screen and removal of favourites are saved',
    ),
  ],
])
