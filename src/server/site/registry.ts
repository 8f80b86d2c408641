import { billingHomeLines } from '#areas/billing/operations/home-lines.ts'
import { billingHandlers } from '#areas/billing/server/index.ts'
import { priceUnitRules } from '#areas/billing/server/price-unit-rules.ts'
import { bondedHomeLines } from '#areas/bonded/operations/home-lines.ts'
import { bondedHandlers } from '#areas/bonded/server/index.ts'
import { cutoffMailKind } from '#areas/freight/server/cutoff-mail.ts'
import { deadlineMailKind } from '#areas/bonded/server/deadline-mail.ts'
import { freightHomeLines } from '#areas/freight/operations/home-lines.ts'
import { freightHandlers } from '#areas/freight/server/index.ts'
import { myPageHandlers } from '#areas/freight/server/my-page.ts'
import { freightLookups } from '#areas/freight/server/lookups.ts'
import { receiptKind } from '#areas/inbound/server/receipt-kind.ts'
import { inboundHandlers } from '#areas/inbound/server/index.ts'
import { inboundHomeLines } from '#areas/inbound/operations/home-lines.ts'
import { billingRecords } from '#areas/billing/server/record-search.ts'
import { bondedRecords } from '#areas/bonded/server/record-search.ts'
import { freightRecords } from '#areas/freight/server/record-search.ts'
import { inboundRecords } from '#areas/inbound/server/record-search.ts'
import { adjustNews } from '#areas/inventory/server/adjust-news.ts'
import { stockKind } from '#areas/inventory/server/stock-kind.ts'
import { inventoryHandlers } from '#areas/inventory/server/index.ts'
import { inventoryHomeLines } from '#areas/inventory/operations/home-lines.ts'
import { masterHomeLines } from '#areas/master/operations/home-lines.ts'
import { inventoryRecords } from '#areas/inventory/server/record-search.ts'
import { masterHandlers } from '#areas/master/server/index.ts'
import { returnLookups } from '#areas/returns/server/lookups.ts'
import { masterLookups } from '#areas/master/server/lookups.ts'
import { masterRecords } from '#areas/master/server/record-search.ts'
import { withWholeQuantities } from '#areas/inventory/server/with-whole-quantities.ts'
import { roleHandlers } from '#server/roles/role-handlers.ts'
import { createPartnerInterface } from '#areas/master/server/partner-interface.ts'
import type { PartnerKind, PartnerEventKind } from '#areas/master/server/partner-kind.ts'
import { partnerProfileHandlers } from '#areas/master/server/partner-profile.ts'
import { webhookHandlers } from '#areas/master/server/webhook-handlers.ts'
import { WebhookSender, type SenderOptions } from '#areas/master/server/webhook-sender.ts'
import { shipmentKind } from '#areas/outbound/server/shipment-kind.ts'
import { outboundHandlers } from '#areas/outbound/server/index.ts'
import { outboundHomeLines } from '#areas/outbound/operations/home-lines.ts'
import { outboundRecords } from '#areas/outbound/server/record-search.ts'
import { returnsHomeLines } from '#areas/returns/operations/home-lines.ts'
import { returnsHandlers } from '#areas/returns/server/index.ts'
import { tasksHandlers } from '#areas/tasks/server/index.ts'
import { reportHandlers } from '#areas/reports/server/index.ts'
import { systemHomeLines } from '#areas/system/operations/home-lines.ts'
import type { HomeLine } from '#kernel/home.ts'
import { corpLookups } from '#areas/system/server/corps.ts'
import { factChangeHandlers } from '#areas/system/server/fact-changes.ts'
import {
  scheduleHandlers,
  scheduleKindLookup,
  scheduleUndo,
} from '#areas/system/server/schedules.ts'
import { supplyChainHandlers } from '#areas/supply-chain/server/index.ts'
import { orderNews } from '#areas/supply-chain/server/order-news.ts'
import { partnerLookups } from '#areas/supply-chain/server/partners.ts'
import { codeHandlers } from '#areas/system/server/codes.ts'
import { systemHandlers } from '#areas/system/server/index.ts'
import { verifyKind } from '#areas/inventory/server/verify-kind.ts'
import { gridQueries } from '#server/auth/screen-routes.ts'
import { summaryHandlers } from '#server/engine/summary.ts'
import { siteTextHandlers } from '#server/texts/site-text-handlers.ts'
import { backupKind, purgeKind } from '#server/jobs/site-kinds.ts'
import { reportKind } from '#server/jobs/report-kind.ts'
import { securityPurgeKind } from '#server/jobs/purge-security.ts'
import type { ScheduleKind } from '#server/jobs/schedule-kind.ts'
import type { Database } from '#server/db/database.ts'
import type { Handler } from '#server/engine/handler.ts'
import type { Lookup } from '#server/engine/lookup.ts'
import type { RecordSource } from '#server/engine/record-source.ts'

