import type { ReadValues } from './value-kinds.ts'

/**
 * Number, its format (text, or the number of a built-in one), and the values that fields read from
 * the cell.
 */
export type FormattedValue = readonly [value: number, format: string | number, seen: ReadValues]

const zeros: readonly FormattedValue[] = [
  [123, '00000', { code: '00123', number: 123 }],
  [12345678905, '0000000000000', { code: '0012345678905', number: 12345678905 }],
  [4711, '00000000', { code: '00004711' }],
  [7, '"LOT-"0000', { code: 'LOT-0007', text: 'LOT-0007', number: 7 }],
  [7, '"SKU-"000', { code: 'SKU-007' }],
  [1234, '"A"00"-"00', { code: 'A12-34' }],
  [12, '[Red]0000', { code: '0012' }],
  [1234, '00\\-00', { code: '12-34' }],
  [5, '000', { code: '005', number: 5 }],
  [1234, '00\\/00', { code: '12/34', text: '12/34', number: 1234 }],
  [20260131, '0000"/"00"/"00', { text: '2026/01/31', date: '20260131' }],
  [123, '[DBNum4][$-412]General', { text: '123', number: 123 }],
  // Programs other than Excel leave the letters of a format without quotes.
  [123, '00000개', { text: '00123개', number: 123 }],
  [7, '제000호', { code: '제007호' }],
  [7, 'LOT000', { code: 'LOT007' }],
  [7, 'SKU000', { code: 'SKU007', date: '!not-a-date' }],
  [7, '"S/N "00000;@', { text: 'S/N 00007' }],
  [8801234567890, '000-0000-00000-0', { text: '880-1234-56789-0' }],
]

const phones: readonly FormattedValue[] = [
  [1012345678, '0##-####-####', { text: '010-1234-5678' }],
  [1012345678, '000-0000-0000', { text: '010-1234-5678' }],
  [6234, '000-000', { text: '006-234' }],
  [6234, '00000', { text: '06234' }],
  [1234567890, '000-00-00000', { text: '123-45-67890' }],
  [8001011234567, '000000-0000000', { text: '800101-1234567' }],
]

const amounts: readonly FormattedValue[] = [
  [1234567, '#,##0', { text: '1,234,567', number: 1234567 }],
  [1234.5, '#,##0.00', { text: '1,234.50', number: 1234.5 }],
  [1000, '"₩"#,##0', { text: '₩1,000', number: 1000 }],
  [12, '0"개"', { text: '12개', number: 12 }],
  [12, 'General"개"', { text: '12개', number: 12 }],
  [-5, '0_);\\(0\\)', { text: '(5)', number: -5 }],
  [0, '_-* #,##0_-;-* #,##0_-;_-* "-"_-;_-@_-', { text: '-', number: 0 }],
  [1234, '_-* #,##0_-;-* #,##0_-;_-* "-"_-;_-@_-', { text: '1,234', number: 1234 }],
  [12.34, '0.0', { text: '12.3', number: 12.34 }],
  [0.05, '0%', { text: '5%', number: '!not-a-number' }],
  [1.5, '# ?/?', { text: '1 1/2', number: 1.5 }],
  [5, ';;;', { text: null, number: 5 }],
  [1234, 3, { text: '1,234', number: 1234 }],
  [-5, 37, { text: '(5)', number: -5 }],
  [0.125, 10, { text: '12.50%', number: '!not-a-number' }],
  [1234, 41, { text: '1,234', number: 1234 }],
  [1000, 5, { text: '₩1,000', number: 1000 }],
  [1234567, '#,##0,', { text: '1,235', number: '!shown-otherwise' }],
  [1234567, '0.0,,', { text: '1.2', number: '!shown-otherwise' }],
  [1234567, '#,##0,"천"', { text: '1,235천', number: 1234567 }],
  [-5, '#,##0;[Red]#,##0', { text: '5', number: '!shown-otherwise' }],
  [-5, '#,##0_);[Red]\\(#,##0\\)', { text: '(5)', number: -5 }],
  [-1234.5, '#,##0.00;[Red]-#,##0.00', { text: '-1,234.50', number: -1234.5 }],
  [5, '#,##0;[Red]#,##0', { text: '5', number: 5 }],
  [1234.5, '#,##0', { text: '1,235', number: 1234.5 }],
  [-0.4, '#,##0', { number: -0.4 }],
  [1234, '#,##0 kg', { text: '1,234 kg', number: 1234, date: '!not-a-date' }],
  [3, '0 box', { text: '3 box', number: 3, date: '!not-a-date' }],
  [5, '0EA', { text: '5EA', number: 5 }],
  [5, '0 pcs', { text: '5 pcs', number: 5 }],
  [10, '0D', { text: '10D', number: 10, date: '!not-a-date' }],
  [12, '0㎏', { text: '12㎏', number: 12 }],
  [12.5, '0.0℃', { text: '12.5℃', number: 12.5 }],
  [1234, '#,##0원', { text: '1,234원', number: 1234 }],
  [1234, '₩#,##0;[Red]-₩#,##0', { text: '₩1,234', number: 1234 }],
  [1234, '"\\"#,##0', { text: '\\1,234', number: 1234 }],
  [1234, '[$￦-412]#,##0', { text: '￦1,234', number: 1234 }],
  [1234, '[>=1000]#,##0"K";0', { text: '1,234K' }],
  [999, '[>=1000]#,##0,"K";0"개"', { text: '999개', number: 999 }],
  [6, '[=5]"가";[=6]"나";"다"', { text: '나' }],
  [-5, '#,##0;▲#,##0', { text: '▲5', number: -5 }],
  [-5, '0;"△"0', { text: '△5', number: -5 }],
  [-5, '#,##0"개";[Red]#,##0"개"', { text: '5개', number: '!shown-otherwise' }],
  [-5, '#,##0"EA";#,##0"EA"', { text: '5EA', number: '!shown-otherwise' }],
  [-5, '0 "in";0 "out"', { text: '5 out', number: '!shown-otherwise' }],
  [-5, '#,##0"개"', { text: '-5개', number: -5 }],
  [5, '0"%"', { text: '5%', number: '!not-a-number' }],
]

