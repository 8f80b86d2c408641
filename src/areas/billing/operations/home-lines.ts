import { defineHomeLines } from '#kernel/home.ts'
import { label } from '#kernel/label.ts'
import { invoiceStepFrom } from '../rules/billing-status.ts'
import { unbilledWorkQuery } from './charges.ts'
import { approveCorrection, docPeriods } from './doc-periods.ts'
import { answerObjection, invoices } from './invoices.ts'

export const billingHomeLines = defineHomeLines([
  {
    id: 'billing/unbilled',
    title: label('미청구 작업', 'Unbilled work'),
    counts: { of: unbilledWorkQuery },
    opens: 'UnbilledWork',
    tone: 'warn',
    isWatch: true,
  },
  {
    id: 'billing/to-issue',
    title: label('발행할 청구서', 'Invoices to issue'),
    counts: { of: invoices, search: { STATE_CD: invoiceStepFrom.issue.join(',') } },
    opens: 'Invoice',
  },
  {
    id: 'billing/objections',
    title: label('답변할 청구서 이의', 'Invoices with open objections'),
    counts: { of: invoices, search: { OBJECTION_COUNT: '>0' } },
    procedure: answerObjection,
    opens: 'Invoice',
    tone: 'warn',
  },
  {
    id: 'billing/corrections-to-approve',
    title: label('마감 정정 승인', 'Owners with corrections to approve'),
    counts: { of: docPeriods, search: { REQUEST_COUNT: '>0' } },
    procedure: approveCorrection,
    opens: 'DocPeriod',
    tone: 'warn',
  },
])
