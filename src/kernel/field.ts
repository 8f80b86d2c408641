import type { Label } from './label.ts'

/** A shape that a text must have as a whole, and what is said of one that has not. */
export interface TextPattern {
  /** A regular expression, or a check that none can make, as of a check digit. */
  readonly test: { readonly test: (text: string) => boolean }
  readonly text: Label
  /** The text as it is kept, where people also write it another way; any other stays as it is. */
  readonly kept?: (text: string) => string
}

/** What a cell or an input holds. Files are their serial numbers, dates are `yyyyMMdd`, date-times `yyyyMMddHHmmss`, flags `Y`/`N`. */
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

/** A value as it travels on the wire and stands in a grid cell. Empty is `null`, never `''`. */
export type Value = string | number | null

/** One row on the wire: UPPER_SNAKE column to value. */
export type WireRow = Record<string, Value>

/** What stands under a column; `CUSTOM` is worked out by the screen (`footerText`). */
export type Footer = 'SUM' | 'COUNT' | 'MAX' | 'MIN' | 'AVG' | 'CUSTOM'

/** The longest span that a search of days may cover. */
export interface SpanLimit {
  readonly count: number
  readonly unit: 'days' | 'months' | 'years'
}

/** Everything that is known of a column, said once on its table; screens state only differences. */
export interface Field {
  readonly kind: FieldKind
  readonly label: Label
  readonly required: boolean
  /** Longest text, in characters, or in bytes of older systems where `wide` is double. */
  readonly lengthMax: number
  /** Shortest text, in characters; an empty one is for `required` to judge. */
  readonly lengthMin: number
  /** Shape of a text that is not empty. */
  readonly pattern?: TextPattern | undefined
  /** What is wrong with a text that is not empty, where no pattern can say it: a check digit. */
  readonly check?: ((text: string) => Label | undefined) | undefined
  /** What a code means, spelled out beside it while it is typed; undefined for none. */
  readonly says?: ((text: string) => Label | undefined) | undefined
  /** Whether wide characters count once or, for partners who count bytes, double (spec §5). */
  readonly wide: 'single' | 'double'
  /** Decimals kept after the point; quantities and money are exact to this. */
  readonly scale: number
  /** Decimals that are always shown; further ones only where the value has them. */
  readonly decimalsMin: number
  /** Decimals that are shown at most, where that is fewer than are kept. */
  readonly decimalsMost?: number
  readonly min?: number
  readonly max?: number
  readonly upperCase: boolean
  /** A text that a search meets as it is typed and not by a part of it, unless `%` stands for one. */
  readonly searchedWhole?: boolean
  readonly digitsOnly: boolean
  /** Spaces and hyphens within are a way of writing it, and are dropped: `CSQU 305438-3`. */
  readonly closedUp?: boolean
  /** A zero that is typed means that there is none: the box is emptied (spec §5). */
  readonly zeroToEmpty: boolean
  /** A range of days that is searched by reaches no further. */
  readonly spanMax?: SpanLimit
  /** Name of the code list a `select` offers. */
  readonly codes?: string
  /** Name of the value help a `lookup` opens (F4). */
  readonly lookup?: string
  /** Column that is filled with the name when the value help answers. */
  readonly fills?: Readonly<Record<string, string>>
  readonly width: number
  readonly align: 'left' | 'right' | 'center'
  /** A moment on the clock of the place the row is about: kept and shown as it is written there. */
  readonly local?: boolean
  readonly footer?: Footer
  /** Zero is drawn as a quiet dot, so that the eye finds what is there. */
  readonly zeroAsEmpty: boolean
  readonly default?: Value
  /** Counts pieces of the item in the row, and may be typed in its units too: `3b`. */
  readonly pieces?: boolean
  /**
   * An amount of money, and the column with its currency: where rows differ there, they have no sum.
   * What is negative stands in parentheses (spec §9).
   */
  readonly currency?: string
  /** Tells of a person: whoever reads it is written into the security log. */
  readonly personal?: true
  /** One column over another, worked out anew of their sums wherever several rows are one. */
  readonly ratio?: Ratio
}

/** `of` ÷ `to` × `times`: two columns by name. */
export interface Ratio {
  readonly of: string
  readonly to: string
  readonly times: number
}

export type Fields = Readonly<Record<string, Field>>

