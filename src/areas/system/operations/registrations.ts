import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { registrationDecision, registrationFields } from '../tables/registration.ts'

export const registrations = defineQuery({
  name: 'system/registrations',
  title: label('사용 신청', 'Access requests'),
  action: 'search',
  scope: 'company',
  bound: 'refused',
  search: registrationFields,
  output: { ...registrationFields, ...registrationDecision },
})

/** Approves requests or rejects them with a reason. The applicant is notified by mail. */
export const decideRegistrations = defineProcedure({
  name: 'system/decide-registrations',
  title: label('사용 신청 승인·반려', 'Approve or reject access requests'),
  action: 'save',
  scope: 'company',
  bound: 'refused',
  input: {
    REGISTRATION_NO: withOptions(registrationFields.REGISTRATION_NO, { required: true }),
    ...registrationDecision,
  },
  maxRows: 100,
})
