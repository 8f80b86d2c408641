import { label } from '#kernel/label.ts'

export const loadingText = label('불러오는 중…', 'Loading…')