type Options = Partial<Omit<Field, 'kind' | 'label'>>

const base: Omit<Field, 'kind' | 'label'> = {
  required: false,
  lengthMax: 100,
  lengthMin: 0,
  wide: 'single',
  scale: 0,
  decimalsMin: 0,
  upperCase: false,
  digitsOnly: false,
  zeroToEmpty: false,
  width: 120,
  align: 'left',
  zeroAsEmpty: false,
}

function make(kind: FieldKind, label: Label, defaults: Options, options: Options): Field {
  return { ...base, ...defaults, ...options, kind, label }
}

/** Free text. */
export function text(label: Label, options: Options = {}): Field {
  return make('text', label, {}, options)
}

/** A code or number that people type and scan: upper case, 30 characters. */
export function code(label: Label, options: Options = {}): Field {
  return make('text', label, { upperCase: true, lengthMax: 30 }, options)
}

/** A whole number that is no quantity of goods (sequence, priority, days). */
export function integer(label: Label, options: Options = {}): Field {
  return make('number', label, { width: 70, align: 'right' }, options)
}

const pieces = {
  scale: 3,
  width: 80,
  align: 'right',
  min: 0,
  max: 999_999_999,
  pieces: true,
} as const

/** A quantity of goods in base units, exact to three decimals, never negative. */
export function quantity(label: Label, options: Options = {}): Field {
  return make('number', label, { ...pieces, footer: 'SUM' }, options)
}

/** A quantity that each row has for itself, as the pieces in a box or a sum so far: no sum of rows. */
export function quantityEach(label: Label, options: Options = {}): Field {
  return make('number', label, pieces, options)
}

/** A measure such as kilograms or cubic metres. */
export function measure(label: Label, scale: number, options: Options = {}): Field {
  const shown = { scale, decimalsMin: Math.min(scale, 3) }
  return make('number', label, { ...shown, width: 90, align: 'right', min: 0 }, options)
}

/** Cubic metres of goods: exact to six decimals, shown with three. */
export function cubicMetres(label: Label, options: Options = {}): Field {
  return measure(label, 6, { decimalsMost: 3, footer: 'SUM', ...options })
}

/** An amount of money, exact to two decimals. */
export function money(label: Label, options: Options = {}): Field {
  return make('number', label, { scale: 2, decimalsMin: 2, width: 100, align: 'right' }, options)
}

/** A calendar day, `yyyyMMdd`. */
export function date(label: Label, options: Options = {}): Field {
  return make('date', label, { width: 100, lengthMax: 8, align: 'center' }, options)
}

/** A moment to the second, `yyyyMMddHHmmss`, in the time of the warehouse. */
export function dateTime(label: Label, options: Options = {}): Field {
  return make('datetime', label, { width: 150, lengthMax: 14, align: 'center' }, options)
}

/** A moment on the clock of a place, `yyyyMMddHHmmss`; another column says which place. */
export function localTime(label: Label, options: Options = {}): Field {
  return dateTime(label, { local: true, ...options })
}

/** Yes or no, `Y`/`N`. */
export function flag(label: Label, options: Options = {}): Field {
  return make('flag', label, { width: 60, align: 'center', default: 'N', lengthMax: 1 }, options)
}

/** One entry of a code list; shows NAME, keeps CODE. */
export function select(label: Label, codes: string, options: Options = {}): Field {
  return make('select', label, { codes, width: 90, lengthMax: 30 }, options)
}

/** A code that stands in another table, with value help (F4). */
export function lookup(label: Label, name: string, options: Options = {}): Field {
  return make('lookup', label, { lookup: name, upperCase: true, lengthMax: 30 }, options)
}

/** A stored file: keeps its serial number; `fills` names the columns its name (FILE_NM) goes to. */
export function file(label: Label, options: Options = {}): Field {
  return make('file', label, { width: 180, lengthMax: 36 }, options)
}

/** A share done, drawn as a bar: 0 to 100 per cent. */
export function progress(label: Label, options: Options = {}): Field {
  return make('progress', label, { scale: 1, width: 140 }, options)
}

/** The field as another screen or operation needs it: only the differences are named. */
export function vary(field: Field, options: Options & { label?: Label }): Field {
  return { ...field, ...options }
}

/** Fields whose absence means "leave it", as in an upload that may change what is there already. */
export function withoutDefaults(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, default: null }]),
  )
}
