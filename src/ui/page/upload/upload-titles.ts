import type { Fields } from '#kernel/field.ts'
import {
  guessFirstRow,
  guessMapping,
  type SheetMapping,
  type SheetRow,
  type TitleAliases,
  type TitleCells,
} from '#kernel/sheet-mapping.ts'
import { applySiteText } from '#ui/base/language.ts'

/** Column titles that shops and owners commonly use, by field name or its suffix. */
const written: Readonly<Record<string, readonly string[]>> = {
  OWNER_ORDER_NO: [
    '화주전표',
    '주문번호',
    '오더번호',
    '전표번호',
    'order number',
    'order id',
    'po no',
  ],
  STOCK_CD: ['품번', '상품코드', '품목', 'sku', 'item code', 'product code', 'barcode', '바코드'],
  GOODS_YN: ['재고품'],
  STOCK_NM: ['품명', '상품명', '제품명', 'item name', 'product name', 'description'],
  SHIP_TO_CD: ['배송처코드', '거래처', '거래처코드', '납품처', 'customer code'],
  SUPPLIER_CD: ['공급처', '공급처코드', '매입처', 'vendor'],
  UNIT_PRICE: ['단가', '금액', 'price'],
  LOT_NO: ['로트', '로트번호', '배치', 'lot', 'batch'],
  VALID_DT: ['유통기한', '유효기간', '소비기한', 'expiry', 'expiry date'],
  _QTY: ['수량', '주문수량', '입고수량', '출고수량', 'qty', 'quantity', 'ea'],
  _DTM: ['일시', '주문일시', '주문일자', '주문일'],
  _AT: ['일시', '주문일시', '주문일자', '주문일'],
}

export function titleAliases(fields: Fields): TitleAliases {
  const ends = Object.entries(written).filter(([name]) => name.startsWith('_'))
  return Object.fromEntries(
    Object.entries(fields).map(([name, { label }]) => {
      const { ko, en } = applySiteText(label)
      const byEnd = ends.flatMap(([end, titles]) => (name.endsWith(end) ? titles : []))
      return [name, [ko, en, ...(written[name] ?? []), ...byEnd]]
    }),
  )
}

export const guessLetters = (fields: Fields, titles: TitleCells): SheetMapping =>
  guessMapping(fields, titles, titleAliases(fields))

export const findFirstRow = (fields: Fields, rows: readonly SheetRow[]): number =>
  guessFirstRow(fields, rows, titleAliases(fields))
