import { inboundHandlers } from '#areas/inbound/server/index.ts'
import { inventoryHandlers } from '#areas/inventory/server/index.ts'
import { outboundHandlers } from '#areas/outbound/server/index.ts'
import { tasksHandlers } from '#areas/tasks/server/index.ts'
import { summaryHandlers } from '#server/engine/summary.ts'
import * as asOf from '../operations/as-of.ts'
import * as charts from '../operations/charts.ts'
import * as customers from '../operations/customers.ts'
import * as floorWork from '../operations/floor-work.ts'
import * as flows from '../operations/flows.ts'
import * as labor from '../operations/labor.ts'
import * as ledgerReports from '../operations/ledger-reports.ts'
import * as moreStock from '../operations/storage-reports.ts'
import * as receipts from '../operations/receipts.ts'
import * as shipments from '../operations/shipments.ts'
import { ledgerReportHandlers } from './ledger-reports.ts'

/** Summaries use the handler of their source. */
export const reportHandlers = [
  ...ledgerReportHandlers,
  ...summaryHandlers(
    [
      asOf,
      charts,
      customers,
      floorWork,
      flows,
      labor,
      ledgerReports,
      moreStock,
      receipts,
      shipments,
    ],
    [
      ...inventoryHandlers,
      ...inboundHandlers,
      ...outboundHandlers,
      ...tasksHandlers,
      ...ledgerReportHandlers,
    ],
  ),
]
