import { shippedCheckReport } from '../operations/floor-work.ts'
import { documentReport } from './document-report.ts'

export const shippedCheckReportScreen = documentReport('ShippedCheckReport', shippedCheckReport, {
  CHECK_DT: 'today',
})
