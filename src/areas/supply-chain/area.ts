import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const supplyChainArea: Area = {
  name: 'supply-chain',
  title: label('공급망', 'Supply chain'),
  menus: [
    menuGroup('scm', label('공급망', 'Supply chain'), 'scm', [
      ['ReceiptOrderMgt', 'ROM', '입고오더관리', 'Receipt orders'],
      ['ShipmentOrderMgtIntegrated', 'SOMI', '통합 출고오더관리', 'All shipment orders'],
      ['ShipmentOrderMgtBranch', 'SOMB', '지점별 출고오더관리', 'Shipment orders by branch'],
      ['ShipmentOrderMgtPartner', 'SOMP', '협력사별 출고오더관리', 'Shipment orders by partner'],
      ['ShipmentOrderMgtVatech', 'SOMV', 'VATECH 출고오더관리', 'Shipment orders, VATECH layout'],
      ['ScmPartner', 'SPTN', '협력사관리', 'Partners'],
      ['ScmChangeIndate', 'SCID', '입고일 일괄변경', 'Change receipt dates'],
      ['ScmChangeOutdate', 'SCOD', '출고일 일괄변경', 'Change shipment dates'],
      ['ScmLongTerm', 'SLT', '장기재고', 'Long-stored stock'],
      ['ScmVatech', 'SVT', 'VATECH 오더현황', 'VATECH orders'],
      ['SummaryBox', 'SBX', '박스 집계', 'Box summary'],
      ['SummarySerial', 'SSR', '시리얼 집계', 'Serial summary'],
      ['UploadBasicData', 'UBD', '기초자료 업로드', 'Basic data upload'],
    ]),
  ],
  popups: [
    menuGroup('scm-pop', label('공급망 팝업', 'Supply chain popups'), 'pop', [
      ['ScmInputPopup', 'PSIN', '공급망 오더 입력', 'Supply chain order entry'],
      ['ScmReceiptPopup', 'PSRC', '공급망 입고 연결', 'Supply chain receipt'],
      ['ScmShipmentPopup', 'PSSH', '공급망 출고 연결', 'Supply chain shipment'],
    ]),
  ],
}
