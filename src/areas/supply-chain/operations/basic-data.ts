import { date, lookup, quantity, unsummedQuantity, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { ownerRef, shipToRef } from '#areas/master/tables/references.ts'
import { scmOrder } from '../tables/scm-order.ts'

/**
 * Initial data of a customer in one sheet: branches, partners, items and first orders,
 * distinguished by row type. Order rows with the same partner order number become one order.
 */
export const uploadBasicData = defineProcedure({
  name: 'supply-chain/upload-basic-data',
  title: label('기초자료 업로드', 'Upload basic data'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    SHEET_CD: select(label('구분', 'Kind'), 'scm-basic-data', { default: 'ITEM' }),
    OWNER_CD: ownerRef,
    CODE: text(label('코드', 'Code'), { required: true, maxLength: 30, upperCase: true }),
    NAME: text(label('이름', 'Name'), { required: true, width: 180, maxLength: 200 }),
    SHIP_TO_CD: shipToRef,
    BARCODE: text(label('바코드', 'Barcode'), { width: 120, maxLength: 50 }),
    BOX_QTY: unsummedQuantity(label('박스입수', 'Qty per box')),
    PARTNER_CD: lookup(label('지점·협력사', 'Branch or partner'), 'scm-branch-or-partner', {
      width: 110,
      maxLength: 20,
      upperCase: true,
    }),
    PARTNER_ORDER_NO: scmOrder.fields.PARTNER_ORDER_NO,
    REQUEST_DT: date(label('요청일', 'Requested date')),
    ORDER_QTY: quantity(label('요청', 'Ordered')),
  },
})
