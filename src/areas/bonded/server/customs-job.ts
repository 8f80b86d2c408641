import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import type { JobHandler } from '#server/jobs/job.ts'
import {
  compareWithCustoms,
  readCustomsAnswer,
  readSealAnswer,
  sealDifference,
  type CustomsAnswer,
  type Difference,
  type OurFacts,
  type SealAnswer,
} from '../rules/customs-answer.ts'
import {
  callService,
  serviceUrl,
  type CallOptions,
  type CustomsConnection,
  type ServiceResponse,
} from './customs-call.ts'

export const customsJobKind = 'ask-customs'

const payload = z.object({ BOND_NO: z.string() })

interface Cargo extends CustomsConnection, Record<string, unknown> {
  bond_no: string
  wcode: string
  owner_cd: string
  cargo_no: string | null
  mbl_no: string | null
  hbl_no: string | null
  shed_cd: string
  year: string
  facts: OurFacts
  service_key: string
  seal_key: string | null
  seal_no: string | null
}

function getAddress(cargo: Cargo): { url: URL; askedBy: string } {
  const path = 'cargCsclPrgsInfoQry/retrieveCargCsclPrgsInfo'
  const url = serviceUrl(cargo, path, cargo.service_key)
  if (cargo.cargo_no) {
    url.searchParams.set('cargMtNo', cargo.cargo_no)
    return { url, askedBy: cargo.cargo_no }
  }
  // A B/L number can match several cargos, so customs also requires its year.
  const name = cargo.hbl_no ? 'hblNo' : 'mblNo'
  const number = cargo.hbl_no ?? cargo.mbl_no ?? ''
  url.searchParams.set(name, number)
  url.searchParams.set('blYy', cargo.year)
  return { url, askedBy: number }
}

async function querySeals(
  cargo: Cargo,
  { answer }: ServiceResponse<CustomsAnswer>,
  how: CallOptions,
): Promise<ServiceResponse<SealAnswer> | undefined> {
  const number = answer.result === 'OK' ? answer.cargo['cargMtNo'] : undefined
  if (!cargo.seal_key || !number) return undefined
  const url = serviceUrl(cargo, 'cntrQryBrkdQry/retrieveCntrQryBrkd', cargo.seal_key)
  url.searchParams.set('cargMtNo', number)
  return callService(url, readSealAnswer, cargo, how)
}

async function readCargo(db: Database, bondNo: string): Promise<Cargo | undefined> {
  const [cargo] = await db.query<Cargo>(sql`
    select c.bond_no, c.wcode, c.owner_cd, c.cargo_no, c.mbl_no, c.hbl_no, c.shed_cd,
      to_char(coalesce(c.entry_dt, c.expect_dt), 'YYYY') as year, t.service_url, t.service_key, t.seal_key, c.seal_no,
      t.timeout_seconds, t.tries, jsonb_build_object('CARGO_NO', c.cargo_no, 'MBL_NO', c.mbl_no,
        'VESSEL_NM', c.vessel_nm, 'VOYAGE_NO', c.voyage_no, 'ENTRY_DT',
        to_char(c.entry_dt, 'YYYYMMDD'), 'PKG_QTY', c.pkg_qty, 'PKG_UNIT_CD', c.pkg_unit_cd,
        'KG', c.kg, 'CNTR_NO', c.cntr_no, 'GOODS_NM', c.goods_nm, 'IN_PKG_QTY', c.in_pkg_qty,
        'IN_KG', c.in_kg, 'OUT_PKG_QTY', c.out_pkg_qty, 'OUT_KG', c.out_kg) facts
    from bonded_cargo c join bonded_customs_setting t using (wcode) where c.bond_no = ${bondNo}`)
  return cargo
}

async function storeResponse(
  db: Database,
  cargo: Cargo,
  { answer, raw, tries }: ServiceResponse<CustomsAnswer>,
  seals: ServiceResponse<SealAnswer> | undefined,
  request: { readonly by: string; readonly user: string },
): Promise<void> {
  const found: readonly Difference[] = [
    ...(answer.result === 'OK' ? compareWithCustoms(answer, cargo.facts, cargo.shed_cd) : []),
    ...(answer.result === 'MANY' ? [...new Set(answer.numbers)] : []).map((theirs) => {
      return { field: 'CARGO_NO', ours: cargo.cargo_no, theirs }
    }),
    ...(seals?.answer.result === 'OK' ? sealDifference(seals.answer.seals, cargo.seal_no) : []),
  ]
  const message = answer.result === 'OK' ? (answer.cargo['prgsStts'] ?? '') : answer.message
  await db.transaction(async (tx) => {
    const [stored] = await tx.query<{ answer_id: number }>(sql`
      insert into bonded_answer (wcode, owner_cd, bond_no, result_cd, asked_by_no, message, raw_text,
        tries, user_id, seal_result_cd, seal_raw_text)
      values (${cargo.wcode}, ${cargo.owner_cd}, ${cargo.bond_no}, ${answer.result}, ${request.by},
        ${message.slice(0, 1000)}, ${raw}, ${tries}, ${request.user},
        ${seals?.answer.result ?? null}, ${seals?.raw ?? null})
      returning answer_id`)
    await tx.execute(sql`
      insert into bonded_difference (answer_id, field_cd, ours, theirs)
      select ${stored?.answer_id ?? 0}, d.field, d.ours, d.theirs
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as d(field text, ours text, theirs text)`)
  })
}

export function customsJobs(pauseMs = 500): readonly JobHandler[] {
  return [
    {
      kind: customsJobKind,
      bound: 'order',
      // The job retries internally as often as configured.
      maxAttempts: 1,
      run: async ({ db, job, signal }) => {
        const { BOND_NO } = payload.parse(job.payload)
        const cargo = await readCargo(db, BOND_NO)
        if (!cargo) return { RESULT: 'NO_SETTING' }
        const { url, askedBy } = getAddress(cargo)
        const response = await callService(url, readCustomsAnswer, cargo, { signal, pauseMs })
        const seals = await querySeals(cargo, response, { signal, pauseMs })
        await storeResponse(db, cargo, response, seals, {
          by: askedBy,
          user: job.userId ?? 'system',
        })
        return { RESULT: response.answer.result }
      },
    },
  ]
}