const flags: readonly FormattedValue[] = [
  [1, '"Y";"N";"N"', { text: 'Y', flag: 'Y' }],
  [0, '"예";;"아니오"', { text: '아니오', flag: 'N' }],
]

const plain: readonly FormattedValue[] = [
  [123, '@', { code: '123', number: 123 }],
  [8801234567890, '0', { code: '8801234567890' }],
  [8801234567890, 'General', { code: '8801234567890', number: 8801234567890 }],
  [0.1 + 0.2, 'General', { text: '0.3', number: 0.3 }],
  [
    8801230000000,
    '0.00E+00',
    { code: '!lost-digits', text: '!lost-digits', number: 8801230000000 },
  ],
  [8801230000000, 11, { code: '!lost-digits' }],
  [8_801_234_567_890_123, '0', { code: '!lost-digits', number: '!too-many-digits' }],
]

const dates: readonly FormattedValue[] = [
  [46053, 'yyyy-mm-dd', { text: '2026-01-31', date: '20260131', number: '!not-a-number' }],
  [46053, 'yyyy"년" m"월" d"일"', { text: '2026-01-31', date: '20260131' }],
  [46053, 14, { text: '2026-01-31', date: '20260131' }],
  [46053.395833333336, 22, { text: '2026-01-31 09:30:00', time: '20260131093000' }],
  [46053, 'yyyymmdd', { code: '20260131', date: '20260131' }],
  [46053, 'm"월" d"일"', { text: '1월 31일', date: '20260131' }],
  [46053, 'yyyy"년" m"월"', { text: '2026년 1월', date: '20260131' }],
  [46053, 'yyyy-mm-dd aaaa', { text: '2026-01-31', date: '20260131' }],
  [46053, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', { text: '2026-01-31', date: '20260131' }],
  [46053.75, '[$-412]AM/PM h:mm', { date: '20260131', time: '20260131180000' }],
  [-1, 'yyyy-mm-dd', { text: '!excel-error', number: '!excel-error', date: '!excel-error' }],
  [-0.5, 'h:mm', { text: '!excel-error', number: '!excel-error' }],
  [2958466, 'yyyy-mm-dd', { text: '!excel-error', number: '!excel-error' }],
  [1.5, '[h]:mm', { text: '36:00', number: '!not-a-number', date: '!not-a-date' }],
  [0.5, '[h]:mm:ss', { text: '12:00:00', number: '!not-a-number' }],
  [0.5, '[mm]:ss', { text: '720:00', number: '!not-a-number' }],
  [1.5, '[h]"시간"', { text: '36시간', number: '!not-a-number' }],
  [1.5, 'h:mm', { text: '12:00', number: '!not-a-number' }],
  [20260131, '0000-00-00', { text: '2026-01-31', date: '20260131', number: 20260131 }],
  [20260131, '0000"년" 00"월" 00"일"', { date: '20260131' }],
  [20260131, '0', { code: '20260131', date: '20260131' }],
  [46053, 'yyyy년 mm월 dd일', { text: '2026-01-31', date: '20260131' }],
  [46053, 'mm월 dd일', { text: '01월 31일', date: '20260131' }],
  [46053, 'yy.mm.dd', { text: '26.01.31', date: '20260131' }],
  [46053, 'yyyy.mm', { text: '2026.01', date: '20260131' }],
  [46053, 'm.d', { text: '1.31', date: '20260131' }],
  [46053, 'dd.mm.yyyy', { text: '31.01.2026', date: '20260131' }],
  [46053, 'yyyy.m.d.', { text: '2026-01-31', date: '20260131' }],
  [46053, 'Lyymmdd', { code: 'L260131', date: '20260131' }],
  [46053, '"EXP "yyyymmdd', { text: 'EXP 20260131', date: '20260131' }],
  [46053, 'aaa', { text: '토', number: '!not-a-number', date: '20260131' }],
  [46054, 'aaaa', { text: '일요일', date: '20260201' }],
  [46053, 'm/d(aaa)', { text: '1/31(토)', date: '20260131' }],
  [46053, '[$-412]dddd', { text: '토요일', date: '20260131' }],
  [46053, '[$-ko-KR]m"월" d"일" ddd', { text: '1월 31일 토', date: '20260131' }],
  [46053, 'ddd', { text: 'Sat', date: '20260131' }],
  [46053.75, '[$-412]AM/PM h:mm;@', { text: '오후 6:00', time: '20260131180000' }],
  [46053.25, '[$-ko-KR]h:mm AM/PM', { text: '6:00 오전', time: '20260131060000' }],
  [46053.75, 'h:mm AM/PM', { text: '6:00 PM', time: '20260131180000' }],
  [46053, '[$-411]ggge"年"m"月"d"日"', { date: '20260131' }],
  [46053, 'bbbb-mm-dd', { date: '20260131' }],
  [46053, '[>46000]yyyy-mm-dd;"만료"', { text: '2026-01-31', date: '20260131' }],
  [46053.999999, 'yyyy-mm-dd hh:mm:ss', { date: '20260201', time: '20260201000000' }],
  [46053.5, 'yyyy-mm-dd hh:mm:ss.000', { time: '20260131120000' }],
  // A formula that refers to an empty cell.
  [0, 'yyyy-mm-dd', { text: '1900-01-00', date: '!no-such-date' }],
  [0, 'm"월" d"일"', { text: '1월 0일', date: '!not-a-date' }],
]

const complete = { text: '2026-01-31', code: '2026-01-31', date: '20260131' }
const monthAndDay = { text: '01-31', date: '20260131', number: '!not-a-number' }

/** ECMA-376 Part 1, 18.8.30: ko-kr. */
const builtInDates: readonly FormattedValue[] = [
  ...[27, 31, 34, 35, 36, 50, 52, 53, 55, 56, 57].map((id) => [46053, id, complete] as const),
  ...[28, 29, 51, 54, 58].map((id) => [46053, id, monthAndDay] as const),
  [46053, 30, { text: '01-31-26', date: '20260131' }],
  [46053.5, 32, { text: '12시 00분', time: '20260131120000' }],
  [46053.5, 33, { text: '12시 00분 00초', time: '20260131120000' }],
]

/** Text, its format, and the text that Excel shows. */
export const formattedTexts: readonly (readonly [string, string, string | null])[] = [
  ['A12', '"LOT-"@', 'LOT-A12'],
  ['A12', 'General;-General;General;@" box"', 'A12 box'],
  ['A12', '0;-0;0;"("@")"', '(A12)'],
  ['A12', '_-* #,##0_-;-* #,##0_-;_-* "-"_-;_-@_-', 'A12'],
  ['A12', '#,##0', 'A12'],
  ['A12', '@', 'A12'],
  ['A12', ';;;', null],
]

export const formattedValues: readonly FormattedValue[] = [
  ...zeros,
  ...phones,
  ...amounts,
  ...flags,
  ...plain,
  ...dates,
  ...builtInDates,
]
