import { masterScreen } from '#kernel/master-screen.ts'
import { hazardPairs } from '../operations/masters.ts'

export const storageClassScreen = masterScreen('StorageClass', hazardPairs, {
  search: ['HAZARD_CD', 'OTHER_CD'],
  keys: ['HAZARD_CD', 'OTHER_CD'],
  typed: ['REMARK'],
})
