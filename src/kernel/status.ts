/**
 * Statuses shared by all kinds of document: requested by a customer, entered or accepted by staff,
 * and cancelled.
 */
export const documentStatus = { requested: '05', open: '10', cancelled: '90' } as const

/** Status codes of a document: `StatusOf<typeof shipmentStatus>` is `'05' | '10' | …`. */
export type StatusOf<T extends Readonly<Record<string, string>>> = T[keyof T]

/**
 * Inverts a table of the steps allowed at each status: returns the statuses from which each step
 * can start, in code order. The table covers every status, which makes a new status fail to compile
 * until its steps are decided.
 *
 * @example stepsFrom({ '10': ['pick'], '20': ['pick', 'ship'] }) // { pick: ['10', '20'], ship:
 * ['20'] }
 */
export function indexSteps<const T extends Readonly<Record<string, readonly string[]>>>(
  steps: T,
): Readonly<Record<T[keyof T][number], readonly string[]>> {
  const from: Record<string, string[]> = {}
  for (const [status, allowed] of Object.entries(steps)) {
    for (const step of allowed) from[step] = [...(from[step] ?? []), status].toSorted()
  }
  return from as Record<T[keyof T][number], string[]>
}
