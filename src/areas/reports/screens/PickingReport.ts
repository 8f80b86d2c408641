import { pickingReport } from '../operations/floor-work.ts'
import { documentReport } from './document-report.ts'

export const pickingReportScreen = documentReport('PickingReport', pickingReport, {
  PICK_DT: 'today',
})
