import type { ReadValues } from './value-kinds.ts'

/** A text from a file, a paste or a user, and the value that each kind of field reads from it. */
export type TypedValue = readonly [text: string, seen: ReadValues]

const not = { number: '!not-a-number' } as const
const lost = { text: '!lost-digits', code: '!lost-digits', ...not } as const
const failed = { text: '!excel-error', code: '!excel-error' } as const
const day = { date: '20280101' } as const
const atTime = (time: string) => ({ ...day, time: `20280101${time}` })

const exponents: readonly TypedValue[] = [
  ['1e3', { code: '1E3', ...not }],
  ['2.5e2', lost],
  ['1.0E7', lost],
  ['1E+3', lost],
  ['8.80123E+12', lost],
  ['8.80123e+12', lost],
  ['8,80123E+12', lost],
  ['-8.8E12', lost],
  ['1E-01', { code: '1E-01', ...not }],
  ['12E', { code: '12E', ...not }],
  ['１．２３Ｅ＋１２', { code: '!lost-digits', ...not }],
]

const controls: readonly TypedValue[] = [
  ...['\r', '\v', '\f'].map((end): TypedValue => [`a${end}b`, { text: 'a\nb' }]),
  ...['\u0007', '\u001b', '\u007f', '\u0090'].map((control): TypedValue => [
    `a${control}b`,
    { text: 'ab' },
  ]),
]

const numbers: readonly TypedValue[] = [
  ['1,000', { number: 1000, text: '1,000' }],
  [' -   ', { number: 0, text: '-' }],
  [' ₩-   ', { number: 0 }],
  ['\u00A0-\u00A0', { number: 0 }],
  ['-', not],
  ['₩1,000', { number: 1000, text: '₩1,000' }],
  ['￦1,000', { number: 1000 }],
  ['\\1,000', { number: 1000 }],
  ['1,000원', { number: 1000, text: '1,000원' }],
  ['1,000 원', { number: 1000 }],
  ['-₩1,000', { number: -1000 }],
  ['₩-1,000', { number: -1000 }],
  ['(1,000)', { number: -1000 }],
  ['(₩1,000)', { number: -1000 }],
  [' 1,234 ', { number: 1234, text: '1,234' }],
  ['１，２３４．５', { number: 1234.5 }],
  ['−5', { number: -5 }],
  ['.5', { number: 0.5 }],
  ['1.234,5', not],
  ['12,34', not],
  ['1 2', not],
  ['1\u00A0234', not],
  ['--1', not],
  ['(-1)', not],
  ['$1,000', not],
  ['5%', not],
  ['0x10', not],
  ...['1,00,000', '1,0000', '1’000', "1'000", '1_000', '1.000.000', '1·5', '1。5'].map(
    (text): TypedValue => [text, { text, ...not }],
  ),
  ...['٣٤', 'Ⅳ', '½', '²', '①', '三十', '1만', '5㎏', '12㎡', '∞', 'NaN'].map(
    (text): TypedValue => [text, not],
  ),
  ...['약 30', '30~40', '1박스 3개', '없음', 'N/A', '미정', '--', '5-', '-(5)', '△5'].map(
    (text): TypedValue => [text, { text, ...not }],
  ),
  ['-0', { number: 0 }],
  ['－5', { number: -5 }],
  ['5.', { number: 5 }],
  ['000000000000000000012', { code: '000000000000000000012', number: 12 }],
  ['12345678901234567', { code: '12345678901234567', number: '!too-many-digits' }],
  ['0.30000000000000004', { number: '!too-many-digits' }],
]

const formulas: readonly TypedValue[] = [
  ...['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#n/a', 'Err:502'].map(
    (text): TypedValue => [text, failed],
  ),
  ...['CONNECT', 'UNKNOWN', 'BUSY', 'EXTERNAL', 'PYTHON', 'TIMEOUT', 'SPILL'].map(
    (name): TypedValue => [`#${name}!`, { ...failed, number: '!excel-error' }],
  ),
  // Excel copies and saves what a column shows if it is too narrow for its values.
  ...['###', '#########'].map((text): TypedValue => [text, { ...failed, number: '!excel-error' }]),
  ['#1 dock', { text: '#1 dock' }],
  ['## A ##', { text: '## A ##' }],
  ['="00123"', { text: '00123', code: '00123', number: 123 }],
  ["'00123", { text: "'00123", code: '00123', number: 123 }],
  ["'00123'", { code: '00123', number: 123 }],
  ["'2028-01-01", { ...day, text: "'2028-01-01" }],
  ["'8.80123E+12", { code: '!lost-digits', ...not }],
  ["'", { code: "'", ...not }],
  ['= "00123"', { code: '00123' }],
  ['=""', { text: null, code: null, number: null }],
  ['="2028-01-01"', { ...day, text: '2028-01-01' }],
  ['="5"" pipe"', { text: '5" pipe' }],
]

