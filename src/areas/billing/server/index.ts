import { inventoryHandlers } from '#areas/inventory/server/index.ts'
import type { Handler } from '#server/engine/handler.ts'
import { summaryHandlers } from '#server/engine/summary.ts'
import * as flows from '../operations/flows.ts'
import * as realWork from '../operations/actual-work.ts'
import { chargeHandlers } from './charges.ts'
import { correctionHandlers } from './corrections.ts'
import { docPeriodHandlers } from './doc-periods.ts'
import { freightInvoiceHandlers } from './freight-invoices.ts'
import { invoiceHandlers } from './invoices.ts'
import { monthHandlers } from './months.ts'
import { statementHandlers } from './papers.ts'
import { cancelPaymentHandlers } from './cancel-payments.ts'
import { matchPaymentHandlers } from './match-payments.ts'
import { paymentHandlers } from './payments.ts'
import { refundHandlers } from './refunds.ts'
import { realWorkHandlers } from './actual-work.ts'
import { storedItemHandlers } from './stored-items.ts'
import { taxPaperHandlers } from './tax-papers.ts'
import { trialHandlers } from './trials.ts'
import { undoIssueHandlers } from './undo-issue.ts'

export const billingHandlers: readonly Handler[] = [
  ...realWorkHandlers,
  ...storedItemHandlers,
  ...summaryHandlers(
    [flows, realWork],
    [...inventoryHandlers, ...realWorkHandlers, ...storedItemHandlers],
  ),
  ...chargeHandlers,
  ...monthHandlers,
  ...docPeriodHandlers,
  ...invoiceHandlers,
  ...freightInvoiceHandlers,
  ...undoIssueHandlers,
  ...correctionHandlers,
  ...statementHandlers,
  ...taxPaperHandlers,
  ...paymentHandlers,
  ...matchPaymentHandlers,
  ...cancelPaymentHandlers,
  ...refundHandlers,
  ...trialHandlers,
]
