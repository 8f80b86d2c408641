import { vary } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { shipment } from '../tables/shipment.ts'

const input = { SHIPMENT_NO: vary(shipment.fields.SHIPMENT_NO, { required: true }) }

/** Promises stock to whole shipments; a dry run answers the same and keeps nothing. */
export const allocate = defineProcedure({
  name: 'outbound/allocate',
  title: label('할당', 'Allocate'),
  menus: ['Alloc'],
  action: 'save',
  scope: 'warehouse-owner',
  input,
})

/** Takes the promises of shipments back, while nothing is picked. */
export const cancelAllocation = defineProcedure({
  name: 'outbound/cancel-allocation',
  title: label('할당취소', 'Cancel allocation'),
  menus: ['AllocCancel'],
  action: 'save',
  scope: 'warehouse-owner',
  input,
})
