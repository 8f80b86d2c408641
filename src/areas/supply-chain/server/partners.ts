import sql from 'sql-template-tag'
import { masterHandlers, toOwner, toStock } from '#areas/master/server/master-handlers.ts'
import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import { isWithinReach } from '#server/auth/user-reach.ts'
import type { RowError } from '#server/base/app-error.ts'
import { handleEdits, handleQuery, type Handler, type SaveCall } from '#server/engine/handler.ts'
import type { CheckedValue } from '#server/engine/master-handlers.ts'
import type { Lookup } from '#server/engine/lookup.ts'
import type { Reference, RowRule } from '#server/engine/table-save.ts'
import {
  scmPartnerHolidays,
  scmPartners,
  scmPartnerShipTos,
  scmPartnerStocks,
  scmPartnerUsers,
  siteHolidays,
} from '../operations/partners.ts'
import {
  scmPartner,
  scmPartnerHoliday,
  scmPartnerShipTo,
  scmPartnerStock,
  scmPartnerUser,
  siteHoliday,
} from '../tables/scm-partner.ts'
import { limitUndoToSite, isOwnPartner, rejectPartnerUser } from './partner-scope.ts'

const toShipTo: Reference = { columns: ['OWNER_CD', 'SHIP_TO_CD'], table: 'ship_to' }
const toPartner: Reference = { columns: ['OWNER_CD', 'PARTNER_CD'], table: 'scm_partner' }

export const cannotLinkSelf = label(
  '본인을 지점이나 협력사의 사용자로 등록할 수 없습니다. 등록하면 다른 화면의 권한을 잃습니다.',
  'You cannot make yourself a user of a branch or partner: you would lose your other screens.',
)

/**
 * Errors for users who do not exist or are beyond the caller's reach. Linking a user removes their
 * other screens, and unlinking restores them, so the caller must be allowed to manage the user.
 */
async function userErrors(
  { tx, userId }: Pick<SaveCall, 'tx' | 'userId'>,
  named: readonly CheckedValue[],
): Promise<RowError[]> {
  const found = await tx.query<{ user_id: string }>(sql`
    select u.user_id from app_user u
    where u.user_id = any(${named.map(({ value }) => value.toLowerCase())}::text[])
      and ${isWithinReach(sql`u.user_id`, userId)}`)
  const known = new Set(found.map((row) => row.user_id))
  return named.flatMap(({ no: row, value: id }): RowError[] => {
    if (id.toLowerCase() === userId) return [{ row, column: 'USER_ID', text: cannotLinkSelf }]
    const text = label(`사용자 ${id}${josa(id, '이/가')} 없습니다.`, `User not found: ${id}`)
    return known.has(id.toLowerCase()) ? [] : [{ row, column: 'USER_ID', text, isDenied: true }]
  })
}

/** A branch or partner that gets notices needs an address for them. */
const missingAddress: readonly RowRule[] = [
  {
    column: 'EMAIL',
    where: sql`r.notify_cd = 'MAIL' and coalesce(r.email, '') = ''`,
    text: () =>
      label('알림 메일을 받을 이메일을 입력하세요.', 'Enter the email address to notify.'),
  },
  {
    column: 'PROFILE_CD',
    where: sql`r.notify_cd = 'MESSAGE' and coalesce(r.profile_cd, '') = ''`,
    text: () =>
      label('알림을 받을 프로필을 선택하세요.', 'Select the interface profile to notify.'),
  },
]

/**
 * Restricts queries on branches and partners to the user's own, regardless of grants. Only the site
 * can save them.
 */
function limitToOwn(handlers: readonly Handler[]): Handler[] {
  return handlers.map((handler) => {
    if ('select' in handler) {
      const { operation, order, reads, select } = handler
      return handleQuery(
        operation,
        order,
        (call) => sql`
          select x.* from (${select(call)}) x where ${isOwnPartner(call.userId, 'x')}`,
        reads,
      )
    }
    return limitToSiteUsers(handler)
  })
}

function limitToSiteUsers(handler: Handler): Handler {
  if (!('edits' in handler)) return handler
  return handleEdits(
    handler.operation,
    async (call) => {
      await rejectPartnerUser(call)
      return handler.run(call)
    },
    handler.imports && limitUndoToSite(handler.imports),
  )
}

export const partnerHandlers: readonly Handler[] = [
  ...limitToOwn([
    ...masterHandlers(scmPartner, scmPartners, {
      references: [
        toOwner,
        toShipTo,
        { columns: ['OWNER_CD', 'SUPPLIER_CD'], table: 'supplier' },
        { columns: ['OWNER_CD', 'PROFILE_CD'], table: 'partner_profile' },
      ],
      rules: missingAddress,
    }),
    ...masterHandlers(scmPartnerUser, scmPartnerUsers, {
      references: [toOwner, toPartner],
      columnCheck: { column: 'USER_ID', findErrors: userErrors },
      select: sql`select t.*, u.user_nm from scm_partner_user t join app_user u using (user_id)`,
    }),
    ...masterHandlers(scmPartnerStock, scmPartnerStocks, {
      references: [toOwner, toPartner, toStock],
      select: sql`select t.*, k.stock_nm from scm_partner_stock t
        join stock k using (owner_cd, stock_cd)`,
    }),
    ...masterHandlers(scmPartnerShipTo, scmPartnerShipTos, {
      references: [toOwner, toPartner, toShipTo],
      select: sql`select t.*, s.ship_to_nm from scm_partner_ship_to t
        join ship_to s using (owner_cd, ship_to_cd)`,
    }),
    ...masterHandlers(scmPartnerHoliday, scmPartnerHolidays, { references: [toOwner, toPartner] }),
  ]),
  ...masterHandlers(siteHoliday, siteHolidays).map(limitToSiteUsers),
]

/** Lookups of branches and partners. Users of partners see only their own. */
export const partnerLookups: readonly Lookup[] = [
  ['scm-branch', ['BRANCH']] as const,
  ['scm-partner', ['PARTNER']] as const,
  ['scm-branch-or-partner', ['BRANCH', 'PARTNER']] as const,
].map(([name, kinds]) => ({
  name,
  scope: 'owner' as const,
  select: sql`select partner_cd code, partner_nm name, owner_cd, coalesce(manager_nm, '') detail,
      partner_cd
    from scm_partner where use_yn = 'Y' and kind_cd = any(${[...kinds]}::text[])`,
  isVisibleToPartner: (userId: string) => isOwnPartner(userId, 'v'),
}))
