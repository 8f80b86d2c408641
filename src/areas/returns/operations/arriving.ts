import { code, quantity, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { returnHeader, returnLine } from './return-document.ts'

const common = { scope: 'warehouse-owner', action: 'save' } as const

export const scannedPiece = {
  RECEIPT_NO: withOptions(returnHeader.fields.RECEIPT_NO, { required: true }),
  CODE: code(label('스캔코드', 'Scanned code'), { required: true, maxLength: 100 }),
  QTY: quantity(label('수량', 'Quantity'), { required: true, min: -999_999, default: 1 }),
  ...pick(returnLine, ['LOT_NO', 'VALID_DT', 'SERIAL_NO']),
}

/**
 * Receives scanned pieces of a return into inspection. A negative quantity cancels the last scan of
 * the item. Lot and expiry date are those that were shipped.
 */
export const arrive = defineProcedure({
  ...common,
  name: 'returns/arrive',
  title: label('반품도착 스캔', 'Arrival scan'),
  maxRows: 1_000,
  input: scannedPiece,
})

/** Closes an arrival. Pieces that did not arrive are rejected after a confirmation. */
export const finishArrival = defineProcedure({
  ...common,
  name: 'returns/finish-arrival',
  title: label('도착완료', 'Finish arrival'),
  input: { RECEIPT_NO: scannedPiece.RECEIPT_NO },
})

/** Takes an unexpected piece into inspection, on a separate return with grade X. */
export const receiveUnexpected = defineProcedure({
  ...common,
  name: 'returns/take-foreign',
  title: label('타상품 도착', 'Register unexpected item'),
  with: [arrive],
  maxRows: 100,
  input: scannedPiece,
})
