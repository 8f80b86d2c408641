import { longStored } from '../operations/long-stored.ts'
import { listOf } from './list.ts'

export const scmLongTermScreen = listOf(
  'ScmLongTerm',
  longStored,
  ['OWNER_CD', 'STOCK_CD', 'RECEIVED_DT', 'DAYS'],
  { OVER_DAYS: 'warn' },
  { checks: true },
)
