import type { Fields } from './field.ts'
import type { Procedure } from './operation.ts'
import type { UploadScreen } from './screen.ts'

/**
 * Builds a spreadsheet import. Prompts for the `headerInputs` before the file; every other input
 * of the save is a column. `ownerMapping` saves and reuses the column letters of each owner.
 */
export function uploadScreen<I extends Fields>(
  route: string,
  save: Procedure<I>,
  headerInputs: readonly (keyof I & string)[],
  options: { readonly ownerMapping: boolean; readonly sheets?: keyof I & string },
): UploadScreen {
  const prompted = new Set<string>(headerInputs)
  const inputs = Object.entries(save.input)
  return {
    kind: 'upload',
    route,
    search: [],
    save,
    ...options,
    header: Object.fromEntries(inputs.filter(([name]) => prompted.has(name))),
    columns: inputs
      .filter(([name]) => !prompted.has(name))
      .map(([field]) => ({ field, editable: true })),
  }
}
