import type { Fields } from './field.ts'
import type { Operation } from './operation.ts'
import { listOperations } from './screen-operations.ts'
import type { PaneScreen } from './pane-screen.ts'

/** Names of the value helps of these fields, or only of the named ones. */
export function lookupNames(
  fields: Fields,
  isNamed: (name: string) => boolean = () => true,
): string[] {
  return Object.entries(fields).flatMap(([name, { lookup, listOf = lookup }]) =>
    listOf !== undefined && isNamed(name) ? [listOf] : [],
  )
}

export function getOperationFields(operation: Operation): readonly Fields[] {
  if (operation.type === 'query') return [operation.search, operation.output]
  if (operation.type === 'print') return [operation.input]
  return [operation.input, operation.lines ?? {}]
}

/**
 * Value helps that the page of a screen offers: those of the columns it names, and of all inputs of
 * the operations it runs on its rows.
 */
export function getLookups(screen: PaneScreen): readonly string[] {
  const named = collectTexts(screen)
  const { acts, prints, sheet, station } = screen
  const operationsWithLookups = new Set<Operation | undefined>([
    acts,
    prints?.printOut,
    prints?.after,
    sheet?.save,
    station?.accept,
    station?.finish,
  ])
  const found = listOperations(screen).flatMap((operation) =>
    getOperationFields(operation).flatMap((fields) =>
      lookupNames(fields, (name) => operationsWithLookups.has(operation) || named.has(name)),
    ),
  )
  return [...new Set([...found, ...lookupNames(sheet?.header ?? {})])]
}

/** All texts and keys of a definition, excluding those of its operations. */
function collectTexts(part: unknown, words = new Set<string>()): Set<string> {
  if (typeof part === 'string') words.add(part.replace(/^\*/, ''))
  else if (Array.isArray(part)) for (const child of part) collectTexts(child, words)
  else if (part instanceof Object && !isOperation(part)) {
    for (const [name, value] of Object.entries(part)) {
      words.add(name)
      collectTexts(value, words)
    }
  }
  return words
}

function isOperation(part: object): boolean {
  return 'type' in part && 'action' in part && 'scope' in part
}
