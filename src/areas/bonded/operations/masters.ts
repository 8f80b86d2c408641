import { masterOperations } from '#kernel/master-operations.ts'
import { bondedRule, bondedShed } from '../tables/shed.ts'

export const sheds = masterOperations('bonded', 'sheds', bondedShed)
export const rules = masterOperations('bonded', 'rules', bondedRule)
