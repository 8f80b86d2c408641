import sql from 'sql-template-tag'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readReportArgument, type ReportArgument } from '#areas/system/rules/report-argument.ts'
import { timestampAt } from '#kernel/calendar.ts'
import { getDateLength } from '#kernel/date-box.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Query } from '#kernel/operation.ts'
import { readSearchBy } from '#kernel/read-search.ts'
import { isNarrower } from '#server/auth/is-narrower.ts'
import { listPartners } from '#server/auth/partner-user.ts'
import { AppError } from '#server/base/app-error.ts'
import { exportRows } from '#server/engine/export-rows.ts'
import { assertSearch } from '#server/engine/search-sql.ts'
import type { Handler, QueryHandler } from '#server/engine/handler.ts'
import { cellKind } from '#server/files/export-cell.ts'
import { writeSpreadsheet } from '#server/files/spreadsheet-writer.ts'
import { fileSources } from '#server/files/file-sources.ts'
import { partnerMark, receiveFile, storeFiles } from '#server/files/stored-files.ts'
import { countRows } from '#server/security/count-rows.ts'
import { insertEvents, noOrigin } from '#server/security/security-event.ts'
import { readSiteTexts, translator } from '#server/texts/site-texts.ts'
import { RetryableJobError } from './job.ts'
import {
  describeConditions,
  reportMail,
  deliveryText,
  nothingToReport,
  type ReportEnclosure,
  type ReportRun,
} from './report-mail.ts'
import { rejectOtherRecipients, reportReader, type ReportReader } from './report-rights.ts'
import type { ScheduledCall, ScheduleKind } from './schedule-kind.ts'
import { recordSent } from './until-stored.ts'

const quotaBytes = 500 * 1024 * 1024
const mb = 1024 * 1024

interface ReportOptions {
  /** Maximum size of an attachment. A larger workbook is stored, and the email contains a link. */
  readonly maxAttachedBytes: number
  readonly now: () => number
}

const defaultOptions: ReportOptions = { maxAttachedBytes: 5 * mb, now: Date.now }

/** Resolves relative dates in search values, like the page does, and checks all values. */
function readConditions(
  operation: Query,
  search: ReportArgument['search'],
  today: string,
): { readonly search: WireRow } | { readonly error: Label } {
  const { search: fields } = operation
  const read: Record<string, WireRow[string]> = {}
  for (const [name, text] of Object.entries(search)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) return { error: unknownFieldText(name, fields) }
    const isDated = getDateLength(field) !== undefined
    const by = { now: today, text: (_: unknown, value: string) => ({ value }) }
    const reading = isDated ? readSearchBy(field, text, by) : { value: text }
    if ('error' in reading) {
      const { ko, en } = reading.error
      return { error: label(`${field.label.ko}: ${ko}`, `${field.label.en}: ${en}`) }
    }
    // A search value that is only an operator has no value to resolve. It is rejected below.
    read[name] = reading.value ?? text
  }
  try {
    assertSearch(operation, read)
  } catch (error) {
    if (error instanceof AppError) return { error: error.text }
    throw error
  }
  return { search: read }
}

function unknownFieldText(name: string, fields: Fields): Label {
  const known = Object.keys(fields).join(', ')
  return label(
    `'${name}' 조건이 없습니다. 가능한 조건: ${known}`,
    `Condition not found: '${name}'. Possible: ${known}`,
  )
}

interface ReportResult {
  readonly run: ReportRun
  readonly file: { readonly name: string; readonly bytes: Buffer } | undefined
  readonly caller: Parameters<typeof storeFiles>[2]
  readonly warehouses: readonly string[]
  readonly query: string
  readonly partners: readonly string[] | null
}

/**
 * Runs the query with the current permissions. Relative dates are those of the day the run was due,
 * which can be the previous month. Throws AppError for a missing permission or an invalid date.
 */
