import { masterScreen } from '#kernel/master-screen.ts'
import { usedPhrases } from '../operations/masters.ts'

export const mdmUsedPhraseMgtScreen = masterScreen('MdmUsedPhraseMgt', usedPhrases, {
  search: ['PHRASE_CD', 'SUBJECT', 'PHRASE', 'PHRASE_USE_CD', 'USE_YN'],
  keys: ['PHRASE_CD'],
  typed: ['SUBJECT', 'PHRASE', 'PHRASE_USE_CD', 'USE_YN', 'REMARK'],
})
