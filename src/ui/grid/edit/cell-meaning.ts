import { FIELD_MEANING, type MeaningRequest } from '#ui/scanner/codes/field-meaning.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'

/** Lets the grid's sink tell a scanner which codes the current cell accepts. */
export function respondWithMeanings(
  sink: HTMLElement,
  model: GridModel,
  currentColumn: () => GridColumn | undefined,
): void {
  sink.addEventListener(FIELD_MEANING, (event) => {
    const question: MeaningRequest | undefined = event instanceof CustomEvent && event.detail
    const { place } = model.cursor
    const column = currentColumn()
    if (!question) return
    question.isReadOnly = !place || !column || !model.isEditable(place.row, column)
    if (column) Object.assign(question, { name: column.id, kind: column.kind })
  })
}
