import {
  code,
  date,
  dateTime,
  integer,
  cubicMetres,
  quantity,
  select,
  text,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import {
  cellRef,
  lotNo,
  ownerRef,
  receivedDate,
  stockNameRef,
  stockRef,
  validDate,
} from '#areas/master/tables/references.ts'

const place = (ko: string, en: string) => select(label(ko, en), 'place', { width: 80 })

/** An immutable ledger entry: quantity, source, destination and document. */
export const stockMovement = defineTable({
  name: 'stock_movement',
  title: label('재고이력', 'Stock movement'),
  key: ['MOVEMENT_NO'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    MOVEMENT_NO: integer(label('수불번호', 'Movement no.'), { width: 90 }),
    POSTED_AT: dateTime(label('기록일시', 'Posted at')),
    BUSINESS_DT: date(label('수불일자', 'Posting date')),
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    OWNER_CD: ownerRef,
    STOCK_CD: stockRef,
    STOCK_NM: stockNameRef,
    MOVEMENT_CD: select(label('구분', 'Type'), 'movement', { width: 70 }),
    DOC_NO: code(label('전표번호', 'Document no.'), { width: 150 }),
    DOC_LINE: integer(label('행', 'Line'), { width: 50 }),
    LOT_NO: lotNo,
    VALID_DT: validDate,
    RECEIVED_DT: receivedDate,
    FROM_PLACE_CD: place('출발', 'From'),
    FROM_CELL_CD: { ...cellRef, label: label('출발셀', 'From cell') },
    FROM_PALLET_NO: code(label('출발 파렛트', 'From pallet'), { width: 100 }),
    TO_PLACE_CD: place('도착', 'To'),
    TO_CELL_CD: { ...cellRef, label: label('도착셀', 'To cell') },
    TO_PALLET_NO: code(label('도착 파렛트', 'To pallet'), { width: 100 }),
    QTY: quantity(label('수량', 'Quantity')),
    CBM: cubicMetres(label('CBM', 'CBM')),
    REASON: text(label('사유', 'Reason'), { width: 140 }),
    REVERSES_NO: integer(label('취소 대상 번호', 'Reversed movement no.'), { width: 90 }),
    USER_ID: text(label('작업자', 'User'), { width: 90 }),
  },
})
