import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { labelForms } from '#areas/inventory/operations/label-forms.ts'
import { labelPrint } from '#areas/inventory/tables/label-print.ts'

export const receiptLabels = labelForms('inbound/labels', label('바코드생성', 'Labels'), {
  layout: 'STANDARD',
  party: label('공급처', 'Supplier'),
})

export const labelHistory = defineQuery({
  name: 'inbound/label-history',
  title: label('바코드생성 이력', 'Printed labels'),
  action: 'search',
  scope: 'warehouse-owner',
  search: labelPrint.fields,
  output: labelPrint.fields,
})
