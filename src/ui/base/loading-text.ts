import { label } from '#kernel/label.ts'

/** Stands where something is on its way. */
export const loadingText = label('불러오는 중…', 'Loading…')
