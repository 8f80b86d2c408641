import type { Fields } from './field.ts'
import type { Procedure } from './operation.ts'
import type { UploadScreen } from './screen.ts'

/**
 * A sheet in: what holds for the whole of it (`heading`) is asked before the file, every other input
 * of the save is a column. With `ownerMapping` each owner's own column letters are kept and used.
 */
export function uploadScreen<I extends Fields>(
  route: string,
  save: Procedure<I>,
  heading: readonly (keyof I & string)[],
  options: { readonly ownerMapping: boolean; readonly sheets?: keyof I & string },
): UploadScreen {
  const asked = new Set<string>(heading)
  const inputs = Object.entries(save.input)
  return {
    kind: 'upload',
    route,
    search: [],
    save,
    ...options,
    header: Object.fromEntries(inputs.filter(([name]) => asked.has(name))),
    columns: inputs
      .filter(([name]) => !asked.has(name))
      .map(([field]) => ({ field, editable: true })),
  }
}