const blank = (space: string): TypedValue => [
  `NB${space}SP 1`,
  { code: 'NB SP 1', text: 'NB SP 1' },
]
const hidden = (mark: string): TypedValue => [
  `${mark}AB${mark}C${mark}`,
  { code: 'ABC', text: 'ABC' },
]

const spaces: readonly TypedValue[] = [
  ...['\u00A0', '\u2002', '\u2009', '\u200A', '\u202F', '\u205F', '\u3000', '\u3164'].map(blank),
  ...['\u200B', '\u2060', '\uFEFF', '\u00AD', '\u200D', '\u200E', '\u202A'].map(hidden),
  ['\u00A0', { text: null, code: null, number: null, date: null }],
  ['\u{1F468}\u200D\u{1F469}', { text: '\u{1F468}\u200D\u{1F469}' }],
  ['한글'.normalize('NFD'), { text: '한글', code: '한글' }],
  ['ａｂ－１', { text: 'ａｂ－１', code: 'AB-1' }],
  ...['\r\n', '\u2028', '\u0085'].map((end): TypedValue => [`a${end}b`, { text: 'a\nb' }]),
]

const dates: readonly TypedValue[] = [
  ['2028-01-01', day],
  ['2028/01/01 0:00', atTime('000000')],
  ['2028. 1. 1.', day],
  ['2028년1월1일', day],
  ['2028年 1月 1日', day],
  ['２０２８－０１－０１', day],
  ['2028-01-01 오전 12:00:00', atTime('000000')],
  ['2028-01-01 오후 12:00:00', atTime('120000')],
  ['2028-01-01 오후 3:30:00', atTime('153000')],
  ['2028-01-01 오후 15:30', atTime('153000')],
  ['2028-01-01 오전 9시', atTime('090000')],
  ['2028. 1. 1. 오전 12:00:00', atTime('000000')],
  ['2028-01-01 12:00:00 AM', atTime('000000')],
  ['2028-01-01 3:30 PM', atTime('153000')],
  ['2028-01-01 PM 3:30', atTime('153000')],
  ['2028-01-01 9시 30분', atTime('093000')],
  ['20280101 15:30', atTime('153000')],
  ['2028-01-01T09:30:00', atTime('093000')],
  ['2028-01-01 09:30:15.123', atTime('093015')],
  ['2028-01-01T09:30:00+09:00', atTime('093000')],
  ['2028-01-01T00:00:00Z', atTime('090000')],
  ['2028-01-01T00:00:00.000Z', atTime('090000')],
  ['2028-01-01T15:00:00Z', { date: '!not-a-date', time: '20280102000000' }],
  ['2028-01-01(토)', day],
  ['2028-01-01 (토) 15:30', atTime('153000')],
  ['2028년 1월 1일 토요일', day],
  ['2028-01-01 Sat', day],
  ['2028-01-01(일)', { date: '!not-a-date' }],
  ['2028-01-01 오전 13:30', { date: '!not-a-date', time: '!not-a-date-time' }],
  ['2028-01-01 24:00:00', { time: '!not-a-date-time' }],
  ['2028-02-30', { date: '!no-such-date' }],
  ['46053', { date: '!not-a-date' }],
  ['26-01-31', { date: '!not-a-date' }],
  ['01/02/2028', { date: '!not-a-date' }],
  ...['Jan 31, 2028', 'R10.1.1', '2028-01-01*'].map((text): TypedValue => [
    text,
    { text, date: '!not-a-date' },
  ]),
  ['2571-01-01', { date: '!no-such-date' }],
  ['1900-01-00', { date: '!no-such-date' }],
  ['0000-00-00', { date: '!no-such-date' }],
  ['2028-01-01T00:00:00.000+0900', atTime('000000')],
  ['2028-01-01 00:00:00.000000', atTime('000000')],
  ['２０２８．１．１', day],
  ['2028-01-01 ~ 2028-01-03', { date: '!not-a-date' }],
]

const flags: readonly TypedValue[] = [
  ...['Y', 'y', 'YES', '예', 'TRUE', '1', 'O', '○', 'Ｏ', '✓'].map((text): TypedValue => [
    text,
    { flag: 'Y' },
  ]),
  ...['N', 'no', '아니오', '아니요', 'FALSE', '0', 'X', 'Ｘ', '×'].map((text): TypedValue => [
    text,
    { flag: 'N' },
  ]),
  ...['사용', '10', 'Yellow', '-'].map((text): TypedValue => [text, { flag: '!not-a-flag' }]),
]

export const typedValues: readonly TypedValue[] = [
  ...exponents,
  ...controls,
  ...numbers,
  ...formulas,
  ...spaces,
  ...dates,
  ...flags,
]

/** Readings of files only. The grid completes short dates. */
export const filedValues = ['1/31', '2028-01', '2028-001', '2028 01 01'].map((text): TypedValue => [
  text,
  { text, date: '!not-a-date' },
])
