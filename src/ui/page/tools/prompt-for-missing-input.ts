import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { t } from '#ui/base/language.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'

/** Returns the checked rows, otherwise all rows found. */
export function checkedOrAllRows(grid: GridModel): readonly number[] {
  const checked = grid.checkedIds()
  if (checked.length > 0) return checked
  return Array.from({ length: grid.rowCount }, (_, row) => grid.rowId(row))
}

/**
 * Prompts once for inputs that rows lack and fills them in. Typed values are kept. Returns false if
 * the prompt was cancelled.
 */
export async function promptForMissingInput(
  grid: GridModel,
  { title, input }: Procedure,
  names: readonly string[],
  ids: readonly number[],
): Promise<boolean> {
  const isMissing = (id: number, name: string): boolean =>
    (grid.value(grid.viewRowOf(id), name) ?? null) === null
  const required = names.filter((name) => input[name]?.required)
  if (!ids.some((id) => required.some((name) => isMissing(id, name)))) return true
  const fields = Object.fromEntries(
    names.flatMap((name) => (input[name] ? [[name, input[name]]] : [])),
  )
  const count = t(label(`${formatCount(ids.length)}행`, formatCount(ids.length, 'row')))
  let isGiven = false
  await openWindow(import('#ui/forms/prompt-input.tsx'), async ({ promptInput }) => {
    const given = await promptInput({ title: `${t(title)}: ${count}`, fields, initial: {} })
    if (!given) return
    isGiven = true
    for (const id of ids) {
      for (const name of names)
        if (isMissing(id, name)) grid.setCell(grid.viewRowOf(id), name, given[name] ?? null)
    }
  })
  return isGiven
}
