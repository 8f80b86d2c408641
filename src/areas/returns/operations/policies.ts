import { masterOperations } from '#kernel/master-operations.ts'
import { returnPolicy } from '../tables/return-policy.ts'

export const returnPolicies = masterOperations('returns', 'policies', returnPolicy)
