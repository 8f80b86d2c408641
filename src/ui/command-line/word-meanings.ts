import { exactEntry } from '#kernel/exact-entry.ts'
import type { Column } from '#kernel/screen.ts'
import { findEntries } from '#ui/remote/lookup-source.ts'
import { call } from '#ui/remote/api.ts'

/** A word of the command line, and what the server is to look it up among. */
export interface WordQuestion {
  readonly text: string
  /** A value help by its name, or `records`: items, lots, cells and documents. */
  readonly among: string
  /** Where nothing is found, what could have been: found under the empty text. */
  readonly orWhatCanBe?: boolean
}

/** Something that a word may mean, as the server knows it; NAME is empty where it has none. */
export interface Meaning {
  /** A value help by its name, or a kind of record: `owner`, `stock`, `receipt`. */
  readonly kind: string
  readonly CODE: string
  readonly NAME: string
  readonly DETAIL: string
  readonly OWNER_CD: string | null
}

/** What is known of the words of a line so far. */
export interface KnownWords {
  readonly meanings: ReadonlyMap<string, readonly Meaning[]>
  /** Whether what is not known will be known soon, or was asked for in vain. */
  readonly state: 'asking' | 'answered' | 'failed'
}

export const nothingKnown: KnownWords = { meanings: new Map(), state: 'asking' }

/** A question in one text, by which its answer is found again. */
export function questionKey({ among, text }: WordQuestion): string {
  return `${among} ${text}`
}

/** A record as the server finds it. */
export interface FoundRecord {
  readonly KIND: string
  readonly CODE: string
  readonly NAME: string
  readonly DETAIL: string
  readonly OWNER_CD: string | null
}

/** Asks the server for the records of a text. Throws CallError; aborts with the signal. */
export async function askRecords(text: string, signal: AbortSignal): Promise<FoundRecord[]> {
  const options = { quiet: true, signal }
  const { data } = await call<{ data: FoundRecord[] }>(
    '/api/records/search',
    { SEARCH: text },
    options,
  )
  return data
}

/** Asks the server what words mean. Throws CallError; aborts with the signal. */
export async function askMeanings(
  questions: readonly WordQuestion[],
  signal: AbortSignal,
): Promise<KnownWords> {
  const answers = await Promise.all(
    questions.map(async (each) => {
      const found = await meaningsOf(each, signal)
      const own = [questionKey(each), found] as const
      if (found.length > 0 || !each.orWhatCanBe) return [own]
      const any = { among: each.among, text: '' }
      return [own, [questionKey(any), await meaningsOf(any, signal)] as const]
    }),
  )
  return { meanings: new Map(answers.flat()), state: 'answered' }
}

/** Items are found on an index first, however many there are; their value help reads all of them. */
async function meaningsOf(question: WordQuestion, signal: AbortSignal): Promise<Meaning[]> {
  const { text, among } = question
  if (among === 'records' || among === 'stock') {
    const records = (await askRecords(text, signal)).map(({ KIND: kind, ...rest }) => {
      return { kind, ...rest, NAME: kind === 'stock' ? rest.NAME : '' }
    })
    const found = records.filter(({ kind }) => among === 'records' || kind === among)
    if (among === 'records' || found.length > 0) return found
  }
  const entries = await findEntries(among, text, {}, signal)
  return entries.map((row) => ({
    kind: among,
    CODE: String(row['CODE'] ?? ''),
    // A cell has no name: its zone stands there.
    NAME: among === 'cell' ? '' : String(row['NAME'] ?? ''),
    DETAIL: String(row['DETAIL'] ?? ''),
    OWNER_CD: row['OWNER_CD'] === undefined ? null : String(row['OWNER_CD']),
  }))
}

/** What records fill a column that has no value help of its own. */
const kindsByColumn: Readonly<Record<string, readonly string[]>> = {
  STOCK_CD: ['stock'],
  CELL_CD: ['cell'],
  LOT_NO: ['lot'],
  RECEIPT_NO: ['receipt'],
  SHIPMENT_NO: ['shipment'],
  DOC_NO: ['receipt', 'shipment', 'work'],
}
const recordKinds = new Set(Object.values(kindsByColumn).flat())

