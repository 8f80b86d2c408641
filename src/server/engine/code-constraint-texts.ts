import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { ConstraintText } from './constraint-text.ts'

const kinds = new Map([
  ['ITEM', label('품목코드', 'item code')],
  ['BARCODE', label('바코드', 'barcode')],
  ['UNIT', label('단위바코드', 'unit barcode')],
  ['ALT', label('대체코드', 'alternative code')],
])

/** Splits a detail such as `BARCODE A-100` at its first space. */
function splitDetail(detail: string): [string, string] {
  const index = detail.indexOf(' ')
  return [detail.slice(0, index), detail.slice(index + 1)]
}

/** Messages for codes of items and cartons that are already in use elsewhere. */
export const codeConstraintTexts: Readonly<Record<string, ConstraintText>> = {
  stock_code_once: {
    text: label('다른 품목에서 사용 중인 코드입니다.', 'This code belongs to another item.'),
    describe: (detail) => {
      const [kind, item] = splitDetail(detail)
      const { ko, en } = kinds.get(kind) ?? label('코드', 'code')
      return label(
        `품목 ${item}의 ${ko}로 사용 중인 코드입니다.`,
        `This code is already the ${en} of item ${item}.`,
      )
    },
  },
  shipment_carton_once: {
    text: label(
      '다른 출고에서 사용 중인 박스번호입니다.',
      'This box number belongs to another shipment.',
    ),
    describe: (detail) => {
      const [box, shipment] = splitDetail(detail)
      return label(
        `박스번호 ${box}: 출고 ${shipment}에서 사용 중입니다.`,
        `Box number ${box} is already used by shipment ${shipment}.`,
      )
    },
    conflicting: (detail) =>
      sql`select wcode, owner_cd from shipment where shipment_no = ${splitDetail(detail)[1]}`,
  },
}
