import sql from 'sql-template-tag'
import { addRates } from '#areas/freight/server/exchange-rates.ts'
import { exchangeRates, hsCodes } from '#areas/freight/operations/masters.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Operation } from '#kernel/operation.ts'
import { canCall, readGrants, type Grants } from '#server/auth/grants.ts'
import { AppError, invalidRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { sealSecret } from '#server/base/site-key.ts'
import {
  requestCustomsList,
  customsLists,
  saveCustomsListKey,
  applyCustomsEntries,
} from '../operations/customs-lists.ts'
import { sheds } from '../operations/masters.ts'
import { customsListServices, type CustomsListCode } from '../rules/customs-list.ts'
import { enqueueCustomsJobs, queriedTooOften } from './customs-limit.ts'
import { customsListJobKind, selectOurEntry } from './customs-list-job.ts'

const listsHandler = handleQuery(
  customsLists,
  'v.asked_at desc, v.list_id desc, v.line_no',
  () => sql`
    select a.list_id::text list_id, a.wcode, a.list_cd, a.asked_no, a.result_cd, a.entry_count,
      nullif(a.message, '') message, a.tries, a.user_id, a.asked_at, l.line_no, l.entry_cd,
      l.from_dt, l.ours, l.theirs, l.detail, l.taken_by, l.taken_at
    from customs_list a left join customs_list_line l using (list_id)`,
)

const getListCode = (row: SaveRow) => String(row.values['LIST_CD']) as CustomsListCode
const getSearchedNumber = (row: SaveRow) => String(row.values['ASKED_NO'] ?? '')

/** Warehouses query customs with different keys. */
const toTarget = ({ scope }: SaveCall, row: SaveRow) =>
  `${scope.wcode} ${getListCode(row)} ${getSearchedNumber(row)}`

const requestHandler = handleProcedure(requestCustomsList, async (call) => {
  const { scope } = call
  const keys = await call.tx.query<{ list_cd: string }>(sql`
    select k.list_cd from customs_list_key k join bonded_customs_setting s using (wcode)
    where k.wcode = ${scope.wcode}`)
  const known = new Set(keys.map((key) => key.list_cd))
  const errors = call.rows.flatMap((row): RowError[] => {
    const service = customsListServices[getListCode(row)]
    if (service.asked.test(getSearchedNumber(row))) return []
    return [{ row: row.no, column: 'ASKED_NO', text: service.fault }]
  })
  if (errors.length > 0) throw invalidRows(errors)
  if (call.rows.some((row) => !known.has(getListCode(row)))) {
    const ko =
      "세관 연결이나 이 자료의 인증키가 없습니다. '세관 연결 설정'과 '유니패스 자료 인증키' 명령으로 등록하세요."
    const en =
      'No connection to customs, or no key for this list. Enter them with "Customs connection settings" and "Keys of UNI-PASS lists".'
    throw new AppError(409, 'CUSTOMS_SETTING', label(ko, en))
  }
  const jobs = new Map(
    call.rows.map((row) => {
      const payload = { LIST_CD: getListCode(row), ASKED_NO: getSearchedNumber(row) }
      const target = toTarget(call, row)
      return [target, { target, payload }]
    }),
  )
  const exceeded = await enqueueCustomsJobs(call, customsListJobKind, [...jobs.values()])
  const throttled = call.rows.filter((row) => exceeded.has(toTarget(call, row)))
  if (throttled.length > 0) {
    const text = queriedTooOften
    throw invalidRows(throttled.map(({ no: row }) => ({ row, column: 'ASKED_NO', text })))
  }
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `유니패스 자료 ${formatCount(call.rows.length)}건의 조회를 요청했습니다. 결과는 작업 목록과 이 화면에 표시됩니다.`,
      `Search for ${formatCount(call.rows.length, 'list')} started. Results appear in the job list and here.`,
    ),
  }
})

const keyHandler = handleProcedure(saveCustomsListKey, async (call) => {
  for (const row of call.rows) {
    const key = sealSecret(String(row.values['SERVICE_KEY'] ?? '').trim())
    await call.tx.execute(sql`
      insert into customs_list_key (wcode, list_cd, service_key, updated_by)
      values (${call.scope.wcode}, ${getListCode(row)}, ${key}, ${call.userId})
      on conflict (wcode, list_cd) do update set service_key = excluded.service_key,
        updated_by = excluded.updated_by, updated_at = now()`)
  }
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label('인증키를 저장했습니다.', 'Key saved.'),
  }
})

interface Proposal extends Record<string, unknown> {
  no: number
  list_id: string
  line_no: number
  list_cd: CustomsListCode
  entry_cd: string
  from_dt: string | null
  theirs: string
  detail: string | null
  is_taken: boolean
  is_same: boolean
}

