/** In the order of the day. */
export const taskKinds = ['PUT', 'MOVE', 'PICK', 'COUNT', 'RETURN'] as const

export type TaskKind = (typeof taskKinds)[number]
