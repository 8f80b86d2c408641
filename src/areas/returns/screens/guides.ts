import { screenGuides } from '#kernel/screen-guide.ts'

export const returnsGuides = screenGuides([
  [
    'ReturnCreate',
    '돌아올 반품을 원출고와 함께 접수합니다. 원출고를 입력하면 남은 수량 안에서만 접수됩니다.',
    'Registers returns against their original shipment. Enter the shipment; only what is left of it can be requested.',
    'ShipmentReport',
    'ReturnArrival',
  ],
  [
    'CReturnCreateSingle',
    '화주가 직접 반품을 요청합니다. 물류센터가 접수하면 도착을 기다리는 반품이 됩니다.',
    'Lets an owner request a return. It is expected once the warehouse accepts it.',
    'CShipmentReport',
    'CReturnDecide',
  ],
  [
    'ReturnArrival',
    '도착한 반품을 스캔해 검품대기로 받습니다. 반품번호나 운송장을 스캔한 뒤 낱개를 스캔하세요.',
    'Takes arriving returns into inspection by scanning. Scan the return or a waybill, then each piece.',
    'ReturnCreate',
    'ReturnInspect',
  ],
  [
    'ReturnInspect',
    '도착한 반품의 등급을 정합니다. 품목을 스캔하고 1에서 4까지의 숫자로 등급을 누르세요.',
    'Grades returned pieces. Scan an item, then press 1 to 4 for its grade.',
    'ReturnArrival',
    'ReturnDecide',
  ],
  [
    'ReturnDecide',
    '검품한 반품의 처분을 정하고 재고로 옮깁니다. 화주 승인이 필요한 행은 화주가 정할 때까지 기다립니다.',
    'Decides what becomes of graded pieces and moves their stock. Lines that need the owner wait for their decision.',
    'ReturnInspect ReturnPolicy',
    'ReturnReport InventoryByLot',
  ],
  [
    'CReturnDecide',
    '화주가 자기 반품의 처분을 승인합니다. 등급과 제안을 확인하고 저장하세요.',
    'Lets an owner approve what becomes of returned stock. Check grades and proposals, then save.',
    'CReturnCreateSingle',
    'CInventoryByLot',
  ],
  [
    'ReturnPolicy',
    '화주, 품목그룹, 등급마다 반품의 처분을 정합니다. 화주 승인과 반품기한도 여기에서 정합니다.',
    'Sets what becomes of returns per owner, item group and grade. Owner approval and time limits are set here too.',
    'Owner StockGroup',
    'ReturnInspect',
  ],
])
