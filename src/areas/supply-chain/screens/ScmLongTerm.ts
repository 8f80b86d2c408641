import { longStored } from '../operations/long-stored.ts'
import { defineList } from './list.ts'

export const scmLongTermScreen = defineList(
  'ScmLongTerm',
  longStored,
  ['OWNER_CD', 'STOCK_CD', 'RECEIVED_DT', 'DAYS'],
  { OVER_DAYS: 'warn' },
  { checks: true },
)
