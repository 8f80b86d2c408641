import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { labelForms } from '#areas/inventory/operations/label-forms.ts'
import { labelPrint } from '#areas/inventory/tables/label-print.ts'

/** Labels of receipt lines: what comes is labelled before it is put away. */
export const receiptLabels = labelForms('inbound/labels', label('바코드생성', 'Labels'), {
  layout: 'STANDARD',
  party: label('공급처', 'Supplier'),
})

/** Every label that was printed, of receipts and of shipments. */
export const labelHistory = defineQuery({
  name: 'inbound/label-history',
  title: label('바코드생성 이력', 'Printed labels'),
  action: 'search',
  scope: 'warehouse-owner',
  search: labelPrint.fields,
  output: labelPrint.fields,
})
