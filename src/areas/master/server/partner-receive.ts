import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Language } from '#kernel/label.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import type { Caller } from '#server/auth/caller.ts'
import { handleProcedure, type ProcedureHandler } from '#server/engine/handler.ts'
import { runProcedure } from '#server/engine/run-procedure.ts'
import { publishSaves } from '#server/events/publish-saves.ts'
import { tryMessage } from './partner-convert.ts'
import type { PartnerKind, Profile } from './partner-kind.ts'
import { parseProfileMaps, translateRows } from './partner-read.ts'
import { contentHash, stageMessage } from './partner-store.ts'

export interface Delivery {
  readonly number: string
  /** The unmodified request body. */
  readonly raw: string
  readonly lines: readonly Readonly<Record<string, unknown>>[]
}

/** User id recorded for calls authenticated by a partner's token. */
export function partnerUser({ code }: Profile): string {
  return `partner:${code.toLowerCase()}`
}

/**
 * Stores, validates and, for automatic profiles, converts a delivery in one transaction. Repeating
 * a delivery has no effect. Returns the id of the message.
 * @throws AppError 409 MESSAGE_NO_REUSED if the number was used with other content.
 */
export async function receiveDelivery(
  db: Database,
  kind: PartnerKind,
  profile: Profile,
  caller: Caller,
  delivery: Delivery,
): Promise<number> {
  const [receivingHandler] = publishSaves([findReceivingHandler(kind, profile, delivery)], db)
  const result = await runProcedure(db, receivingHandler as ProcedureHandler, caller, {
    rows: [{ NO: 1 }],
    idempotencyKey: `partner-${randomUUID()}`,
    dryRun: false,
  })
  return Number(result.rows?.[0]?.['MESSAGE_ID'])
}

function findReceivingHandler(
  kind: PartnerKind,
  profile: Profile,
  delivery: Delivery,
): ProcedureHandler {
  const { number, raw, lines } = delivery
  return handleProcedure({ ...kind.operations.convert, input: {} }, async (call) => {
    const staged = await stageMessage(
      call.tx,
      profile,
      {
        kind: kind.code,
        channel: 'REST',
        number,
        raw,
        hash: contentHash(lines),
        lines: translateRows(kind, parseProfileMaps(profile), lines),
      },
      call.userId,
    )
    if (staged.isNew) {
      const message = { id: staged.id, owner: profile.owner }
      await tryMessage(call, kind, message, profile.isAutomatic)
    }
    return { rows: [{ ROW: 1, MESSAGE_ID: staged.id, OWNER_CD: profile.owner }] }
  })
}

interface OutcomeRow extends Record<string, unknown> {
  message_id: number
  message_no: string
  state_cd: string
  remark: string | null
  documents: string[]
  errors: { LINE: number; COLUMN: string; TEXT: string }[]
}

/** Outcome of a profile's message, or undefined if the number is unknown. */
export async function readOutcome(
  db: Queryable,
  { wcode, owner, code }: Profile,
  request: { readonly kind: string; readonly number: string },
  language: Language,
) {
  const [row] = await db.query<OutcomeRow>(sql`
    select m.message_id, m.message_no, m.state_cd, m.remark,
      array(select distinct l.doc_no from partner_message_line l
        where l.message_id = m.message_id and l.doc_no is not null order by 1) documents,
      (select coalesce(jsonb_agg(jsonb_build_object('LINE', l.line_no, 'COLUMN', e->>'column',
          'TEXT', e->>${language}) order by l.line_no), '[]')
        from partner_message_line l, jsonb_array_elements(l.errors) e
        where l.message_id = m.message_id) errors
    from partner_message m
    where m.wcode = ${wcode} and m.owner_cd = ${owner} and m.profile_cd = ${code}
      and m.direction_cd = 'IN' and m.kind_cd = ${request.kind} and m.message_no = ${request.number}`)
  if (!row) return undefined
  return {
    MESSAGE_ID: row.message_id,
    KIND: request.kind,
    MESSAGE_NO: row.message_no,
    STATE: row.state_cd,
    DOCUMENTS: row.documents,
    ERRORS: row.errors,
    REMARK: row.remark,
  }
}
