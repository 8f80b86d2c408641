import { testsIn, section, type SpecRow } from './row.ts'

const api = 'ui/shell/api.test.tsx'
const popups = 'ui/shell/popups.test.tsx'
const sizes = 'ui/shell/sizes.browser.test.ts'
const start = 'ui/shell/start.browser.test.ts'
const login = 'ui/shell/login-area.browser.test.ts'
const rounding = 'areas/freight/rounding.rule.test.ts'
const calendar = 'kernel/calendar.test.ts'
const division = 'areas/freight/freight-division.rule.test.ts'
const words = 'areas/freight/quantity-in-words.rule.test.ts'

const billed = testsIn(
  'areas/billing/oracle.test.ts',
  'random months are invoiced as calculated independently from ledger and rate card: part %i of %i',
)

export const constantRows: readonly SpecRow[] = section('9', [
  [
    'Timeouts: default 7,200,000 ms; file download and export 60,000 ms; upload 120,000 ms.',
    testsIn(
      api,
      'calls time out after two hours, downloads after one minute, uploads after two',
      'a timed-out call fails as unanswered, with or without a signal of the caller',
    ),
  ],
  [
    'Popup loading delay 200 ms, time-out 100,000 ms.',
    testsIn(popups, 'a popup shows that it is loading after 200 ms and fails after 100 seconds'),
  ],
  [
    'Prefetch idle timeout 2000 ms.',
    testsIn(
      'ui/shell/prefetch.test.tsx',
      'code is prefetched when idle, after 2 seconds at the latest',
      'prefetching without idle callbacks starts after 2 seconds and ignores a failure',
    ),
  ],
  [
    'Header-checkbox and fetch delay 200 ms.',
    [
      ...testsIn(
        'ui/shell/lookup-close.test.tsx',
        'the value help searches 200 ms after the last key press, not after every one',
      ),
      ...testsIn(
        'ui/grid/header-check.test.ts',
        'the header check selects the enabled rows 200 ms after a press',
        'a double press checks the rows only once',
        'a key press applies a pending header check first',
      ),
    ],
  ],
  [
    'Sizes: popup default 800x600 (also 600x600, 700x600); message dialog width 400 (max 600), closes after 330 ms; notification width 350px, success 1000 ms; side menu 270px/54px; top bar 40px; login box 600x450; register box 550x620; grid row 24px, header 26px; control height 22px.',
    [
      ...testsIn(
        sizes,
        'a default popup is 800 by 600, and the code lookup is 600 by 600',
        'a message is 400 wide, a long one at most 600 and a notification 350',
        'the bar is 40 high, and the menu is 270 wide or 54 when folded',
        'grid rows are 24 high under a header of 26, and controls are 22 high',
      ),
      ...testsIn(
        popups,
        'a closed message remains visible but inert for 330 ms and resolves immediately',
        'a success note disappears after a second; other notes remain until dismissed',
      ),
      ...testsIn(login, '%s has a box of %i by %i and a phone link'),
    ],
  ],
  [
    'Breakpoints: xs 340, sm 540, md 800, lg 1600.',
    testsIn(login, 'the login forms fit every breakpoint from a phone to a wide window'),
  ],
  [
    'Formats: date yyyyMMdd, display yyyy-MM-dd; date-time yyyyMMddHHmmss displayed yyyy-MM-dd HH:mm:ss; patterns yyyyMM, yyyy, MM, yyyy-MM.',
    [
      ...testsIn(
        'ui/pages/control-template.browser.test.ts',
        'dates, timestamps and months are stored as digits and shown with separators',
      ),
      ...testsIn(
        'kernel/date-format.test.ts',
        'a date is stored yyyyMMdd and displayed yyyy-MM-dd',
        'a date-time is displayed yyyy-MM-dd HH:mm:ss',
        'the other patterns show year or month only',
      ),
    ],
  ],
  [
    'Korean: won, 0 decimals; English: dollar, 2 decimals; negative currency in parentheses; thousands comma, group size 3.',
    [
      ...testsIn(
        'kernel/money-format.test.ts',
        'Korean amounts are in won without decimals',
        'English amounts are in dollars with two decimals',
        'negative amounts are in parentheses unless they round to zero',
        'amounts of any size have thousands separators',
      ),
      ...testsIn(
        'ui/pages/control-template.browser.test.ts',
        'an amount shows won without decimals in Korean, dollars with two in English',
      ),
    ],
  ],
  [
    'Last day: February 29 when the year is divisible by 4, else 28; 30 for months 4, 6, 9, 11; else 31.',
    [
      ...testsIn(
        'server/calls.test.ts',
        'a search for %s responds with status %i, because the calendar decides',
      ),
      ...testsIn(
        calendar,
        'a year divisible by 4 has a February 29',
        'only centuries divisible by 400 have a February 29, unlike in the written rule',
        'April, June, September and November have 30 days, the others 31',
      ),
    ],
    13,
  ],
  [
    'Rounding modes: 1 floor to 1 decimal then round; 2 floor; 3 round to tens; 4 floor to tens; 5 combined; 7 ceiling; 11 two decimals; 21 three decimals; 22 floor to three decimals; 23 round to three decimals; 24 round.',
    [
      ...billed,
      ...testsIn(
        rounding,
        'mode ${mode}: ${roundingModes[mode].label.en}',
        'numbers between the listed modes are not modes',
        'modes 2, 4 and 22 never exceed the amount, and mode 7 never falls below it',
        'rounding is idempotent, and a negative amount rounds to the negated result, in every mode',
      ),
    ],
  ],
  [
    'Amounts are rounded to 2 decimals, then to 0 decimals for local currency, or by rounding mode for KR.',
    [
      ...billed,
      ...testsIn(
        'areas/billing/months.test.ts',
        'a foreign invoice has its value in won by the rate of its date',
      ),
      ...testsIn(
        rounding,
        'an amount in foreign currency has 2 decimals',
        'an amount in local currency has no decimals',
        'a local amount in KR follows the rounding mode',
        'a KR amount without a mode has no decimals, and elsewhere the mode is ignored',
      ),
    ],
  ],
  [
    'Freight division codes: IN, IT, DI (origin equals destination), OP, OS.',
    [
      ...testsIn(
        'areas/freight/freight-charges.test.ts',
        'derives the division of %s to %s as %s',
        'a journey through the home country is in transit',
      ),
      ...testsIn(
        division,
        'the list has exactly these five codes',
        'equal origin and destination are DI, at home and abroad',
        'a journey that ends at home is IN, and one that starts at home is OP',
        'a journey via home is IT, and one that avoids it is OS',
      ),
    ],
  ],
  [
    'Container quantity in words covers 1 to 9999.',
    [
      ...testsIn(
        'areas/freight/bills.test.ts',
        'a draft copies its booking and spells out the number of containers',
        'a bill prints with its number, containers and words; a cancelled one does not',
      ),
      ...testsIn(
        words,
        'a quantity is written as on a B/L',
        'every quantity can be parsed back from its words',
        'a quantity outside 1 to 9999 is rejected',
      ),
    ],
  ],
  [
    'Footer aggregations: SUM, COUNT, MAX, MIN, AVG, CUSTOM.',
    [
      ...testsIn(
        'ui/grid/aggregate.test.ts',
        'each footer computes its own aggregate of a column',
        'a custom footer returns its own text',
        'MIN and MAX return the earliest and latest date of a column',
      ),
      ...testsIn(
        'ui/grid/keys.browser.test.ts',
        'sums appear under their columns and update after an edit',
      ),
    ],
  ],
  [
    'Filter operators: =, <, <=, >, >=, Like, Not Like, In, Not In, Between, Not Between.',
    testsIn(
      'ui/grid/sort-filter.test.ts',
      'the filter %s %s %j selects the matching rows',
      'Like uses SQL patterns with percent signs and searches anywhere without them',
    ),
  ],
  [
    'Report defaults: A4, 1 copy, pdf.',
    [
      ...testsIn(
        'server/report.test.ts',
        'uses the requested paper size, or A4 by default',
        'prints the requested number of copies',
        'returns the PDF directly by default, under the requested name',
      ),
    ],
  ],
  [
    'Widgets: select boxes show NAME and use CODE with search enabled.',
    [
      ...testsIn(
        'ui/pages/field-editors.test.tsx',
        'a list shows names, stores codes, and is searched by initials',
      ),
      ...testsIn(
        'ui/pages/control-template.browser.test.ts',
        'a select shows names, is searched by typing, and stores the code',
      ),
      ...testsIn(
        'ui/grid/keys.browser.test.ts',
        'a select cell accepts a code, a name, or a choice from its list',
      ),
    ],
  ],
  [
    'Grid and locale are Korean.',
    [
      ...testsIn(
        'ui/grid/sort-filter.test.ts',
        'texts sort in Korean dictionary order, ties in their original order',
      ),
      ...testsIn(start, 'the font is a bundled Korean sans, and the page declares its language'),
    ],
  ],
  [
    'Font is a Korean sans face.',
    testsIn(start, 'the font is a bundled Korean sans, and the page declares its language'),
  ],
  [
    'Initial tab title Home; page title prefix WMS.',
    testsIn(
      start,
      'the bar shows warehouse, location and header buttons, and the window title is WMS',
    ),
  ],
])
