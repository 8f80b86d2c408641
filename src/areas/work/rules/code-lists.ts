import { label, type CodeLists, type Label } from '#kernel/label.ts'
import type { TaskKind } from './task-kinds.ts'

export const workCodeLists = {
  'task-kind': {
    PUT: label('적치', 'Put-away'),
    MOVE: label('보충', 'Replenishment'),
    PICK: label('피킹', 'Picking'),
    COUNT: label('실사', 'Count'),
    RETURN: label('반품검품', 'Return inspection'),
  } satisfies Readonly<Record<TaskKind, Label>>,
} as const satisfies CodeLists
