import type { Label } from './label.ts'

export interface TextPattern {
  /**
   * A regular expression, or a check that a regular expression cannot express, such as a check
   * digit.
   */
  readonly test: { readonly test: (text: string) => boolean }
  readonly text: Label
  /** Normalizes alternative spellings for storage. Returns any other text unchanged. */
  readonly normalize?: (text: string) => string
}

/**
 * Kind of value in a cell or input. Files are stored as serial numbers, dates as `yyyyMMdd`,
 * date-times as `yyyyMMddHHmmss`, flags as `Y`/`N`.
 */
export type FieldKind =
  | 'text'
  | 'number'
  | 'date'
  | 'datetime'
  | 'month'
  | 'flag'
  | 'select'
  | 'lookup'
  | 'progress'
  | 'file'

export type Value = string | number | null

/** One row on the wire: UPPER_SNAKE column to value. */
export type WireRow = Record<string, Value>

/** Aggregate in the footer of a column. The screen computes `CUSTOM` (`footerText`). */
export type Footer = 'SUM' | 'COUNT' | 'MAX' | 'MIN' | 'AVG' | 'CUSTOM'

export interface SpanLimit {
  readonly count: number
  readonly unit: 'days' | 'months' | 'years'
}

export interface Field {
  readonly kind: FieldKind
  readonly label: Label
  readonly required: boolean
  readonly maxLength: number
  readonly minLength: number
  readonly pattern?: TextPattern | undefined
  /** Error for a non-empty text that no pattern can check, such as a check digit. */
  readonly check?: ((text: string) => Label | undefined) | undefined
  /** Meaning of a code, shown next to it during typing; undefined if it has none. */
  readonly describeCode?: ((text: string) => Label | undefined) | undefined
  /** Whether wide characters count once or, for partners who count bytes, double (spec §5). */
  readonly wide: 'single' | 'double'
  /** Stored decimals. Quantities and money are exact to this scale. */
  readonly scale: number
  readonly minDecimals: number
  readonly maxDecimals?: number
  readonly min?: number
  readonly max?: number
  readonly upperCase: boolean
  /**
   * Fills new rows with the searched value if the search was for a complete value, as for looked-up
   * codes.
   */
  readonly ofSearch?: boolean
  /** A search matches the complete text, not a part of it, unless it contains `%`. */
  readonly searchedWhole?: boolean
  readonly digitsOnly: boolean
  /** Full-width letters and digits are stored as ASCII, in the case typed: `Ａb１` as `Ab1`. */
  readonly halfWidth?: boolean
  /** Spaces and hyphens in the input are removed: `CSQU 305438-3`. */
  readonly closedUp?: boolean
  /** A typed zero means none: the input is cleared (spec §5). */
  readonly zeroToEmpty: boolean
  readonly maxSpan?: SpanLimit
  readonly codes?: string
  /**
   * Table and columns of merged codes, such as those of customers. A search for the remaining code
   * also finds rows with the codes merged into it.
   */
  readonly mergedCodes?: {
    readonly table: string
    readonly code: string
    readonly mergedInto: string
  }
  /** Codes of rows that sums leave out, such as cancelled documents. */
  readonly voids?: readonly string[]
  readonly lookup?: string
  /** Value help for a text that contains a comma-separated list of codes. */
  readonly listOf?: string
  readonly fills?: Readonly<Record<string, string>>
  readonly width: number
  readonly align: 'left' | 'right' | 'center'
  /** Timestamp in the local time of the row's place, stored and displayed without conversion. */
  readonly local?: boolean
  readonly footer?: Footer | undefined
  /** Shows zero as a faint dot to make other values easier to find. */
  readonly zeroAsEmpty: boolean
  readonly default?: Value
  /** Counts pieces of the row's item. Can also be typed in the item's units: `3b`. */
  readonly pieces?: boolean
  /**
   * Amount of money. Names the column with its currency, because amounts in different currencies
   * are not summed. Negative amounts are in parentheses (spec §9).
   */
  readonly currency?: string
  /** Personal data: reads are recorded in the security log. */
  readonly personal?: true
  /** Quotient of two columns, recomputed from their sums when rows are grouped. */
  readonly ratio?: Ratio
}

export interface Ratio {
  readonly of: string
  readonly to: string
  readonly times: number
  /** Minimum denominator. Below it the ratio is left empty. */
  readonly minDenominator?: number
}

