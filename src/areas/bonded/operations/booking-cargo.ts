import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { booking } from '#areas/freight/tables/booking.ts'
import { bondedCargo, bondedItem } from '../tables/cargo.ts'

/**
 * Creates expected cargo from a confirmed booking. The user enters the fields a booking does not
 * have. Bookings name companies but no owner, so owner-restricted users cannot create any.
 */
export const expectBooking = defineProcedure({
  name: 'bonded/expect-booking',
  title: label('부킹에서 보세화물 예정등록', 'Register expected bonded cargo from a booking'),
  menus: ['CmsMyBooking'],
  action: 'save',
  scope: 'warehouse-owner',
  bound: 'refused',
  maxRows: 1,
  input: {
    BOOKING_ID: withOptions(booking.fields.BOOKING_ID, { required: true }),
    OWNER_CD: withOptions(bondedCargo.fields.OWNER_CD, { required: true }),
    SHED_CD: bondedCargo.fields.SHED_CD,
    STOCK_CD: withOptions(bondedItem.fields.STOCK_CD, { required: true }),
    ORDER_QTY: bondedItem.fields.ORDER_QTY,
  },
})
