import sql, { type Sql } from 'sql-template-tag'
import { decideGrantRequests, grantRequests } from '#areas/system/operations/grant-requests.ts'
import { withFlags, type actionNames } from '#areas/system/rules/grants.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { outcomeText } from '#kernel/outcome-text.ts'
import { partnerMenus } from '#server/auth/partner-menus.ts'
import { worksForPartner } from '#server/auth/partner-user.ts'
import { isWithinReach } from '#server/auth/user-reach.ts'
import { hasGrant, readGrants } from '#server/auth/grants.ts'
import type { Session } from '#server/auth/session.ts'
import type { Transaction } from '#server/db/database.ts'
import { lockKeys } from '#server/db/lock-keys.ts'
import { AppError, invalidRows, type RowError } from '#server/base/app-error.ts'
import { recordHistory } from '#server/engine/fact-history.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type QueryCall,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { eventSources } from '#server/events/event-sources.ts'
import { changeContent, publishLater } from '#server/events/publish-event.ts'
import { recordRightsEvents } from '#server/security/rights-events.ts'
import type { Origin } from '#server/security/security-event.ts'
import { changeGrants, type WantedGrant } from './change-grants.ts'
import type { GrantCatalogue } from './grant-catalogue.ts'
import { countRoleUsers, menuRows } from './role-rows.ts'

const maxOpen = 20

export interface RequestedGrant {
  readonly menuId: string
  readonly action: (typeof actionNames)[number]
  readonly remark: string
}

const requestError = (code: string, ko: string, en: string): AppError =>
  new AppError(422, code, label(ko, en))

/**
 * Creates a request and notifies those who can decide it. Throws AppError 422 if it is not
 * possible.
 */
export async function requestGrant(
  tx: Transaction,
  catalogue: GrantCatalogue,
  { userId }: Session,
  { asked, origin }: { readonly asked: RequestedGrant; readonly origin: Origin },
): Promise<void> {
  const { menuId, action, remark } = asked
  const [ko, en] = ['이 화면에 없는 기능입니다.', 'This screen does not have this function.']
  if (!catalogue.menus.get(menuId)?.offered.has(action)) throw requestError('GRANT_UNKNOWN', ko, en)
  if (hasGrant(await readGrants(tx, userId), menuId, action)) {
    throw requestError('GRANT_HELD', '이미 있는 권한입니다.', 'You already have this permission.')
  }
  await lockKeys(tx, `grant requests of ${userId}`)
  const inserted = await tx.execute(sql`
    insert into grant_request (user_id, menu_id, action_cd, remark, created_by, updated_by)
    select ${userId}, ${menuId}, ${action}, ${remark || null}, ${userId}, ${userId}
    where (select count(*) from grant_request
        where user_id = ${userId} and state_cd = 'REQUESTED') < ${maxOpen}::integer
      and (${menuId} = any(${[...partnerMenus]}::text[]) or not ${worksForPartner(userId)})
    on conflict (user_id, menu_id, action_cd) where state_cd = 'REQUESTED'
      do update set version = grant_request.version`)
  if (inserted === 0) {
    throw requestError(
      'GRANT_NOT_ASKED',
      '이 권한은 여기서 요청할 수 없습니다. 관리자에게 문의하세요.',
      'This permission cannot be requested here. Ask your administrator.',
    )
  }
  recordRightsEvents(tx, { userId, origin, operation: 'grantRequest/ask' })
  await publishLater(tx, {
    source: eventSources.grantRequest,
    // Omits the name of the applicant, whom only users with the applicant in reach may see.
    content: changeContent({ operation: 'grantRequest/ask', tables: ['grant_request'], by: '' }),
  })
}

/** The user's only role that can be extended; null if there are several. */
const onlyRole = sql`(select max(ur.role_cd) from user_role ur join app_role r using (role_cd)
  where ur.user_id = g.user_id and r.all_yn = 'N' having count(*) = 1)`

function requestRows(catalogue: GrantCatalogue, call: QueryCall): Sql {
  return sql`
    select g.*, r.role_nm, ${countRoleUsers(sql`g.role_cd`, call.userId)} user_count
    from (
      select g.request_no, g.state_cd, g.user_id, u.user_nm, g.menu_id,
        coalesce(m.menu_nm, g.menu_id) menu_nm, g.action_cd, g.remark, g.created_at,
        case when g.state_cd = 'REQUESTED' then ${onlyRole} else g.role_cd end role_cd,
        (select string_agg(ur.role_cd, ', ' order by ur.role_cd) from user_role ur
          where ur.user_id = g.user_id) roles,
        null::text reject_yn, g.reason, g.decided_by, g.decided_at
      from grant_request g join app_user u using (user_id)
      left join ${menuRows(catalogue, call.language)} on m.menu_id = g.menu_id
      where ${isWithinReach(sql`g.user_id`, call.userId)}) g
    left join app_role r using (role_cd)`
}

interface PendingRequest extends Record<string, unknown> {
  request_no: number
  user_id: string
  menu_id: string
  action_cd: RequestedGrant['action']
  roles: string[]
}

