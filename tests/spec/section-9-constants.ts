import { at, section, type SpecRow } from './row.ts'

const api = 'ui/shell/api.test.tsx'
const popups = 'ui/shell/popups.test.tsx'
const sizes = 'ui/shell/sizes.browser.test.ts'
const start = 'ui/shell/start.browser.test.ts'
const login = 'ui/shell/login-area.browser.test.ts'
const rounding = 'areas/freight/rounding.rule.test.ts'
const calendar = 'kernel/calendar.test.ts'
const division = 'areas/freight/freight-division.rule.test.ts'
const words = 'areas/freight/quantity-in-words.rule.test.ts'

export const constantRows: readonly SpecRow[] = section('9', [
  [
    'Timeouts: default 7,200,000 ms; file download and export 60,000 ms; upload 120,000 ms.',
    at(
      api,
      'a call waits two hours, a file one minute, an upload two',
      'a call whose time is over ends as one without an answer, its own signal or not',
    ),
  ],
  [
    'Popup loading delay 200 ms, time-out 100,000 ms.',
    at(popups, 'a popup says that it loads after 200 ms and gives up after 100 seconds'),
  ],
  [
    'Prefetch idle timeout 2000 ms.',
    at(
      'ui/shell/prefetch.test.tsx',
      'code is fetched ahead in a quiet moment, after 2 seconds at the latest',
      'without quiet moments it is fetched after 2 seconds, and a failure is nobody’s concern',
    ),
  ],
  [
    'Header-checkbox and fetch delay 200 ms.',
    [
      ...at(
        'ui/shell/lookup-close.test.tsx',
        'the help asks 200 ms after the last key, not at each',
      ),
      ...at(
        'ui/grid/header-check.test.ts',
        'the header check sets the enabled rows 200 ms after it is pressed',
        'a double press ticks once',
        'a key pressed meanwhile finds the rows ticked',
      ),
    ],
  ],
  [
    'Sizes: popup default 800x600 (also 600x600, 700x600); message dialog width 400 (max 600), closes after 330 ms; notification width 350px, success 1000 ms; side menu 270px/54px; top bar 40px; login box 600x450; register box 550x620; grid row 24px, header 26px; control height 22px.',
    [
      ...at(
        sizes,
        'a popup of no kind of its own is 800 by 600, the code lookup 600 by 600',
        'a message is 400 wide, a long one at most 600, a notification 350',
        'the bar is 40 high, the menu 270 wide and 54 when it is folded',
        'rows of a grid are 24 high under a header of 26, and controls are 22',
      ),
      ...at(
        popups,
        'an answered message is in sight for 330 ms more, out of reach, and its answer does not wait',
        'success goes after a second; warnings, errors and news stay until Escape',
      ),
      ...at(login, '%s stands in a box of %i by %i with the telephone below'),
    ],
  ],
  [
    'Breakpoints: xs 340, sm 540, md 800, lg 1600.',
    at(
      login,
      'from a telephone to a wide window the forms before the login fit, at every breakpoint',
    ),
  ],
  [
    'Formats: date yyyyMMdd, display yyyy-MM-dd; date-time yyyyMMddHHmmss displayed yyyy-MM-dd HH:mm:ss; patterns yyyyMM, yyyy, MM, yyyy-MM.',
    at(
      'kernel/date-format.test.ts',
      'a date is stored yyyyMMdd and displayed yyyy-MM-dd',
      'a date-time is displayed yyyy-MM-dd HH:mm:ss',
      'the other patterns name the month or the year alone',
    ),
  ],
  [
    'Korean: won, 0 decimals; English: dollar, 2 decimals; negative currency in parentheses; thousands comma, group size 3.',
    [
      ...at(
        'kernel/money-format.test.ts',
        'Korean money is won without decimals',
        'English money is dollars with two decimals',
        'negative money stands in parentheses, unless it rounds to nothing',
        'thousands stand in groups of three, whatever the amount',
      ),
      ...at(
        'ui/pages/control-template.browser.test.ts',
        'money is won without decimals in Korean and dollars with two in English',
      ),
    ],
  ],
  [
    'Last day: February 29 when the year is divisible by 4, else 28; 30 for months 4, 6, 9, 11; else 31.',
    at(
      calendar,
      'a year divisible by 4 has a 29 February',
      'unlike the rule as written, a century has one only when divisible by 400, as the calendar goes',
      'April, June, September and November have 30 days, the others 31',
    ),
    'Centuries follow the calendar: 1900 and 2100 have no 29 February, where the rule as written gives them a day that does not exist.',
  ],
  [
    'Rounding modes: 1 floor to 1 decimal then round; 2 floor; 3 round to tens; 4 floor to tens; 5 combined; 7 ceiling; 11 two decimals; 21 three decimals; 22 floor to three decimals; 23 round to three decimals; 24 round.',
    at(
      rounding,
      'mode ${mode}: ${roundingModes[mode].label.en}',
      'the numbers between are no modes',
      'modes 2, 4 and 22 never ask for more than the amount, mode 7 never for less',
      'an amount once rounded stays, and its reverse cancels it, in every mode',
    ),
  ],
  [
    'Amounts are rounded to 2 decimals, then to 0 decimals for local currency, or by rounding mode for KR.',
    at(
      rounding,
      'an amount in foreign currency keeps 2 decimals',
      'an amount in local currency has no decimals',
      'in KR a local amount goes by the rounding mode',
      'in KR without a mode it has no decimals, and elsewhere a mode means nothing',
    ),
  ],
  [
    'Freight division codes: IN, IT, DI (origin equals destination), OP, OS.',
    at(
      division,
      'the codes are these five, each with its name',
      'where the origin equals the destination it is DI, at home and abroad',
      'what ends at home comes in, what starts at home goes out',
      'what only passes through home is in transit, what never comes near is cross trade',
    ),
  ],
  [
    'Container quantity in words covers 1 to 9999.',
    at(
      words,
      'a quantity is written as on the B/L',
      'the words read back add up to the quantity',
      'nothing outside 1 to 9999 has words',
    ),
  ],
  [
    'Footer aggregations: SUM, COUNT, MAX, MIN, AVG, CUSTOM.',
    [
      ...at(
        'ui/grid/aggregate.test.ts',
        'each footer answers its own question of one column',
        'a custom footer says what it likes',
        'the earliest and latest date of a column',
      ),
      ...at(
        'ui/grid/keys.browser.test.ts',
        'the sums stand under their columns and follow an edit',
      ),
    ],
  ],
  [
    'Filter operators: =, <, <=, >, >=, Like, Not Like, In, Not In, Between, Not Between.',
    at(
      'ui/grid/sort-filter.test.ts',
      '%s %s %j',
      'with per cent signs Like is the pattern of SQL, without them it looks anywhere',
    ),
  ],
  [
    'Report defaults: A4, 1 copy, pdf.',
    [
      ...at(
        'server/report.test.ts',
        'comes on the paper that was asked for, on A4 when none was',
        'prints as many copies as asked',
        'is the default: the PDF at once, under the name that was asked for',
      ),
    ],
  ],
  [
    'Widgets: select boxes show NAME and use CODE with search enabled.',
    [
      ...at(
        'ui/pages/field-editors.test.tsx',
        'a list shows names, keeps codes, and is found by initials',
      ),
      ...at(
        'ui/pages/control-template.browser.test.ts',
        'a select shows names, is searched by typing, and keeps the code',
      ),
      ...at(
        'ui/grid/keys.browser.test.ts',
        'a select cell takes a code, a name, or a pick from its list',
      ),
    ],
  ],
  [
    'Grid and locale are Korean.',
    [
      ...at(
        'ui/grid/sort-filter.test.ts',
        'texts in Korean dictionary order, equals as they stood',
      ),
      ...at(
        start,
        'the face is a Korean sans that comes with the page, and the page says its language',
      ),
    ],
  ],
  [
    'Font is a Korean sans face.',
    at(start, 'the face is a Korean sans that comes with the page, and the page says its language'),
  ],
  [
    'Initial tab title Home; page title prefix WMS.',
    at(
      start,
      'the bar shows warehouse, place and the header buttons, and the window is titled WMS',
    ),
  ],
])
