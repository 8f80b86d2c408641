/** Kinds of tasks, in the order in which they are done during a day. */
export const taskKinds = ['PUT', 'MOVE', 'PICK', 'COUNT', 'RETURN'] as const

export type TaskKind = (typeof taskKinds)[number]
