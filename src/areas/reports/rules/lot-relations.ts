import { label } from '#kernel/label.ts'

/** Relation of a traced lot to the searched one. */
export const lotRelations = {
  SEARCHED: label('조회 로트', 'Searched lot'),
  SOURCE: label('원천 로트', 'Source lot'),
  RESULT: label('파생 로트', 'Derived lot'),
}