/** Locks the named proposals and checks whether our value has changed since they were created. */
async function lockProposals(call: SaveCall): Promise<readonly Proposal[]> {
  const requests = call.rows.map((row) => ({
    no: row.no,
    list_id: String(row.values['LIST_ID']),
    line_no: row.values['LINE_NO'],
  }))
  const { wcode } = call.scope
  const selectOurs = (code: CustomsListCode) => selectOurEntry[code](wcode)
  return call.tx.query<Proposal>(sql`
    select r.no, e.list_id::text list_id, e.line_no, a.list_cd, e.entry_cd,
      to_char(e.from_dt, 'YYYYMMDD') from_dt, e.theirs, e.detail, e.taken_at is not null is_taken,
      e.ours is not distinct from (case a.list_cd when 'RATE_IMP' then ${selectOurs('RATE_IMP')}
        when 'RATE_EXP' then ${selectOurs('RATE_EXP')} when 'SHED' then ${selectOurs('SHED')}
        else ${selectOurs('HS')} end) is_same
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as r(no int, list_id text, line_no int)
    join customs_list_line e on e.list_id::text = r.list_id and e.line_no = r.line_no
    join customs_list a on a.list_id = e.list_id and a.wcode = ${wcode}
    order by e.list_id, e.line_no for update of e`)
}

/** Save operation of each list. Applying an entry requires permission for it. */
const saveOperations: Readonly<Record<CustomsListCode, Operation>> = {
  RATE_IMP: exchangeRates.save,
  RATE_EXP: exchangeRates.save,
  SHED: sheds.save,
  HS: hsCodes.save,
}

function findError(proposal: Proposal | undefined, grants: Grants): Label | undefined {
  if (!proposal) return label('유니패스 자료의 행을 찾을 수 없습니다.', 'Entry not found.')
  const keeping = saveOperations[proposal.list_cd]
  if (!canCall(grants, keeping)) {
    const { ko, en } = keeping.title
    return label(`'${ko}' 권한이 없습니다.`, `You do not have permission for "${en}".`)
  }
  if (proposal.is_taken) return label('이미 반영한 행입니다.', 'Already applied.')
  if (proposal.is_same) return undefined
  return label(
    '조회한 뒤 값이 변경되었습니다. 다시 조회하세요.',
    'The value changed after the search. Search again.',
  )
}

async function applyRates(call: SaveCall, chosen: ReadonlyMap<number, Proposal>): Promise<void> {
  const rows = call.rows.flatMap((row): SaveRow[] => {
    const proposal = chosen.get(row.no)
    if (!proposal?.list_cd.startsWith('RATE')) return []
    const values = {
      KIND_CD: proposal.list_cd === 'RATE_IMP' ? 'CUS_IMP' : 'CUS_EXP',
      CURRENCY_CD: proposal.entry_cd,
      RATE_DT: proposal.from_dt,
      RATE: proposal.theirs,
      REMARK: `관세청 조회 ${proposal.list_id}`,
    }
    return [{ ...row, flag: 'I', values }]
  })
  if (rows.length > 0) await addRates({ ...call, rows })
}

async function applyNames(call: SaveCall, chosen: readonly Proposal[]): Promise<void> {
  const rows = JSON.stringify(chosen)
  const { userId, scope } = call
  await call.tx.execute(sql`
    insert into bonded_shed (wcode, shed_cd, shed_nm, kind_cd, created_by, updated_by)
    select ${scope.wcode}, e.entry_cd, e.theirs, 'GENERAL', ${userId}, ${userId}
    from jsonb_to_recordset(${rows}::jsonb) as e(list_cd text, entry_cd text, theirs text)
    where e.list_cd = 'SHED'
    on conflict (wcode, shed_cd) do update set shed_nm = excluded.shed_nm,
      version = bonded_shed.version + 1, updated_by = excluded.updated_by, updated_at = now()`)
  await call.tx.execute(sql`
    insert into hs_code (hs_cd, hs_nm, hs_en, parent_cd, edition_cd, created_by, updated_by)
    select e.entry_cd, e.theirs, coalesce(e.detail, e.theirs), left(e.entry_cd, 6), 'HSK',
      ${userId}, ${userId}
    from jsonb_to_recordset(${rows}::jsonb) as e(list_cd text, entry_cd text, theirs text, detail text)
    where e.list_cd = 'HS'
    on conflict (hs_cd) do update set hs_nm = excluded.hs_nm, hs_en = excluded.hs_en,
      version = hs_code.version + 1, updated_by = excluded.updated_by, updated_at = now()`)
}

const applyHandler = handleProcedure(applyCustomsEntries, async (call) => {
  const proposals = await lockProposals(call)
  const found = new Map(proposals.map((proposal) => [proposal.no, proposal]))
  const grants = await readGrants(call.tx, call.userId)
  const errors = call.rows.flatMap((row): RowError[] => {
    const text = findError(found.get(row.no), grants)
    return text ? [{ row: row.no, column: 'LIST_ID', text }] : []
  })
  if (errors.length > 0) throw invalidRows(errors)
  await applyRates(call, found)
  await applyNames(call, proposals)
  await call.tx.execute(sql`
    update customs_list_line l set taken_by = ${call.userId}, taken_at = now()
    from jsonb_to_recordset(${JSON.stringify(proposals)}::jsonb) as e(list_id text, line_no int)
    where l.list_id::text = e.list_id and l.line_no = e.line_no`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `관세청 값 ${formatCount(proposals.length)}건을 반영했습니다.`,
      `${formatCount(proposals.length, 'value from customs', 'values from customs')} applied.`,
    ),
  }
})

export const customsListHandlers: readonly Handler[] = [
  listsHandler,
  requestHandler,
  keyHandler,
  applyHandler,
]
