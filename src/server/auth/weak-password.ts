import { newPasswordFault } from '#areas/system/rules/password.ts'
import { AppError } from '#server/engine/app-error.ts'

/** Refuses a new password that the rule of the house objects to. Throws AppError 422. */
export function refuseWeakPassword(password: string, userId: string): void {
  const fault = newPasswordFault(password, userId)
  if (fault) throw new AppError(422, 'PASSWORD_WEAK', fault)
}
