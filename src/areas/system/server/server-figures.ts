import sql from 'sql-template-tag'
import { hasSiteAccess } from '#server/auth/user-reach.ts'
import { handleQuery } from '#server/engine/handler.ts'
import { serverFigures } from '../operations/server-figures.ts'

export const serverFiguresHandler = handleQuery(
  serverFigures,
  `v.server_nm, v.figure_cd = 'REQUESTS', v.figure * coalesce(v.mean_ms, 0) desc, v.figure_cd,
    v.detail`,
  ({ userId }) => sql`
    select server_nm, figure_cd, detail, figure, mean_ms, slow_count, read_at from server_figure
    where ${hasSiteAccess(userId)}`,
)
