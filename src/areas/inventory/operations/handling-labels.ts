import { withOptions, type Field } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut } from '#kernel/operation.ts'
import { stockBalance } from '../tables/stock-balance.ts'

const requiredField = (field: Field) => withOptions(field, { required: true })

export const palletLabels = definePrintOut({
  name: 'inventory/pallet-labels',
  title: label('파렛트 라벨', 'Pallet labels'),
  action: 'print',
  scope: 'warehouse-owner',
  input: { PALLET_NO: requiredField(stockBalance.fields.PALLET_NO) },
})

export const boxLabels = definePrintOut({
  name: 'inventory/box-labels',
  title: label('박스 라벨', 'Box labels'),
  action: 'print',
  scope: 'warehouse-owner',
  input: { BOX_NO: requiredField(stockBalance.fields.BOX_NO) },
})
