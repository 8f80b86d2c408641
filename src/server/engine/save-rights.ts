import type { ProcedureHandler } from './handler.ts'
import { canCall, type Grants } from '#server/auth/grants.ts'

/**
 * Import needs a separate permission in a grid. On an import screen, the save permission is enough.
 */
export function canImport(grants: Grants, { edits, operation }: ProcedureHandler): boolean {
  return !edits || canCall(grants, { ...operation, action: 'import' })
}

/** Deleting rows needs a separate permission in a grid, but not on an import screen. */
export function canDelete(grants: Grants, { edits, operation }: ProcedureHandler): boolean {
  return !edits || canCall(grants, { ...operation, action: 'delete' })
}