export type Fields = Readonly<Record<string, Field>>

type Options = Partial<Omit<Field, 'kind' | 'label'>>

const base: Omit<Field, 'kind' | 'label'> = {
  required: false,
  maxLength: 100,
  minLength: 0,
  wide: 'single',
  scale: 0,
  minDecimals: 0,
  upperCase: false,
  digitsOnly: false,
  zeroToEmpty: false,
  width: 120,
  align: 'left',
  zeroAsEmpty: false,
}

function makeField(kind: FieldKind, label: Label, defaults: Options, options: Options): Field {
  return { ...base, ...defaults, ...options, kind, label }
}

export function text(label: Label, options: Options = {}): Field {
  return makeField('text', label, {}, options)
}

/** A code or number that users type and scan: upper case, 30 characters. */
export function code(label: Label, options: Options = {}): Field {
  return makeField('text', label, { upperCase: true, maxLength: 30 }, options)
}

/** A whole number other than a stock quantity (sequence, priority, days). */
export function integer(label: Label, options: Options = {}): Field {
  return makeField('number', label, { width: 70, align: 'right' }, options)
}

const pieces = {
  scale: 3,
  width: 80,
  align: 'right',
  min: 0,
  max: 999_999_999,
  pieces: true,
} as const

/** Quantity of stock in base units, exact to three decimals, never negative. */
export function quantity(label: Label, options: Options = {}): Field {
  return makeField('number', label, { ...pieces, footer: 'SUM' }, options)
}

/** Quantity that is not summed over rows, such as the pieces in a box or a running total. */
export function unsummedQuantity(label: Label, options: Options = {}): Field {
  return makeField('number', label, pieces, options)
}

export function measure(label: Label, scale: number, options: Options = {}): Field {
  const shown = { scale, minDecimals: Math.min(scale, 3) }
  return makeField('number', label, { ...shown, width: 90, align: 'right', min: 0 }, options)
}

/** Volume of stock in cubic metres, exact to six decimals, shown with three. */
export function cubicMetres(label: Label, options: Options = {}): Field {
  return measure(label, 6, { maxDecimals: 3, footer: 'SUM', ...options })
}

export function money(label: Label, options: Options = {}): Field {
  return makeField(
    'number',
    label,
    { scale: 2, minDecimals: 2, width: 100, align: 'right' },
    options,
  )
}

export function date(label: Label, options: Options = {}): Field {
  return makeField('date', label, { width: 100, maxLength: 8, align: 'center' }, options)
}

/** Timestamp to the second, `yyyyMMddHHmmss`, in the local time of the warehouse. */
export function dateTime(label: Label, options: Options = {}): Field {
  return makeField('datetime', label, { width: 150, maxLength: 14, align: 'center' }, options)
}

/**
 * Timestamp in the local time of a place, `yyyyMMddHHmmss`. A separate column contains the place.
 */
export function localTime(label: Label, options: Options = {}): Field {
  return dateTime(label, { local: true, ...options })
}

export function flag(label: Label, options: Options = {}): Field {
  return makeField(
    'flag',
    label,
    { width: 60, align: 'center', default: 'N', maxLength: 1 },
    options,
  )
}

/** Entry of a code list. Shows NAME, stores CODE. */
export function select(label: Label, codes: string, options: Options = {}): Field {
  return makeField('select', label, { codes, width: 90, maxLength: 30 }, options)
}

export function lookup(label: Label, name: string, options: Options = {}): Field {
  return makeField('lookup', label, { lookup: name, upperCase: true, maxLength: 30 }, options)
}

/**
 * A stored file, referenced by serial number. `fills` names the columns that receive its name
 * (FILE_NM).
 */
export function file(label: Label, options: Options = {}): Field {
  return makeField('file', label, { width: 180, maxLength: 36 }, options)
}

export function progress(label: Label, options: Options = {}): Field {
  return makeField('progress', label, { scale: 1, width: 140 }, options)
}

export function withOptions(field: Field, options: Options & { label?: Label }): Field {
  return { ...field, ...options }
}

/**
 * Removes defaults, so a missing value means "unchanged", as in an upload that updates existing
 * rows.
 */
export function withoutDefaults(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, default: null }]),
  )
}
