import type { Handler } from '#server/engine/handler.ts'
import { attachFilesHandler, attachmentsHandler, detachFilesHandler } from './attachments.ts'
import { accountHandlers } from './accounts.ts'
import { registrationHandlers } from './decide-registrations.ts'
import { backupHandlers } from './backups.ts'
import { dictionaryHandlers } from './data-dictionary.ts'
import { firstPasswordHandlers } from './first-password.ts'
import { factorHandlers } from './factor-rules.ts'
import { numberRuleHandlers } from './number-rules.ts'
import { corpHandlers } from './corps.ts'
import { errorHandlers } from './error-log.ts'
import { gridBenchHandler } from './grid-bench.ts'
import { addPhrasesHandler, dropPhrasesHandler, phrasesHandler } from './phrases.ts'
import { sampleFiguresHandler, sampleItemsHandler, sampleMonthsHandler } from './samples.ts'
import { impersonateHandler } from './impersonate.ts'
import { warehouseHandlers } from './warehouse.ts'
import { serverFiguresHandler } from './server-figures.ts'
import { securityLogHandlers } from './security-log.ts'
import { saveUserRolesHandler, userRolesHandler, usersHandler } from './user-roles.ts'

export const systemHandlers: readonly Handler[] = [
  gridBenchHandler,
  sampleItemsHandler,
  sampleMonthsHandler,
  sampleFiguresHandler,
  attachmentsHandler,
  attachFilesHandler,
  detachFilesHandler,
  usersHandler,
  userRolesHandler,
  saveUserRolesHandler,
  phrasesHandler,
  addPhrasesHandler,
  dropPhrasesHandler,
  ...errorHandlers,
  ...securityLogHandlers,
  ...backupHandlers,
  serverFiguresHandler,
  ...accountHandlers,
  ...firstPasswordHandlers,
  ...registrationHandlers,
  ...corpHandlers,
  ...dictionaryHandlers,
  ...numberRuleHandlers,
  ...factorHandlers,
  impersonateHandler,
  ...warehouseHandlers,
]
