import { text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { shipment } from '../tables/shipment.ts'

/** Lets expired stock of a shipment pass its next steps. Granted with the hold rules on lots. */
export const permitExpired = defineProcedure({
  name: 'outbound/permit-expired',
  title: label('유통기한 경과·부족 출고 허용', 'Permit shipping of expired or short-dated stock'),
  menus: ['LotHold'],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    SHIPMENT_NO: withOptions(shipment.fields.SHIPMENT_NO, { required: true }),
    PERMIT_REASON: text(label('허용사유', 'Reason'), {
      required: true,
      width: 160,
      maxLength: 200,
    }),
  },
})