export { billMailJob } from '#areas/billing/server/bill-mail.ts'
export { arrivalNoticeJob } from '#areas/bonded/server/arrival-notice-mail.ts'
export { customsJobs } from '#areas/bonded/server/customs-job.ts'
export { customsListJobs } from '#areas/bonded/server/customs-list-job.ts'
export { orderNoticeJob } from '#areas/supply-chain/server/order-notices.ts'
export { accountJobs } from '#areas/system/server/account-jobs.ts'
export { accountRoutes, registrationRoutes } from '#areas/system/server/account-routes.ts'

const partnerKinds: readonly PartnerKind[] = [receiptKind, shipmentKind, stockKind]

const partnerNews: readonly PartnerEventKind[] = [adjustNews, orderNews]

export const webhookSender = (
  db: Database,
  report: (error: unknown) => void,
  options?: SenderOptions,
): WebhookSender => new WebhookSender(db, [...partnerKinds, ...partnerNews], report, options)

export const partners = createPartnerInterface(partnerKinds, partnerNews)

const partnerFields = new Set(partnerKinds.flatMap(({ fields }) => Object.keys(fields)))

/** Tasks that can be scheduled. Add new kinds here. */
export const scheduleKinds: readonly ScheduleKind[] = [
  backupKind,
  verifyKind,
  purgeKind,
  securityPurgeKind,
  reportKind(() => handlers),
  deadlineMailKind,
  cutoffMailKind,
]

/** Handlers by area, in the order of `areas/order.ts`. */
const declaredHandlers: readonly Handler[] = [
  ...systemHandlers,
  ...factChangeHandlers({ schedule: scheduleUndo(scheduleKinds) }),
  ...scheduleHandlers(scheduleKinds),
  ...masterHandlers,
  ...freightHandlers(priceUnitRules),
  ...partnerProfileHandlers(partnerFields),
  ...webhookHandlers,
  ...inventoryHandlers,
  ...inboundHandlers,
  ...outboundHandlers,
  ...returnsHandlers,
  ...tasksHandlers,
  ...billingHandlers,
  ...bondedHandlers,
  ...reportHandlers,
  ...supplyChainHandlers,
  ...codeHandlers(() => handlers),
  ...myPageHandlers(() => handlers),
  ...siteTextHandlers(() => handlers),
]

/** Summaries declared in screen files, handled through their source queries. */
function screenSummaries(): readonly Handler[] {
  const answered = new Set<string>(declaredHandlers.map(({ operation }) => operation.name))
  const own = gridQueries.filter(({ name }) => !answered.has(name))
  return summaryHandlers(
    [Object.fromEntries(own.map((query) => [query.name, query]))],
    declaredHandlers,
  )
}

const areaHandlers = [...declaredHandlers, ...screenSummaries()].map(withWholeQuantities)
const roleParts = roleHandlers(areaHandlers)

export const handlers: readonly Handler[] = [...areaHandlers, ...roleParts.handlers]

export const lookups: readonly Lookup[] = [
  ...masterLookups,
  ...returnLookups,
  ...corpLookups,
  ...freightLookups,
  scheduleKindLookup(scheduleKinds),
  ...partnerLookups,
  ...roleParts.lookups,
]

export const recordSources: readonly RecordSource[] = [
  ...masterRecords,
  ...inventoryRecords,
  ...inboundRecords,
  ...outboundRecords,
  ...bondedRecords,
  ...freightRecords,
  ...billingRecords,
]

/**
 * Home lines: setup steps, then in daily order inbound, outbound, stock, customs, billing, server.
 */
export const homeLines: readonly HomeLine[] = [
  ...masterHomeLines,
  ...inboundHomeLines,
  ...returnsHomeLines,
  ...outboundHomeLines,
  ...inventoryHomeLines,
  ...bondedHomeLines,
  ...freightHomeLines,
  ...billingHomeLines,
  ...systemHomeLines,
].toSorted((line, other) => getSetupOrder(line) - getSetupOrder(other))

function getSetupOrder({ setup }: HomeLine): number {
  return setup?.position ?? Infinity
}
