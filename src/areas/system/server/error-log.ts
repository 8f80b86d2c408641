import sql from 'sql-template-tag'
import { handleQuery } from '#server/engine/handler.ts'
import { errors } from '../operations/error-log.ts'

export const errorsHandler = handleQuery(
  errors,
  'v.error_no desc',
  () => sql`select error_no, happened_at, error_code, path, user_id, detail from error_log`,
)
