import type { Value } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { LOOKED_THROUGH_MAX } from '#ui/page/rows/meanwhile.ts'

/**
 * Notes which choices rows proposed before they were acted on. The answer, called once they are
 * loaded anew, takes away choices they did not propose before: what was held proposes its release,
 * and the key of the act pressed twice would undo it. Whoever wants that chooses it, or searches.
 */
export function proposalsOf(
  { grid }: PageModel,
  procedure: Procedure,
  acted: { readonly ids: readonly number[]; readonly identity: readonly string[] },
): () => void {
  const choices = grid.columns
    .map(({ id }) => id)
    .filter((name) => procedure.input[name]?.kind === 'select')
  if (choices.length === 0) return () => undefined
  const { store, tracker } = grid.rows
  const keyOf = (read: (name: string) => Value) => JSON.stringify(acted.identity.map(read))
  const own = new Map<string, ReadonlyMap<string, Value>>()
  for (const id of acted.ids) {
    const typed = tracker.originals(id)
    const before = (name: string) =>
      (typed.has(name) ? typed.get(name) : store.get(id, name)) ?? null
    own.set(
      keyOf((name) => store.get(id, name)),
      new Map(choices.map((name) => [name, before(name)])),
    )
  }
  const others = new Set<string>()
  const acts = new Set(acted.ids)
  for (let row = 0; row < Math.min(grid.rowCount, LOOKED_THROUGH_MAX); row++) {
    if (!acts.has(grid.rowId(row))) others.add(keyOf((name) => grid.value(row, name)))
  }
  return () => {
    for (let row = 0; row < Math.min(grid.rowCount, LOOKED_THROUGH_MAX); row++) {
      const key = keyOf((name) => grid.value(row, name))
      if (others.has(key)) continue
      for (const name of choices) {
        // A row that was not there came of the act: it proposes what one of the others did.
        const before = own.has(key) ? [own.get(key)] : [...own.values()]
        const isNew = before.every((proposed) => proposed?.get(name) !== grid.value(row, name))
        // Beside the undo line: nobody typed it.
        if (isNew) grid.rows.store.set(grid.rowId(row), name, null)
      }
    }
    grid.touch()
  }
}