async function requestReport(
  { db, name, argument, mailTo, ownerId, dueAt }: ScheduledCall,
  handler: QueryHandler,
  now: number,
): Promise<ReportResult> {
  const { operation } = handler
  const wanted = readReportArgument(argument)
  const requested = { wcode: wanted?.wcode ?? '', operation }
  const { user, wcode }: ReportReader = await reportReader(db, ownerId, requested)
  await rejectOtherRecipients(db, user, mailTo)
  const { language, owners } = user
  const partners = user.forPartner ? await listPartners(db, ownerId) : null
  const at = timestampAt(now)
  const caller = { userId: ownerId, scope: { wcode, owners }, language, today: at.slice(0, 8) }
  const due = timestampAt(dueAt ?? now).slice(0, 8)
  const read = readConditions(operation, wanted?.search ?? {}, due)
  if ('error' in read) throw new AppError(422, 'REPORT_ARGUMENT', read.error)
  const say = translator(await readSiteTexts(db), language)
  const columns = Object.entries(operation.output).map(([name, field]) => ({
    name,
    title: say(field.label),
    kind: cellKind(field.kind),
  }))
  const title = say(operation.title)
  const question = { search: read.search, filters: [], columns, order: [] }
  const found = await exportRows(db, handler, caller, question)
  const conditions = describeConditions(operation.search, read.search, say)
  const run = { name, title, language, wcode, conditions, at, rows: 0 }
  const source = { caller, warehouses: user.warehouses, query: operation.name, partners }
  if (!found) return { run, file: undefined, ...source }
  const sent = countRows(found)
  const bytes = await buffer(writeSpreadsheet({ format: 'xlsx', columns, rows: sent.rows }))
  const file = { name: `${title} ${at}.xlsx`, bytes }
  return { run: { ...run, rows: sent.count }, file, ...source }
}

/**
 * Stores the workbook as a file of the user, once per job: a failed earlier attempt may already
 * have stored it.
 */
async function storeReportFile(
  { db, job }: ScheduledCall,
  { file, caller, warehouses, query, partners }: ReportResult,
): Promise<{ readonly name: string; readonly serial: string } | undefined> {
  if (!file) return undefined
  const parts = { JOB_ID: job.jobId }
  const [stored] = await db.query<{ name: string; serial: string }>(sql`
    select file_nm "name", file_sn serial from stored_file
    where created_by = ${caller.userId} and parts @> ${JSON.stringify(parts)}::jsonb`)
  if (stored) return stored
  const bytes = Readable.from([file.bytes])
  const received = await receiveFile(db, { name: file.name, content: bytes })
  const source = { source: fileSources.report, owner: null, warehouses }
  const content = { QUERY: query, ...(partners && { PARTNERS: partners.join(partnerMark) }) }
  const request = { files: [received], ...source, parts: { ...parts, ...content } }
  const [made] = await storeFiles(db, { fileQuotaBytes: quotaBytes }, caller, request)
  return made && { name: made.FILE_NM, serial: made.FILE_SN }
}

async function storeReport(call: ScheduledCall, answer: ReportResult): Promise<Label> {
  const stored = await storeReportFile(call, answer)
  if (!stored) return nothingToReport
  return label(`${stored.name} 파일로 보관했습니다.`, `Saved as ${stored.name}.`)
}

async function toEnclosure(
  call: ScheduledCall,
  answer: ReportResult,
  maxBytes: number,
): Promise<ReportEnclosure> {
  const { file } = answer
  if (!file) return { kind: 'nothing' }
  if (file.bytes.length <= maxBytes) return { kind: 'attached', ...file }
  const stored = await storeReportFile(call, answer)
  const query = new URLSearchParams({ fileSn: stored?.serial ?? '' })
  const address = `${call.publicUrl ?? ''}/api/file/fileDownload?${query}`
  return { kind: 'kept', name: stored?.name ?? file.name, address, mb: maxBytes / mb }
}

/**
 * Throws AppError 403 if the user of a report lost a permission while it was made, which can take
 * minutes. A stored report is checked when it is downloaded.
 */
async function rejectLostRights(
  { db, ownerId, mailTo }: ScheduledCall,
  { run, caller, partners }: ReportResult,
  operation: Query,
): Promise<void> {
  const { user } = await reportReader(db, ownerId, { wcode: run.wcode, operation })
  await rejectOtherRecipients(db, user, mailTo)
  const partnersNow = user.forPartner ? await listPartners(db, ownerId) : null
  if (isNarrower(user.owners, caller.scope.owners) || isNarrower(partnersNow, partners)) {
    throw new AppError(403, 'REPORT_DENIED', rightsLostText(ownerId))
  }
}

