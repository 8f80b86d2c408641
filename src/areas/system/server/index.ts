import type { Handler } from '#server/engine/handler.ts'
import { attachFilesHandler, attachmentsHandler, detachFilesHandler } from './attachments.ts'
import { backupHandlers } from './backups.ts'
import { errorsHandler } from './error-log.ts'
import { gridBenchHandler } from './grid-bench.ts'
import { addPhrasesHandler, dropPhrasesHandler, phrasesHandler } from './phrases.ts'
import { saveUserRolesHandler, userRolesHandler, usersHandler } from './user-roles.ts'

/** Every operation of the area has its one handler here. */
export const systemHandlers: readonly Handler[] = [
  gridBenchHandler,
  attachmentsHandler,
  attachFilesHandler,
  detachFilesHandler,
  usersHandler,
  userRolesHandler,
  saveUserRolesHandler,
  phrasesHandler,
  addPhrasesHandler,
  dropPhrasesHandler,
  errorsHandler,
  ...backupHandlers,
]
