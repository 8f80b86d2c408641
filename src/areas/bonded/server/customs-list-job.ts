import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import type { JobHandler } from '#server/jobs/job.ts'
import {
  customsListServices,
  readCustomsList,
  type CustomsListAnswer,
  type CustomsListCode,
} from '../rules/customs-list.ts'
import {
  callService,
  serviceUrl,
  type CustomsConnection,
  type ServiceResponse,
} from './customs-call.ts'

export const customsListJobKind = 'ask-customs-list'

const payload = z.object({
  LIST_CD: z.enum(['RATE_IMP', 'RATE_EXP', 'SHED', 'HS']),
  ASKED_NO: z.string(),
})

interface KeyedConnection extends CustomsConnection, Record<string, unknown> {
  service_key: string
}

interface ListRequest {
  readonly code: CustomsListCode
  readonly number: string
  readonly wcode: string
  readonly user: string
}

/** Our value for entry `e` (`entry_cd`, `from_dt`) as text, or null if there is none. */
export const selectOurEntry: Readonly<Record<CustomsListCode, (wcode: string) => Sql>> = {
  RATE_IMP: () => selectOurRate('CUS_IMP'),
  RATE_EXP: () => selectOurRate('CUS_EXP'),
  SHED: (wcode) => sql`(select s.shed_nm from bonded_shed s
    where s.wcode = ${wcode} and s.shed_cd = e.entry_cd)`,
  HS: () => sql`(select h.hs_nm from hs_code h where h.hs_cd = e.entry_cd)`,
}

function selectOurRate(kind: string): Sql {
  return sql`(select trim_scale(x.rate)::text from exchange_rate x where x.kind_cd = ${kind}
    and x.currency_cd = e.entry_cd and x.rate_dt = e.from_dt order by x.rev_no desc limit 1)`
}

async function storeResponse(
  db: Database,
  { code, number, wcode, user }: ListRequest,
  { answer, raw, tries }: ServiceResponse<CustomsListAnswer>,
): Promise<void> {
  const entries = answer.result === 'OK' ? answer.entries : []
  const message = answer.result === 'OK' ? '' : answer.message
  const isRate = code === 'RATE_IMP' || code === 'RATE_EXP'
  await db.transaction(async (tx) => {
    const [stored] = await tx.query<{ list_id: number }>(sql`
      insert into customs_list (wcode, list_cd, asked_no, result_cd, message, raw_text, tries,
        entry_count, user_id)
      values (${wcode}, ${code}, ${number}, ${answer.result}, ${message.slice(0, 1000)}, ${raw},
        ${tries}, ${entries.length}, ${user})
      returning list_id`)
    await tx.execute(sql`
      insert into customs_list_line (list_id, line_no, entry_cd, detail, from_dt, ours, theirs)
      select ${stored?.list_id ?? 0}, row_number() over (order by e.entry_cd), e.entry_cd, e.detail,
        e.from_dt, o.ours, e.theirs
      from (select x.code entry_cd, nullif(x.detail, '') detail, x."from" from_dt,
          case when ${isRate} then trim_scale(x.theirs::numeric)::text else x.theirs end theirs
        from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
          as x(code text, theirs text, detail text, "from" date)) e
      cross join lateral (select ${selectOurEntry[code](wcode)} ours) o
      where o.ours is distinct from e.theirs`)
  })
}

export function customsListJobs(pauseMs = 500): readonly JobHandler[] {
  return [
    {
      kind: customsListJobKind,
      bound: 'order',
      // The job retries internally as often as configured.
      maxAttempts: 1,
      run: async ({ db, job, signal }) => {
        const { LIST_CD: code, ASKED_NO: number } = payload.parse(job.payload)
        const wcode = job.wcode ?? ''
        const [connection] = await db.query<KeyedConnection>(sql`
          select s.service_url, s.timeout_seconds, s.tries, k.service_key
          from bonded_customs_setting s join customs_list_key k using (wcode)
          where s.wcode = ${wcode} and k.list_cd = ${code}`)
        if (!connection) return { RESULT: 'NO_SETTING' }
        const service = customsListServices[code]
        const url = serviceUrl(connection, service.path, connection.service_key)
        for (const [name, value] of Object.entries(service.query(number))) {
          url.searchParams.set(name, value)
        }
        const read = (xml: string) => readCustomsList(code, xml)
        const response = await callService(url, read, connection, { signal, pauseMs })
        await storeResponse(db, { code, number, wcode, user: job.userId ?? 'system' }, response)
        return { RESULT: response.answer.result }
      },
    },
  ]
}
