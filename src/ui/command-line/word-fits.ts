import { exactEntry } from '#kernel/exact-entry.ts'
import type { Column } from '#kernel/screen.ts'
import type { Meaning } from './word-meanings.ts'

const kindsByColumn: Readonly<Record<string, readonly string[]>> = {
  STOCK_CD: ['stock'],
  CELL_CD: ['cell'],
  LOT_NO: ['lot'],
  RECEIPT_NO: ['receipt'],
  SHIPMENT_NO: ['shipment'],
  DOC_NO: ['receipt', 'shipment', 'work'],
}
const recordKinds = new Set(Object.values(kindsByColumn).flat())

function recordKindsFor({ name, lookup }: Column): readonly string[] {
  return lookup === undefined ? (kindsByColumn[name] ?? []) : [lookup]
}

export function lookupFor(column: Column): string | undefined {
  return column.lookup ?? (recordKindsFor(column).length > 0 ? 'records' : undefined)
}

export function lookupsForBareWord(columns: readonly Column[]): string[] {
  const kinds = columns.flatMap(recordKindsFor)
  return [...new Set(kinds.map((kind) => (recordKinds.has(kind) ? 'records' : kind)))]
}

export function meaningsFor(
  column: Column,
  found: readonly Meaning[],
  owner: string | undefined,
): Meaning[] {
  const kinds = recordKindsFor(column)
  const fit = found.filter(({ kind, OWNER_CD }) => {
    const isOwn = kind === 'owner' || owner === undefined || (OWNER_CD ?? owner) === owner
    return kinds.includes(kind) && isOwn
  })
  return [...Map.groupBy(fit, ({ CODE }) => CODE).values()].flatMap(mergeMeanings)
}

function mergeMeanings([first, ...others]: readonly Meaning[]): Meaning[] {
  if (!first) return []
  const isOneName = others.every(({ NAME }) => NAME === first.NAME)
  return [isOneName ? first : { ...first, NAME: '' }]
}

export function exactMeaning(meanings: readonly Meaning[], text: string): Meaning | undefined {
  const entries = meanings.map((meaning) => ({ CODE: meaning.CODE, NAME: meaning.NAME, meaning }))
  const named = exactEntry(
    entries.map(({ CODE, NAME }) => ({ CODE, NAME })),
    text,
  )
  const isBarcodeMatch = ({ kind, DETAIL }: Meaning) => kind === 'stock' && DETAIL === text
  return meanings.find(({ CODE }) => CODE === named?.['CODE']) ?? meanings.find(isBarcodeMatch)
}

export interface WordFit {
  readonly column: Column
  readonly meanings: readonly Meaning[]
}

/**
 * Columns that accept a bare word. Exact matches take precedence, owners first; several columns can
 * match exactly. Otherwise the first of: an owner, a number, an item, any other column.
 */
export function findColumnFits(
  columns: readonly Column[],
  word: string,
  found: readonly Meaning[],
  owner: string | undefined,
): readonly WordFit[] {
  const fits = columns
    .map((column) => ({ column, meanings: meaningsFor(column, found, owner) }))
    .filter(({ meanings }) => meanings.length > 0)
  const exact = fits.flatMap(({ column, meanings }) => {
    const meaning = exactMeaning(meanings, word)
    return meaning ? [{ column, meanings: [meaning] }] : []
  })
  const owners = exact.filter(({ column }) => recordKindsFor(column).includes('owner'))
  if (exact.length > 0) return owners.length > 0 ? owners : exact
  const isNumber = /\d/.test(word) && !/[가-힣]/.test(word)
  const place = ({ column }: WordFit): number => {
    const kinds = recordKindsFor(column)
    if (kinds.includes('owner')) return 0
    if (kinds.includes('stock')) return 2
    return isNumber && kinds.some((kind) => recordKinds.has(kind)) ? 1 : 3
  }
  return fits.toSorted((a, b) => place(a) - place(b)).slice(0, 1)
}
