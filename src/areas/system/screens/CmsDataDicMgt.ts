import { masterScreen } from '#kernel/master-screen.ts'
import { dataWords } from '../operations/site-facts.ts'

export const cmsDataDicMgtScreen = masterScreen('CmsDataDicMgt', dataWords, {
  search: ['WORD_CD', 'WORD_NM', 'ENGLISH_NM'],
  keys: ['WORD_CD'],
  typed: ['WORD_NM', 'ENGLISH_NM', 'REMARK'],
  more: ['USE_COUNT'],
})
