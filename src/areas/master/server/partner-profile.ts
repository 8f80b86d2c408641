import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { Queryable } from '#server/db/database.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { DataScope } from '#server/auth/caller.ts'
import {
  handleEdits,
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
  type SaveResult,
} from '#server/engine/handler.ts'
import { saveTable } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { issuePartnerToken, partnerProfiles } from '../operations/partner-messages.ts'
import { codeMap, fieldMap } from '../rules/partner-map.ts'
import { partnerProfile } from '../tables/partner-message.ts'
import { deliveryStatus } from '../rules/message-status.ts'
import type { PartnerKindCode, Profile } from './partner-kind.ts'
import { webhookError } from './webhook-address.ts'

interface ProfileRow extends Record<string, unknown> {
  wcode: string
  owner_cd: string
  profile_cd: string
  auto_yn: string
  receipt_yn: string
  shipment_yn: string
  stock_yn: string
  field_map: string | null
  code_map: string | null
}

function toProfile(row: ProfileRow): Profile {
  const taken: [PartnerKindCode, string][] = [
    ['RECEIPT', row.receipt_yn],
    ['SHIPMENT', row.shipment_yn],
    ['STOCK', row.stock_yn],
  ]
  return {
    wcode: row.wcode,
    owner: row.owner_cd,
    code: row.profile_cd,
    isAutomatic: row.auto_yn === 'Y',
    kinds: new Set(taken.filter(([, yes]) => yes === 'Y').map(([kind]) => kind)),
    fieldMap: row.field_map,
    codeMap: row.code_map,
  }
}

const columns = sql`p.wcode, p.owner_cd, p.profile_cd, p.auto_yn, p.receipt_yn, p.shipment_yn,
  p.stock_yn, p.field_map, p.code_map`

export async function findProfile(
  db: Queryable,
  scope: DataScope,
  owner: string,
  code: string,
): Promise<Profile | undefined> {
  if (scope.owners && !scope.owners.includes(owner)) return undefined
  const [row] = await db.query<ProfileRow>(sql`
    select ${columns} from partner_profile p
    where p.wcode = ${scope.wcode} and p.owner_cd = ${owner} and p.profile_cd = ${code}
      and p.use_yn = 'Y'`)
  return row && toProfile(row)
}

/** Active profiles with a webhook, or with pending deliveries. */
export async function webhookProfiles(db: Queryable): Promise<readonly Profile[]> {
  const rows = await db.query<ProfileRow>(sql`
    select ${columns} from partner_profile p
    join owner o using (owner_cd) join warehouse w using (wcode)
    where 'Y' = all (array[p.use_yn, o.use_yn, w.use_yn])
      and (p.webhook_url is not null or exists (select from webhook_delivery d
        where d.wcode = p.wcode and d.owner_cd = p.owner_cd and d.profile_cd = p.profile_cd
          and d.state_cd = ${quoteCodes(deliveryStatus.waiting)}))`)
  return rows.map(toProfile)
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Returns the profile of a token if the profile, its owner and its warehouse are active. */
export async function findProfileByToken(
  db: Queryable,
  token: string,
): Promise<Profile | undefined> {
  if (!/^wms_[\w-]{43}$/.test(token)) return undefined
  const [row] = await db.query<ProfileRow>(sql`
    select ${columns} from partner_profile p
    join owner o using (owner_cd) join warehouse w using (wcode)
    where p.token_hash = ${hashToken(token)} and 'Y' = all (array[p.use_yn, o.use_yn, w.use_yn])`)
  return row && toProfile(row)
}

function mapErrors(call: SaveCall, fields: ReadonlySet<string>): RowError[] {
  return call.rows
    .filter(({ flag }) => flag !== 'D')
    .flatMap(({ no, values }): RowError[] => {
      const text = (name: string) => (values[name] === null ? null : String(values[name] ?? ''))
      const names = fieldMap(text('FIELD_MAP'), fields)
      const codes = codeMap(text('CODE_MAP'), fields)
      return [
        ...('error' in names ? [{ row: no, column: 'FIELD_MAP', text: names.error }] : []),
        ...('error' in codes ? [{ row: no, column: 'CODE_MAP', text: codes.error }] : []),
      ]
    })
}

function addressErrors(call: SaveCall): RowError[] {
  return call.rows
    .filter(({ flag }) => flag !== 'D')
    .flatMap(({ no, values }): RowError[] => {
      const address = values['WEBHOOK_URL'] ?? ''
      const text = address === '' ? undefined : webhookError(String(address))
      return text ? [{ row: no, column: 'WEBHOOK_URL', text }] : []
    })
}

/** Rejects deletion of profiles with messages. They can be deactivated instead. */
async function profilesInUse(call: SaveCall): Promise<RowError[]> {
  const deleted = call.rows.filter(({ flag }) => flag === 'D')
  const used = await call.tx.query<{ owner_cd: string; profile_cd: string }>(sql`
    select distinct owner_cd, profile_cd from partner_message where wcode = ${call.scope.wcode}
      and profile_cd = any(${deleted.map(({ values }) => String(values['PROFILE_CD']))}::text[])`)
  const names = new Set(used.map((row) => `${row.owner_cd}/${row.profile_cd}`))
  const text = label(
    '메시지가 있는 프로필은 삭제할 수 없습니다. 사용을 N으로 변경하세요.',
    'A profile with messages cannot be deleted. Set In use to N.',
  )
  return deleted
    .filter(({ values }) => names.has(`${values['OWNER_CD']}/${values['PROFILE_CD']}`))
    .map(({ no }) => ({ row: no, column: 'PROFILE_CD', text }))
}

/** Handlers of the profiles. `fields` are the fields of all message kinds. */
export function partnerProfileHandlers(fields: ReadonlySet<string>): readonly Handler[] {
  const input = Object.keys(partnerProfiles.save.input)
  return [
    handleQuery(
      partnerProfiles.query,
      'v.owner_cd, v.profile_cd',
      () => sql`select t.* from partner_profile t`,
    ),
    handleEdits(partnerProfiles.save, async (call) => {
      const errors = [
        ...mapErrors(call, fields),
        ...addressErrors(call),
        ...(await profilesInUse(call)),
      ]
      if (errors.length > 0) throw invalidRows(errors)
      return saveTable(
        call,
        partnerProfile,
        ['WCODE', ...input],
        [{ columns: ['OWNER_CD'], table: 'owner' }],
      )
    }),
    handleProcedure(issuePartnerToken, issueToken),
  ]
}

async function issueToken(call: SaveCall): Promise<SaveResult> {
  const row = call.rows[0]
  const { OWNER_CD, PROFILE_CD } = row?.values ?? {}
  const token = `wms_${randomBytes(32).toString('base64url')}`
  const done = await call.tx.execute(sql`
    update partner_profile set token_hash = ${hashToken(token)}, token_at = now(),
      version = version + 1, updated_by = ${call.userId}, updated_at = now()
    where wcode = ${call.scope.wcode} and owner_cd = ${OWNER_CD ?? ''}
      and profile_cd = ${PROFILE_CD ?? ''}`)
  if (done === 0) {
    const text = label('프로필을 찾을 수 없습니다.', 'Profile not found.')
    throw invalidRows([{ row: row?.no ?? 1, column: 'PROFILE_CD', text }])
  }
  return {
    rows: [{ ROW: row?.no ?? 1 }],
    once: { TOKEN: token },
    message: label('토큰을 발급했습니다.', 'Token issued.'),
  }
}