/** The kinds of meanings that a column can hold; none where it holds any text. */
function kindsOf({ name, lookup }: Column): readonly string[] {
  return lookup === undefined ? (kindsByColumn[name] ?? []) : [lookup]
}

/** What a value for the column is looked up among; undefined where it is only a text. */
export function askedAmong(column: Column): string | undefined {
  return column.lookup ?? (kindsOf(column).length > 0 ? 'records' : undefined)
}

/** What a bare word is looked up among, for the columns that it may fill. */
export function askedForBare(columns: readonly Column[]): string[] {
  const kinds = columns.flatMap(kindsOf)
  return [...new Set(kinds.map((kind) => (recordKinds.has(kind) ? 'records' : kind)))]
}

/** The meanings that a column can hold; goods of another owner are none. */
export function meaningsFor(
  column: Column,
  found: readonly Meaning[],
  owner: string | undefined,
): Meaning[] {
  const kinds = kindsOf(column)
  const fit = found.filter(({ kind, OWNER_CD }) => {
    const isOwn = kind === 'owner' || owner === undefined || (OWNER_CD ?? owner) === owner
    return kinds.includes(kind) && isOwn
  })
  return [...Map.groupBy(fit, ({ CODE }) => CODE).values()].flatMap(asOne)
}

/** What shares a code is one thing to search by; it has no name where each is called otherwise. */
function asOne([first, ...others]: readonly Meaning[]): Meaning[] {
  if (!first) return []
  const isOneName = others.every(({ NAME }) => NAME === first.NAME)
  return [isOneName ? first : { ...first, NAME: '' }]
}

/** The one that is exactly the text, as its code, its name or the barcode printed on it. */
export function exactMeaning(meanings: readonly Meaning[], text: string): Meaning | undefined {
  const entries = meanings.map((meaning) => ({ CODE: meaning.CODE, NAME: meaning.NAME, meaning }))
  const named = exactEntry(
    entries.map(({ CODE, NAME }) => ({ CODE, NAME })),
    text,
  )
  const isItsBarcode = ({ kind, DETAIL }: Meaning) => kind === 'stock' && DETAIL === text
  return meanings.find(({ CODE }) => CODE === named?.['CODE']) ?? meanings.find(isItsBarcode)
}

/** A column that a bare word may fill, with what it means there. */
export interface Fit {
  readonly column: Column
  readonly meanings: readonly Meaning[]
}

/**
 * Where a bare word belongs: to what it is exactly, first of all an owner; else to an owner found by
 * it, to a number of its beginning or end, to items, then to anything else it finds. Empty for
 * nowhere; several columns only where the word is exactly something in each of them.
 */
export function fitsOf(
  columns: readonly Column[],
  word: string,
  found: readonly Meaning[],
  owner: string | undefined,
): readonly Fit[] {
  const fits = columns
    .map((column) => ({ column, meanings: meaningsFor(column, found, owner) }))
    .filter(({ meanings }) => meanings.length > 0)
  const exact = fits.flatMap(({ column, meanings }) => {
    const meaning = exactMeaning(meanings, word)
    return meaning ? [{ column, meanings: [meaning] }] : []
  })
  const owners = exact.filter(({ column }) => kindsOf(column).includes('owner'))
  if (exact.length > 0) return owners.length > 0 ? owners : exact
  const isNumber = /\d/.test(word) && !/[가-힣]/.test(word)
  const place = ({ column }: Fit): number => {
    const kinds = kindsOf(column)
    if (kinds.includes('owner')) return 0
    if (kinds.includes('stock')) return 2
    return isNumber && kinds.some((kind) => recordKinds.has(kind)) ? 1 : 3
  }
  return fits.toSorted((one, other) => place(one) - place(other)).slice(0, 1)
}
