import type { RowFlag } from './change-tracking.ts'
import type { CellError } from '#ui/grid/columns/cell-input.ts'
import type { CellValue } from '#ui/grid/columns/column.ts'

/** One recorded change, with both values needed to undo and redo it. */
export type Operation =
  | {
      readonly kind: 'cell'
      readonly id: number
      readonly column: string
      readonly before: CellValue
      readonly after: CellValue
      readonly flagBefore: RowFlag | undefined
      readonly flagAfter: RowFlag | undefined
    }
  | {
      readonly kind: 'fault'
      readonly id: number
      readonly column: string
      readonly before: CellError | undefined
      readonly after: CellError | undefined
    }
  | {
      readonly kind: 'flag'
      readonly id: number
      readonly before: RowFlag | undefined
      readonly after: RowFlag | undefined
    }
  | {
      readonly kind: 'row'
      readonly id: number
      readonly change: 'appeared' | 'vanished'
      readonly orderAt: number
      readonly viewAt: number
      readonly flag: RowFlag | undefined
    }

export type Replay = 'undo' | 'redo'

const MAX_UNDO_STEPS = 500

export class UndoStack {
  readonly #done: Operation[][] = []
  readonly #undone: Operation[][] = []

  push(step: Operation[]): void {
    if (step.length === 0) return
    this.#done.push(step)
    this.#undone.length = 0
    if (this.#done.length > MAX_UNDO_STEPS) this.#done.shift()
  }

  /** Adds operations to the last step that changed a cell. Without one they cannot be undone. */
  extend(id: number, column: string, operations: readonly Operation[]): void {
    this.#done
      .findLast((step) => step.some((operation) => isOnCell(operation, id, column)))
      ?.push(...operations)
  }

  takeUndo(): readonly Operation[] {
    const step = this.#done.pop()
    if (!step) return []
    this.#undone.push(step)
    return step.toReversed()
  }

  takeRedo(): readonly Operation[] {
    const step = this.#undone.pop()
    if (!step) return []
    this.#done.push(step)
    return step
  }

  clear(): void {
    this.#done.length = 0
    this.#undone.length = 0
  }
}

function isOnCell(operation: Operation, id: number, column: string): boolean {
  const isOfCell = operation.kind === 'cell' || operation.kind === 'fault'
  return isOfCell && operation.id === id && operation.column === column
}

export function reverseOperation(operation: Operation): Operation {
  switch (operation.kind) {
    case 'cell':
      return {
        ...operation,
        before: operation.after,
        after: operation.before,
        flagBefore: operation.flagAfter,
        flagAfter: operation.flagBefore,
      }
    case 'fault':
      return { ...operation, before: operation.after, after: operation.before }
    case 'flag':
      return { ...operation, before: operation.after, after: operation.before }
    case 'row':
      return { ...operation, change: operation.change === 'appeared' ? 'vanished' : 'appeared' }
  }
}
