import { label } from '#kernel/label.ts'
import { labelForms, type LabelForms } from '#areas/inventory/operations/label-forms.ts'

function shipmentLabels(name: string, layout: LabelForms['layout']): LabelForms {
  const title = label('바코드출력', 'Labels')
  return labelForms(`outbound/${name}`, title, {
    layout,
    party: label('배송처', 'Ship-to'),
  })
}

/** Labels of shipment lines in the standard layout and in those of three customers. */
export const standardLabels = shipmentLabels('labels', 'STANDARD')
export const labelsA = shipmentLabels('labels-a', 'A')
export const labelsB = shipmentLabels('labels-b', 'B')
export const labelsC = shipmentLabels('labels-c', 'C')
