import sql from 'sql-template-tag'
import { z } from 'zod'
import { codeLists } from '#areas/code-lists.ts'
import { actionNames } from '#areas/system/rules/grants.ts'
import { timestampAt } from '#kernel/calendar.ts'
import { label, type Language } from '#kernel/label.ts'
import type { Session } from '#server/auth/session.ts'
import type { Database } from '#server/db/database.ts'
import type { Handler } from '#server/engine/handler.ts'
import { grantCatalogue, type GrantCatalogue } from '#server/roles/grant-catalogue.ts'
import { requestGrant } from '#server/roles/grant-requests.ts'
import { readMenuTitles } from '#server/roles/missing-grant.ts'
import { route } from './route.ts'
import { requestOrigin } from './security-log.ts'

const emptyBody = z.object({})

interface OwnRequest extends Record<string, unknown> {
  request_no: number
  menu_id: string
  action_cd: string
  state_cd: string
  reason: string | null
  decided_by: string | null
  created_at: string
}

/** Hides the names of warehouse staff from owner-restricted users. */
async function describeRequests(
  db: Database,
  { owners }: Session,
  language: Language,
  rows: readonly OwnRequest[],
): Promise<object[]> {
  const titles = await readMenuTitles(db, [...new Set(rows.map((row) => row.menu_id))])
  return rows.map((row) => ({
    REQUEST_NO: row.request_no,
    MENU_NM: titles.get(row.menu_id)?.[language] ?? row.menu_id,
    ACTION_NM: codeLists['grant-action']?.[row.action_cd]?.[language] ?? row.action_cd,
    STATE_CD: row.state_cd,
    STATE_NM: codeLists['registration-state']?.[row.state_cd]?.[language] ?? row.state_cd,
    REASON: row.reason,
    DECIDED_BY: owners === null ? row.decided_by : null,
    CREATED_AT: timestampAt(Date.parse(row.created_at)),
  }))
}

const columns = sql`request_no, menu_id, action_cd, state_cd, reason, decided_by, created_at`

export function grantRequestRoutes(handlers: readonly Handler[]) {
  let read: GrantCatalogue | undefined
  const getCatalogue = (): GrantCatalogue => (read ??= grantCatalogue(handlers))
  return [
    route({
      path: '/api/grantRequest/ask',
      counts: 'save',
      access: 'signed-in',
      scope: 'self',
      dropsUnstorable: true,
      body: z.object({
        MENU_ID: z.string().max(100),
        ACTION: z.enum(actionNames),
        REMARK: z.string().trim().max(500).default(''),
      }),
      answer: async ({ MENU_ID, ACTION, REMARK }, { db, session, request, caller }) => {
        const query = { menuId: MENU_ID, action: ACTION, remark: REMARK }
        const origin = requestOrigin(request)
        await db.transaction((tx) =>
          requestGrant(tx, getCatalogue(), session, { asked: query, origin }),
        )
        const text = label(
          '권한을 요청했습니다. 결과를 알려 드립니다.',
          'Permission requested. You will be notified of the decision.',
        )
        return { message: text[caller.language] }
      },
    }),
    route({
      path: '/api/grantRequest/mine',
      counts: 'none',
      reads: true,
      access: 'signed-in',
      scope: 'self',
      body: emptyBody,
      answer: async (_, { db, session, caller }) => {
        const rows = await db.query<OwnRequest>(sql`
          select ${columns} from grant_request where user_id = ${session.userId}
          order by request_no desc limit 10`)
        return { data: await describeRequests(db, session, caller.language, rows) }
      },
    }),
    route({
      // Returns each decision once. If the page misses one, it is still in the user's list of
      // requests.
      path: '/api/grantRequest/answers',
      counts: 'none',
      access: 'signed-in',
      scope: 'self',
      body: emptyBody,
      answer: async (_, { db, session, caller }) => {
        const rows = await db.query<OwnRequest>(sql`
          update grant_request set told_at = now()
          where user_id = ${session.userId} and state_cd <> 'REQUESTED' and told_at is null
          returning ${columns}`)
        return { data: await describeRequests(db, session, caller.language, rows) }
      },
    }),
  ]
}
