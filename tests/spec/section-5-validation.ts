import { testsIn, section, type SpecRow } from './row.ts'

const controls = 'ui/pages/control-template.browser.test.ts'
const fields = 'ui/pages/field-rules.test.ts'
const range = 'kernel/date-range.test.ts'
const required = 'kernel/required.test.ts'
const signUp = 'areas/system/sign-up.rule.test.ts'
const licence = 'areas/freight/licence-number.rule.test.ts'
const container = 'areas/freight/container-number.rule.test.ts'
const calls = 'server/calls.test.ts'

const returned = testsIn(
  'areas/bonded/split-release.test.ts',
  'returned cargo needs an export licence of 14 characters that ends in a digit, X or R',
)
const expected = testsIn(
  'areas/bonded/arrivals.test.ts',
  'rejects a malformed cargo number, an unknown shed and an invalid container at their columns',
)
const containers = testsIn(
  'areas/freight/freight-masters.test.ts',
  'a container with %s is saved or rejected at its column',
)

export const validationRows: readonly SpecRow[] = section('5', [
  [
    'Text boxes can force upper case or keep only digits (numberOnly).',
    [
      ...testsIn('kernel/box-value.test.ts', 'a text box converts input to upper case'),
      ...testsIn(
        'kernel/box-value.test.ts',
        'a text box keeps digits only and converts full-width ones of the input method',
      ),
      ...testsIn(fields, 'typed text becomes upper case where the field requires it'),
      ...testsIn(
        controls,
        'text fields convert to upper case, drop non-digits, or count wide characters double',
      ),
    ],
  ],
  [
    'Number boxes can turn zero into empty.',
    [
      ...testsIn('kernel/box-value.test.ts', 'a number box turns only zero into an empty value'),
      ...testsIn(fields, 'zero becomes empty only where the field requires it'),
    ],
  ],
  [
    'Check boxes map to Y and N by default.',
    [
      ...testsIn(
        'kernel/box-value.test.ts',
        'a check box maps to Y and N unless its column defines other values',
      ),
      ...testsIn(controls, 'zero is a number or empty by field, and a check is Y or N'),
    ],
  ],
  [
    'Dates: stored yyyyMMdd, displayed yyyy-MM-dd, max input length 10, digits only, at most 8 digits.',
    [
      ...testsIn(
        'server/search-dates.test.ts',
        'a date sent as %s is read as written',
        'a timestamp is searched by %s as written',
      ),
      ...testsIn('kernel/date-box.test.ts', 'a date box keeps digits only, at most 8'),
      ...testsIn(
        'kernel/date-format.test.ts',
        'a date is stored yyyyMMdd and displayed yyyy-MM-dd',
      ),
      ...testsIn(
        controls,
        'dates, timestamps and months are stored as digits and shown with separators',
      ),
    ],
  ],
  [
    'A short date string is padded with 01 to reach 8 digits.',
    [
      ...testsIn('kernel/date-box.test.ts', 'a short date string is padded with 01 to 8 digits'),
      ...testsIn('ui/grid/cell-input.test.ts', '%s parses as the date %s'),
      ...testsIn('ui/pages/draft-text.test.ts', 'a date typed as %s is read as %s'),
      ...testsIn(calls, 'a short date is completed with 01, and a partial year is rejected'),
    ],
    950,
  ],
  [
    'On focus-out a value shorter than 8 digits is cleared.',
    [...testsIn('ui/pages/draft-text.test.ts', '%j is too short for a date and empties the box')],
  ],
  [
    'Lookup popup closed with the close button: resolves true when the typed keyword exactly equals an existing code or name in its results, else rejects.',
    [
      ...testsIn(
        'kernel/exact-entry.test.ts',
        'a keyword that exactly equals a code or name selects that entry',
        'a keyword that does not fully match, or is empty, selects no entry',
        'a name shared by two entries selects neither of them',
      ),
      ...testsIn(
        'ui/shell/lookup-close.test.tsx',
        'a value help closed without a selection returns only an exactly typed entry',
      ),
    ],
    951,
  ],
  [
    'Required field: missing if empty; number 0 and text 0 count as filled.',
    [
      ...testsIn(
        required,
        'an empty field is named by its title',
        'zero counts as filled, as a number and as text',
      ),
      ...testsIn('kernel/is-filled.test.ts', 'zero counts as filled, as a number and as text'),
      ...testsIn(
        'ui/pages/save-rows.test.ts',
        'zero counts as filled, and a deleted row requires nothing',
      ),
    ],
  ],
  [
    'Message MSG000012 with the field title.',
    [
      ...testsIn(required, 'an empty field is named by its title'),
      ...testsIn(
        'ui/pages/page-search.test.ts',
        'an empty required search field is named, and no request is sent',
      ),
      ...testsIn(controls, 'a required field shows a star, and saving without it names the field'),
    ],
  ],
  [
    'Several messages are joined by line breaks.',
    [
      ...testsIn(
        'ui/shell/real-time.test.tsx',
        'several messages are joined by line breaks, and none give an empty text',
      ),
      ...testsIn(required, 'missing fields are reported in the order of the form'),
    ],
  ],
  [
    'Date range: start must not be after end (MSG000022).',
    [
      ...testsIn(
        range,
        'a start after the end is rejected, the same date is not',
        'exactly one order of two different dates is rejected',
      ),
      ...testsIn(calls, 'a search from a later to an earlier date is rejected with MSG000022'),
      ...testsIn(controls, 'a range is rejected when it is reversed or too long'),
    ],
  ],
  [
    'The span must not exceed a given number of months, days or years (MSG000023 with that number).',
    [
      ...testsIn(range, '${count} ${unit} from March 1 extend to ${last} and no further'),
      ...testsIn(
        range,
        'the English message includes the number and uses the singular for one month',
      ),
      ...testsIn(calls, 'a movement search over more than 12 months is rejected with MSG000023'),
    ],
  ],
  [
    'Phone: three digits, hyphen, three or four digits, hyphen, four digits.',
    [
      ...testsIn(
        'kernel/contact-text.test.ts',
        'a phone number has three, then three or four, then four digits, with hyphens',
      ),
      ...testsIn('server/accounts.test.ts', 'an application with %s is rejected'),
      ...testsIn(
        'server/save-errors.test.ts',
        'rejects an owner whose %s is %s, at its row and column',
        'accepts Seoul, regional, mobile and empty phone numbers',
        'the same formats apply to suppliers and ship-tos',
      ),
      ...testsIn(
        'ui/pages/field-rules.test.ts',
        'a text must match the pattern of the field, and blank text is empty',
      ),
    ],
    152,
  ],
  [
    'E-mail: standard address pattern.',
    [
      ...testsIn('server/accounts.test.ts', 'an application with %s is rejected'),
      ...testsIn(
        'kernel/contact-text.test.ts',
        'an email address has a name, one @ and a domain of two or more parts',
        'an invalid email address is reported',
      ),
    ],
  ],
  [
    'User id: letters, digits and a permitted set of extra characters (default underscore, hyphen, dot).',
    [
      ...testsIn('server/accounts.test.ts', 'an application with %s is rejected'),
      ...testsIn(
        signUp,
        'letters, digits, underscore, hyphen and dot are permitted in a user ID',
        'any other character is rejected, with the permitted ones in the message',
        'the permitted set is configurable and contains exactly the given characters',
      ),
    ],
  ],
  [
    'Password: message says 3 to 20 characters with at least one of uppercase, lowercase, digit, special character (!@#$%^&*()_+-=?).',
    [
      ...testsIn(
        signUp,
        'has at least 12 characters of any kind',
        'fails if it is easy to guess, regardless of its kinds',
      ),
      ...testsIn(
        'server/accounts.test.ts',
        'a weak new password (%s) is rejected, and the link stays valid',
      ),
    ],
    847,
  ],
  [
    'The check always returns the message and is effectively faulty.',
    testsIn(
      'server/accounts.test.ts',
      'a weak new password (%s) is rejected, and the link stays valid',
    ),
    847,
  ],
  [
    'Byte length counts double for wide characters when asked.',
    [
      ...testsIn(
        'kernel/byte-length.test.ts',
        'a wide character counts double if requested, otherwise once',
      ),
      ...testsIn(fields, 'wide characters count double only where the field requires it'),
    ],
  ],
  [
    'License number, export cargo (E): length 14; last character a digit, X or R.',
    [
      ...returned,
      ...testsIn(
        licence,
        'an export licence of 14 characters that ends in a digit, X or R is valid',
        'a wrong length is reported with the required one',
        'another last character is reported as a wrong format',
      ),
    ],
  ],
  [
    'Other cargo: length 15 or 19; first 11 characters are the MRN; the 11th character must be I, E, C or B; the MSN part (4 characters) must be numeric; with length 19 the HSN part (4 characters) must be numeric.',
    [
      ...expected,
      ...testsIn(
        licence,
        'a cargo number with MRN and MSN is valid with or without HSN',
        'an MRN with another 11th character is reported as a wrong format',
        'letters in MSN or HSN are reported with the part’s name',
      ),
    ],
  ],
  [
    "License messages (Korean): '면장 번호는 14자리 이여야 합니다.'; '형식이 맞지 않은 면장번호 입니다'; '면장 번호는 19 또는 15자리 이여야 합니다.'; 'MRN No는 11자리 이여야 합니다.'; 'MSN No는 4자리 이여야 합니다.'; 'MSN No는 숫자여야 합니다.'; 'HSN No는 4자리 이여야 합니다.'; 'HSN No는 숫자여야 합니다.'",
    [
      ...returned,
      ...expected,
      ...testsIn(
        licence,
        'a wrong length is reported with the required one',
        'a wrong length is reported with both valid lengths',
        'another last character is reported as a wrong format',
        'letters in MSN or HSN are reported with the part’s name',
        'a number given in parts reports which part has the wrong length',
      ),
    ],
  ],
  [
    'Container number: a check digit is computed from letters mapped to values and from positions, modulo 11 with 10 treated as 0, and compared with the 11th character.',
    [
      ...containers,
      ...testsIn(
        'areas/freight/bookings.test.ts',
        'a container number with a wrong check digit is rejected at its column',
      ),
      ...testsIn(
        container,
        'published numbers are valid',
        'a remainder of 10 gives the check digit 0',
        'a wrong check digit is reported with the correct one',
        'a single misread digit never passes, except where the remainder 10 is written as 0',
      ),
    ],
  ],
  [
    'A prefix starting with HLCU is a special case (details not shown).',
    [
      ...containers,
      ...testsIn(
        container,
        'HLCU counts as the owner number 4029 it replaced, so its sum is 2 less modulo 11',
        'other prefixes of the same carrier are computed from their letters',
      ),
    ],
  ],
  [
    'Grid required-column checks (all rows or checked rows) list the row number and the names of empty columns.',
    [
      ...testsIn(
        required,
        'every row with empty columns is reported with its number and those columns',
        'a check limited to checked rows skips the other rows',
      ),
      ...testsIn(
        'ui/pages/save-rows.test.ts',
        'all empty required columns are reported together, by row number and name',
      ),
      ...testsIn('ui/pages/page-act.test.ts', 'a chosen row without a required value is not sent'),
    ],
  ],
  [
    "Excel download with no data alerts '데이터가 비어있습니다.'.",
    [
      ...testsIn(calls, 'an empty export writes nothing and responds with 데이터가 비어있습니다.'),
      ...testsIn('server/export.test.ts', 'an export without rows is rejected with a message'),
      ...testsIn(
        'areas/system/documents.rule.test.ts',
        'spec §5: Excel download with no data alerts 데이터가 비어있습니다.',
      ),
      ...testsIn(
        'ui/pages/page-export.test.tsx',
        'an empty grid is not exported: the page reports it and sends no request',
      ),
    ],
  ],
])
