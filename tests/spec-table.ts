import type { SpecRow } from './spec/row.ts'
import { purposeRows } from './spec/section-1-purpose.ts'
import { screenRows } from './spec/section-2-screens.ts'
import { entityRows } from './spec/section-3-entities.ts'
import { stateRows } from './spec/section-4-states.ts'
import { validationRows } from './spec/section-5-validation.ts'
import { roleRows } from './spec/section-6-roles.ts'
import { callRows } from './spec/section-7-calls.ts'
import { errorRows } from './spec/section-8-errors.ts'
import { constantRows } from './spec/section-9-constants.ts'
import { untestable } from './spec/untestable.ts'

/**
 * Every sentence of the specification with the tests that cover it: purpose (§1), guard, shell and
 * layouts (§2), entities (§3), states (§4), validation (§5), roles (§6), calls (§7), errors (§8)
 * and constants (§9). Sentences without a claim are listed too. A row that deviates names its
 * decision.
 */
export const specTable: readonly SpecRow[] = [
  ...purposeRows,
  ...screenRows,
  ...entityRows,
  ...stateRows,
  ...validationRows,
  ...roleRows,
  ...callRows,
  ...errorRows,
  ...constantRows,
  ...untestable,
]
