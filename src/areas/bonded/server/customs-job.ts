import { setTimeout as wait } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import type { JobHandler } from '#server/jobs/job.ts'
import { openSecret } from '#server/site-key.ts'
import {
  differencesOf,
  readCustomsAnswer,
  readSealAnswer,
  sealDifference,
  type CustomsAnswer,
  type Difference,
  type OurFacts,
  type SealAnswer,
} from '../rules/customs-answer.ts'

export const customsJobKind = 'ask-customs'

const payload = z.object({ BOND_NO: z.string() })

interface Cargo extends Record<string, unknown> {
  bond_no: string
  wcode: string
  owner_cd: string
  cargo_no: string | null
  mbl_no: string | null
  hbl_no: string | null
  shed_cd: string
  year: string
  facts: OurFacts
  service_url: string
  service_key: string
  seal_key: string | null
  seal_no: string | null
  timeout_seconds: number
  tries: number
}

/** What came of asking: the text as it came, or why there is none. */
interface Heard<A = CustomsAnswer> {
  readonly answer: A | { readonly result: 'SILENT'; readonly message: string }
  readonly raw: string | null
  readonly tries: number
}

/** The largest answer that is read; tracking answers have some kilobytes. */
const mostBytes = 2_000_000

function serviceUrl(cargo: Cargo, path: string, key: string): URL {
  const url = new URL(`${cargo.service_url.replace(/\/+$/, '')}/ext/rest/${path}`)
  url.searchParams.set('crkyCn', openSecret(key))
  return url
}

function addressOf(cargo: Cargo): { url: URL; askedBy: string } {
  const path = 'cargCsclPrgsInfoQry/retrieveCargCsclPrgsInfo'
  const url = serviceUrl(cargo, path, cargo.service_key)
  if (cargo.cargo_no) {
    url.searchParams.set('cargMtNo', cargo.cargo_no)
    return { url, askedBy: cargo.cargo_no }
  }
  // A B/L alone may name several cargos; customs wants its year beside it.
  const name = cargo.hbl_no ? 'hblNo' : 'mblNo'
  const number = cargo.hbl_no ?? cargo.mbl_no ?? ''
  url.searchParams.set(name, number)
  url.searchParams.set('blYy', cargo.year)
  return { url, askedBy: number }
}

/** One try: the text of the answer. Throws when there is none in time, or none that is one. */
async function hear(url: URL, seconds: number, signal: AbortSignal): Promise<string> {
  const late = AbortSignal.timeout(seconds * 1000)
  const answer = await fetch(url, { signal: AbortSignal.any([late, signal]), redirect: 'error' })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  const bytes = await answer.arrayBuffer()
  if (bytes.byteLength > mostBytes) throw new Error(`${bytes.byteLength} bytes`)
  return new TextDecoder().decode(bytes)
}

/**
 * Asks as often as the setting says, each time after a longer pause. What customs itself refuses is
 * not asked again; silence and what cannot be read are.
 */
async function ask<A extends { readonly result: string }>(
  url: URL,
  read: (xml: string) => A,
  cargo: Cargo,
  { signal, pauseMs }: { readonly signal: AbortSignal; readonly pauseMs: number },
): Promise<Heard<A>> {
  let last: Heard<A> = { answer: { result: 'SILENT', message: '' }, raw: null, tries: 0 }
  for (let tries = 1; tries <= cargo.tries; tries += 1) {
    if (tries > 1) await wait(pauseMs * 2 ** (tries - 2), undefined, { signal })
    try {
      const raw = await hear(url, cargo.timeout_seconds, signal)
      last = { answer: read(raw), raw, tries }
      if (last.answer.result !== 'BROKEN') return last
    } catch (error) {
      signal.throwIfAborted()
      const message = error instanceof Error ? error.message : 'no answer'
      last = { answer: { result: 'SILENT', message }, raw: null, tries }
    }
  }
  return last
}

/** The seals of a cargo that customs knows, where the site has a key for them. */
async function askSeals(
  cargo: Cargo,
  { answer }: Heard,
  how: { readonly signal: AbortSignal; readonly pauseMs: number },
): Promise<Heard<SealAnswer> | undefined> {
  const number = answer.result === 'OK' ? answer.cargo['cargMtNo'] : undefined
  if (!cargo.seal_key || !number) return undefined
  const url = serviceUrl(cargo, 'cntrQryBrkdQry/retrieveCntrQryBrkd', cargo.seal_key)
  url.searchParams.set('cargMtNo', number)
  return ask(url, readSealAnswer, cargo, how)
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

async function keep(
  db: Database,
  cargo: Cargo,
  { answer, raw, tries }: Heard,
  seals: Heard<SealAnswer> | undefined,
  asked: { readonly by: string; readonly user: string },
): Promise<void> {
  const found: readonly Difference[] = [
    ...(answer.result === 'OK' ? differencesOf(answer, cargo.facts, cargo.shed_cd) : []),
    ...(seals?.answer.result === 'OK' ? sealDifference(seals.answer.seals, cargo.seal_no) : []),
  ]
  const message = answer.result === 'OK' ? (answer.cargo['prgsStts'] ?? '') : answer.message
  await db.transaction(async (tx) => {
    const [kept] = await tx.query<{ answer_id: number }>(sql`
      insert into bonded_answer (wcode, owner_cd, bond_no, result_cd, asked_by_no, message, raw_text,
        tries, user_id, seal_result_cd, seal_raw_text)
      values (${cargo.wcode}, ${cargo.owner_cd}, ${cargo.bond_no}, ${answer.result}, ${asked.by},
        ${message.slice(0, 1000)}, ${raw}, ${tries}, ${asked.user},
        ${seals?.answer.result ?? null}, ${seals?.raw ?? null})
      returning answer_id`)
    await tx.execute(sql`
      insert into bonded_difference (answer_id, field_cd, ours, theirs)
      select ${kept?.answer_id ?? 0}, d.field, d.ours, d.theirs
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as d(field text, ours text, theirs text)`)
  })
}

/** Asks customs about one cargo and keeps what it says. `pauseMs` is the first pause between tries. */
export function customsJobs(pauseMs = 500): readonly JobHandler[] {
  return [
    {
      kind: customsJobKind,
      // It tries by itself, as often as the site wants.
      attemptsMax: 1,
      run: async ({ db, job, signal }) => {
        const { BOND_NO } = payload.parse(job.payload)
        const cargo = await readCargo(db, BOND_NO)
        if (!cargo) return { RESULT: 'NO_SETTING' }
        const { url, askedBy } = addressOf(cargo)
        const heard = await ask(url, readCustomsAnswer, cargo, { signal, pauseMs })
        const seals = await askSeals(cargo, heard, { signal, pauseMs })
        await keep(db, cargo, heard, seals, { by: askedBy, user: job.userId ?? 'system' })
        return { RESULT: heard.answer.result }
      },
    },
  ]
}
