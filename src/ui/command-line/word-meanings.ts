import { findEntries } from '#ui/remote/lookup-source.ts'
import { call } from '#ui/remote/api.ts'

export interface WordRequest {
  readonly text: string
  /** A value help, or `records`: items, lots, cells and documents. */
  readonly among: string
  /** Also fetches the possible values (key: empty text) if nothing is found. */
  readonly includePossible?: boolean
}

/** A possible meaning of a word; NAME may be empty. */
export interface Meaning {
  /** A value help, or a kind of record: `owner`, `stock`, `receipt`. */
  readonly kind: string
  readonly CODE: string
  readonly NAME: string
  readonly DETAIL: string
  readonly OWNER_CD: string | null
}

export interface KnownWords {
  readonly meanings: ReadonlyMap<string, readonly Meaning[]>
  readonly state: 'asking' | 'answered' | 'failed'
}

export const noKnownWords: KnownWords = { meanings: new Map(), state: 'asking' }

export function wordRequestKey({ among, text }: WordRequest): string {
  return `${among} ${text}`
}

export interface FoundRecord extends Omit<Meaning, 'kind'> {
  readonly KIND: string
}

/** Searches records. Throws CallError; can be aborted. */
export async function queryRecords(text: string, signal: AbortSignal): Promise<FoundRecord[]> {
  const options = { quiet: true, signal }
  const { data } = await call<{ data: FoundRecord[] }>(
    '/api/records/search',
    { SEARCH: text },
    options,
  )
  return data
}

/** Looks words up. Throws CallError; can be aborted. */
export async function queryMeanings(
  questions: readonly WordRequest[],
  signal: AbortSignal,
): Promise<KnownWords> {
  const answers = await Promise.all(
    questions.map(async (question) => {
      const found = await fetchMeanings(question, signal)
      const own = [wordRequestKey(question), found] as const
      if (found.length > 0 || !question.includePossible) return [own]
      const any = { among: question.among, text: '' }
      return [own, [wordRequestKey(any), await fetchMeanings(any, signal)] as const]
    }),
  )
  return { meanings: new Map(answers.flat()), state: 'answered' }
}

/**
 * Searches items as records first, which are indexed. The value help of items scans all of them.
 */
async function fetchMeanings(question: WordRequest, signal: AbortSignal): Promise<Meaning[]> {
  const { text, among } = question
  if (among === 'records' || among === 'stock') {
    const records = (await queryRecords(text, signal)).map(({ KIND: kind, ...rest }) => {
      return { kind, ...rest, NAME: kind === 'stock' ? rest.NAME : '' }
    })
    const found = records.filter(({ kind }) => among === 'records' || kind === among)
    if (among === 'records' || found.length > 0) return found
  }
  const entries = await findEntries(among, text, {}, signal)
  return entries.map((row) => ({
    kind: among,
    CODE: String(row['CODE'] ?? ''),
    // The NAME of a cell is its zone.
    NAME: among === 'cell' ? '' : String(row['NAME'] ?? ''),
    DETAIL: String(row['DETAIL'] ?? ''),
    OWNER_CD: row['OWNER_CD'] === undefined ? null : String(row['OWNER_CD']),
  }))
}