async function readPending(call: SaveCall): Promise<ReadonlyMap<number, PendingRequest>> {
  const numbers = call.rows.map(({ values }) => String(values['REQUEST_NO']))
  const rows = await call.tx.query<PendingRequest>(sql`
    select request_no, user_id, menu_id, action_cd,
      array(select role_cd from user_role ur where ur.user_id = g.user_id) roles
    from grant_request g where state_cd = 'REQUESTED' and ${isWithinReach(sql`g.user_id`, call.userId)}
      and request_no = any(${numbers}::text[]::bigint[]) order by request_no for update`)
  return new Map(rows.map((row) => [row.request_no, row]))
}

interface Decision {
  readonly no: number
  readonly request: PendingRequest
  readonly isRejected: boolean
  readonly roleCd: string
  readonly reason: string
}

const readText = ({ values }: SaveRow, name: string): string => String(values[name] ?? '').trim()

function findError(decision: Decision, call: SaveCall): [column: string, text: Label] | undefined {
  const { request, isRejected, roleCd, reason } = decision
  if (request.user_id === call.userId) {
    const [ko, en] = [
      '본인의 요청은 승인·반려할 수 없습니다. 다른 관리자에게 요청하세요.',
      'You cannot approve or reject your own request. Ask another administrator.',
    ]
    return ['USER_ID', label(ko, en)]
  }
  if (isRejected) {
    const text = label('반려 사유를 입력하세요.', 'Enter a rejection reason.')
    return reason === '' ? ['REASON', text] : undefined
  }
  if (request.roles.includes(roleCd)) return undefined
  const [ko, en] = ['사용자의 역할 중 하나를 입력하세요.', 'Enter one of the roles of the user.']
  return ['ROLE_CD', label(ko, en)]
}

function readDecisions(
  call: SaveCall,
  waiting: ReadonlyMap<number, PendingRequest>,
): readonly Decision[] {
  const errors: RowError[] = []
  const seen = new Set<number>()
  const decisions = call.rows.flatMap((row): Decision[] => {
    const number = Number(row.values['REQUEST_NO'])
    const request = seen.has(number) ? undefined : waiting.get(number)
    seen.add(number)
    if (!request) {
      const [ko, en] = ['이미 처리되었거나 없는 요청입니다.', 'Already decided, or not found.']
      errors.push({ row: row.no, column: 'REQUEST_NO', text: label(ko, en) })
      return []
    }
    const isRejected = row.values['REJECT_YN'] === 'Y'
    const [roleCd, reason] = [readText(row, 'ROLE_CD'), readText(row, 'REASON')]
    const decision = { no: row.no, request, isRejected, roleCd, reason }
    const error = findError(decision, call)
    if (error) errors.push({ row: row.no, column: error[0], text: error[1] })
    return [decision]
  })
  if (errors.length) throw invalidRows(errors)
  return decisions
}

/** The requested action and `search`, without which the user cannot open the screen. */
function toRequestedGrant({ no, request, roleCd }: Decision): WantedGrant {
  const flags = { SEARCH_YN: 'Y', [`${request.action_cd.toUpperCase()}_YN`]: 'Y' }
  return {
    no,
    column: 'ROLE_CD',
    roleCd,
    menuId: request.menu_id,
    version: null,
    next: (granted) => withFlags(granted, flags),
  }
}

async function writeDecisions(call: SaveCall, decisions: readonly Decision[]): Promise<void> {
  const rows = decisions.map(({ request, isRejected, roleCd, reason }) => ({
    request_no: request.request_no,
    state_cd: isRejected ? 'REJECTED' : 'APPROVED',
    role_cd: isRejected ? null : roleCd,
    reason: reason || null,
  }))
  await recordHistory(call)
  await call.tx.execute(sql`
    update grant_request g set state_cd = d.state_cd, role_cd = d.role_cd, reason = d.reason,
      decided_by = ${call.userId}, decided_at = now(), version = g.version + 1,
      updated_by = ${call.userId}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d(request_no bigint, state_cd text, role_cd text, reason text)
    where g.request_no = d.request_no`)
  // Notify the requester's windows, regardless of their owners.
  for (const userId of new Set(decisions.map(({ request }) => request.user_id))) {
    await publishLater(call.tx, {
      source: eventSources.grantDecision,
      userId,
      content: changeContent({
        operation: decideGrantRequests.name,
        tables: ['grant_request'],
        by: call.userId,
      }),
    })
  }
}

async function decideRequests(call: SaveCall, catalogue: GrantCatalogue) {
  const decisions = readDecisions(call, await readPending(call))
  const given = decisions.filter(({ isRejected }) => !isRejected)
  await changeGrants(call, catalogue, given.map(toRequestedGrant))
  await writeDecisions(call, decisions)
  const rejected = decisions.length - given.length
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: outcomeText(
      [
        given.length,
        label(
          `권한 요청 ${formatCount(given.length)}건을 승인했습니다.`,
          `${formatCount(given.length, 'request')} approved.`,
        ),
      ],
      [
        rejected,
        label(`${formatCount(rejected)}건을 반려했습니다.`, `${formatCount(rejected)} rejected.`),
      ],
    ),
  }
}

export function grantRequestHandlers(known: () => GrantCatalogue): readonly Handler[] {
  return [
    handleQuery(grantRequests, 'v.request_no desc', (call) => requestRows(known(), call)),
    handleProcedure(decideGrantRequests, (call) => decideRequests(call, known())),
  ]
}
