import { label, type CodeLists, type Label } from '#kernel/label.ts'
import { returnStatus, type ReturnStatus } from './return-status.ts'

export const returnsCodeLists = {
  'return-state': {
    [returnStatus.requested]: label('요청', 'Requested'),
    [returnStatus.open]: label('접수', 'Registered'),
    [returnStatus.partlyArrived]: label('부분도착', 'Partly arrived'),
    [returnStatus.arrived]: label('도착', 'Arrived'),
    [returnStatus.inspected]: label('검품완료', 'Inspected'),
    [returnStatus.awaitsOwner]: label('승인대기', 'Awaiting approval'),
    [returnStatus.disposed]: label('처분완료', 'Disposition done'),
    [returnStatus.rejected]: label('반려', 'Rejected'),
    [returnStatus.cancelled]: label('취소', 'Cancelled'),
  } satisfies Readonly<Record<ReturnStatus, Label>>,
  'return-kind': {
    RETURN: label('반품', 'Return'),
    EXCHANGE: label('교환', 'Exchange'),
    REFUSED: label('수취거부', 'Delivery refused'),
    REPAIR: label('수리', 'Repair'),
    BLIND: label('미확인', 'Unidentified'),
  },
  'return-grade': {
    A: label('A 양품', 'A good'),
    B: label('B B급', 'B second'),
    C: label('C 불량', 'C defective'),
    X: label('X 타상품', 'X unexpected'),
  },
  'return-disposition': {
    RESTOCK: label('재입고', 'Restock'),
    SECOND: label('B급전환', 'Convert to second grade'),
    DAMAGED: label('불량보관', 'Keep as damaged'),
    SCRAP: label('폐기', 'Discard'),
  },
  'return-reason': {
    CHANGED_MIND: label('단순변심', 'Changed mind'),
    DAMAGED: label('파손', 'Damaged'),
    DEFECT: label('불량', 'Defective'),
    WRONG_ITEM: label('오배송', 'Wrong item'),
    LATE: label('배송지연', 'Late delivery'),
    OTHER: label('기타', 'Other'),
  },
  'freight-payer': {
    OWNER: label('화주', 'Owner'),
    BUYER: label('구매자', 'Buyer'),
    SITE: label('창고', 'Warehouse'),
  },
} as const satisfies CodeLists
