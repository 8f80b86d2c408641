import { screenGuides } from '#kernel/screen-guide.ts'

export const returnsGuides = screenGuides([
  [
    'ReturnCreate',
    '반품될 품목을 원출고, 사유와 함께 접수합니다. 위에 반품을, 아래에 품목과 수량을 입력하고 저장하세요.',
    'Registers items to be returned, with their original shipment and reason. Enter the return above, its items below, and save.',
    'Shipping',
    'ReturnArrival',
  ],
  [
    'CReturnCreateSingle',
    '창고에 반품 접수를 요청합니다. 원출고와 품목을 입력하고 저장하면 창고에서 접수하거나 반려합니다.',
    'Requests a return from the warehouse. Enter the original shipment and the items, and the warehouse accepts or rejects it.',
    '',
    'CReturnDecide',
  ],
  [
    'ReturnArrival',
    '도착한 반품을 스캔해 검품대기 재고로 받습니다. 반품번호나 운송장을 스캔한 뒤 품목을 하나씩 스캔하세요.',
    'Receives returned pieces as stock awaiting inspection. Scan the return or its waybill, then each piece.',
    'ReturnCreate',
    'ReturnInspect',
  ],
  [
    'ReturnInspect',
    '도착한 반품의 등급을 정합니다. 품목을 스캔하고 1 양품, 2 B급, 3 불량, 4 타상품 가운데 하나를 누르세요.',
    'Grades returned pieces. Scan an item, then press 1 for good, 2 for second, 3 for defective or 4 for unexpected.',
    'ReturnArrival',
    'ReturnDecide',
  ],
  [
    'ReturnDecide',
    '검품한 반품을 재입고, B급전환, 불량보관, 폐기 가운데 하나로 처분합니다. 처분과 행을 선택해 승인하세요.',
    'Decides on inspected returns: restock, convert to second grade, keep as damaged or discard. Select a disposition and rows, then approve.',
    'ReturnInspect ReturnPolicy',
    'ReturnReport',
  ],
  [
    'CReturnDecide',
    '화주 승인이 필요한 반품의 처분을 결정합니다. 처분과 행을 선택해 승인하세요.',
    'Decides on returns that need the approval of their owner. Select the disposition and rows, then approve.',
    'CReturnCreateSingle',
    'ReturnReport',
  ],
  [
    'ReturnPolicy',
    '화주, 품목그룹, 등급별로 반품의 처분을 정합니다. 품목그룹에 *를 입력하면 나머지 모든 품목에 적용됩니다.',
    'Sets the disposition of returns by owner, item group and grade. Group * applies to all other items.',
    'Owner StockGroup',
    'ReturnInspect ReturnDecide',
  ],
  [
    'ReturnReport',
    '반품을 품목과 사유별로 집계하고 등급별 수량을 표시합니다. 행을 열면 반품의 상세가 표시됩니다.',
    'Totals returns by item and reason, with their quantities by grade. Open a row for the lines of its returns.',
    'ReturnInspect ReturnDecide',
  ],
])
