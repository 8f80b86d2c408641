import { masterScreen } from '#kernel/master-screen.ts'
import { sheds } from '../operations/masters.ts'

export const bondedShedScreen = masterScreen('BondedShed', sheds, {
  search: ['SHED_CD', 'SHED_NM', 'KIND_CD', 'USE_YN'],
  keys: ['SHED_CD'],
  typed: ['SHED_NM', 'KIND_CD', 'KEEPER_NM', 'USE_YN'],
})