const rightsLostText = (userId: string): Label =>
  label(
    `보고서를 만드는 동안 ${userId} 사용자의 권한이 줄어 보내지 않았습니다. 다시 실행하세요.`,
    `Not sent: ${userId} lost permissions while the report was made. Run it again.`,
  )

async function mailReport(
  call: ScheduledCall,
  answer: ReportResult,
  { operation, maxAttachedBytes }: ReportOptions & { readonly operation: Query },
): Promise<Label> {
  const { mailTo, job, send, progress } = call
  const enclosure = await toEnclosure(call, answer, maxAttachedBytes)
  await progress(80, mailTo.join(', '))
  await rejectLostRights(call, answer, operation)
  const mail = reportMail(answer.run, enclosure)
  const messageId = `<${job.jobId}@report.wms>`
  const refused = await send({ to: mailTo.join(', '), messageId, ...mail }).catch(
    (error: unknown) => {
      throw deliveryError(error)
    },
  )
  const sent = mailTo.filter((address) => !refused?.includes(address))
  return deliveryText(enclosure, sent, refused ?? [])
}

async function recordDelivery(
  { db, signal, ownerId, mailTo }: ScheduledCall,
  { run }: ReportResult,
  operation: string,
): Promise<void> {
  const isMailed = mailTo.length > 0
  const kind = isMailed ? 'MAIL' : 'EXPORT'
  const to = isMailed ? { subject: mailTo.join(', ') } : {}
  const event = { kind, outcome: 'OK', userId: ownerId, operation, rows: run.rows, ...to } as const
  await recordSent({ signal }, () => db.execute(insertEvents(noOrigin, [event])))
}

export const mailNotSentText = (why: string): Label =>
  label(
    `메일을 보내지 못했습니다. 메일 서버를 확인하세요. (${why})`,
    `The email could not be sent. Check the mail server. (${why})`,
  )

/** Wraps an error of the mail server or network, to let the job be retried. */
function deliveryError(error: unknown): RetryableJobError {
  const why = error instanceof Error ? error.message : String(error)
  return new RetryableJobError(mailNotSentText(why), error)
}

const argumentHint = label(
  '조회 서비스와 조건을 inventory/by-lot W01 OWNER_CD=HANBIT처럼 입력하세요. 날짜는 -7d~-1d, 오늘, -1m처럼 입력할 수 있습니다.',
  'Enter a service and its conditions, such as inventory/by-lot W01 OWNER_CD=HANBIT. Enter dates as -7d~-1d, today or -1m.',
)

/**
 * Runs a query with its owner's current permissions. Mails the result as a workbook, or stores it
 * as a file of the owner if there are no recipients.
 */
export function reportKind(
  handlers: () => readonly Handler[],
  options: Partial<ReportOptions> = {},
): ScheduleKind {
  const chosen = { ...defaultOptions, ...options }
  const find = (argument: string) => {
    const service = readReportArgument(argument)?.service
    return handlers().find(
      (handler): handler is QueryHandler =>
        'select' in handler && handler.operation.name === service,
    )
  }
  return {
    kind: 'REPORT',
    bound: 'reader',
    title: label('보고서 실행', 'Report run'),
    mails: true,
    argument: {
      title: label('서비스 [창고] 조건', 'Service [warehouse] search'),
      error: (argument) => {
        const read = readReportArgument(argument)
        const operation = find(argument)?.operation
        if (!read || !operation) return argumentHint
        const today = timestampAt(chosen.now()).slice(0, 8)
        const requested = readConditions(operation, read.search, today)
        return 'error' in requested ? requested.error : undefined
      },
    },
    run: async (call) => {
      const handler = find(call.argument)
      // Validated when saved, but a later version may no longer have this query.
      if (!handler) throw new AppError(422, 'REPORT_ARGUMENT', argumentHint)
      const answer = await requestReport(call, handler, chosen.now())
      const isMailed = call.mailTo.length > 0
      const resultText = await (isMailed
        ? mailReport(call, answer, { ...chosen, operation: handler.operation })
        : storeReport(call, answer))
      if (answer.file) await recordDelivery(call, answer, handler.operation.name)
      return resultText
    },
  }
}
