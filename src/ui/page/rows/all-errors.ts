import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import { CallError } from '#ui/remote/api.ts'
import type { RowError } from '#ui/remote/wire.ts'
import { checkProcedure } from '#ui/remote/save-call.ts'
import type { Objection, SavePlace, SaveSet } from './save-rows.ts'

/** Number under which the row at a place is sent; undefined when it is not sent. */
function numberOf(set: SaveSet, place: SavePlace): number | undefined {
  return [...set.places].find(([, sent]) => sent.part === place.part && sent.id === place.id)?.[0]
}

/** Empty columns as errors of their rows; a text that is no value is marked in its cell already. */
function emptyColumns(set: SaveSet, found: readonly Objection[]): RowError[] {
  return found.flatMap(({ place, missing, text }) => {
    const ROW = numberOf(set, place)
    if (ROW === undefined) return []
    return missing.map((COLUMN, at) => ({
      ROW,
      POSTATUS: -1,
      POERROR: at === 0 ? text : '',
      COLUMN,
    }))
  })
}

/** Rows the page has no objection to, without the rest of a document that has one. */
function others(set: SaveSet, found: readonly Objection[]): WireRow[] {
  const faulty = new Set(found.map(({ place }) => numberOf(set, place)))
  const isFaulty = (row: WireRow) => faulty.has(Number(row['NO']))
  const broken = new Set(set.rows.filter(isFaulty).map((row) => row['DOC_REF'] ?? null))
  return set.rows.filter((row) => {
    const document = row['DOC_REF'] ?? null
    return !isFaulty(row) && (document === null || !broken.has(document))
  })
}

/** Everything that is known to be wrong with the rows of a save. */
interface AllErrors {
  /** Required columns that are empty. */
  readonly own: readonly RowError[]
  /** What the server says of the rows without an objection of the page. */
  readonly server: readonly RowError[]
}

/**
 * Asks the server about the rows the page does not object to itself, so that one round of mending
 * is enough. Writes nothing.
 */
export async function allErrors(
  procedure: Procedure,
  set: SaveSet,
  found: readonly Objection[],
): Promise<AllErrors> {
  const own = emptyColumns(set, found)
  const rest = others(set, found)
  if (rest.length === 0) return { own, server: [] }
  try {
    await checkProcedure(procedure, rest)
    return { own, server: [] }
  } catch (error) {
    // Without an answer the page's own objections have to do; the save asks again.
    return { own, server: error instanceof CallError ? error.rows : [] }
  }
}
