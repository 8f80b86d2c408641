import type { ProcedureHandler } from './handler.ts'
import { mayCall, type Grants } from '#server/auth/grants.ts'

/** A screen made for sheets is granted as a whole; elsewhere import is a right of its own. */
export function mayImport(grants: Grants, { edits, operation }: ProcedureHandler): boolean {
  return !edits || mayCall(grants, { ...operation, action: 'import' })
}

/** Rows that a grid takes out need a right of their own; what a sheet's own screen makes does not. */
export function mayDelete(grants: Grants, { edits, operation }: ProcedureHandler): boolean {
  return !edits || mayCall(grants, { ...operation, action: 'delete' })
}
