import { certainScore } from './search-index.ts'

interface Hit {
  readonly entry: { readonly group: string }
  readonly score: number
}

/**
 * Screens and commands that are surely meant stand before the procedures of the same name: opening
 * a screen is harmless, carrying out is not. Commands that do not work here come last of all.
 */
export function orderHits<H extends Hit>(hits: readonly H[]): H[] {
  const place = ({ entry, score }: H): number => {
    if (entry.group === 'elsewhere') return 2
    return entry.group !== 'procedure' && score >= certainScore ? 0 : 1
  }
  return [0, 1, 2].flatMap((wanted) => hits.filter((hit) => place(hit) === wanted))
}
