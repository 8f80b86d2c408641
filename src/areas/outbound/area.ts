import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const outboundArea: Area = {
  name: 'outbound',
  title: label('출고', 'Outbound'),
  menus: [
    menuGroup('out', label('출고', 'Outbound'), 'out', [
      ['ShipmentCreate', 'SCR', '출고등록', 'Shipments'],
      ['ShipmentCreateSingle', 'SCS', '출고단건등록', 'Shipment, single'],
      ['ShipmentUploadExcel', 'SUE', '출고 엑셀업로드', 'Shipment upload'],
      ['ShipmentUploadExcelByOwner', 'SUEO', '화주별 출고 엑셀업로드', 'Shipment upload by owner'],
      ['Alloc', 'ALC', '할당', 'Allocation'],
      ['AllocCancel', 'ALCC', '할당취소', 'Cancel allocation'],
      ['PickingList', 'PKL', '피킹리스트', 'Picking list'],
      ['PickingListByStock', 'PKLS', '품목별 피킹리스트', 'Picking list by item'],
      ['PickingListVTS', 'PKLV', 'VTS 피킹리스트', 'Picking list, VTS layout'],
      ['Picking', 'PCK', '피킹', 'Picking'],
      ['PickingCancel', 'PCKC', '피킹취소', 'Cancel picking'],
      ['ShippedCheck', 'SCK', '출하검수', 'Shipping check'],
      ['Shipping', 'SHP', '출하확정', 'Shipping'],
      ['ShippingCancel', 'SHPC', '출하확정취소', 'Cancel shipping'],
      ['ShipmentMatching', 'SMT', '출고매칭', 'Serial and box matching'],
      ['PrintOutboundBill', 'POB', '출고명세서', 'Delivery note'],
      ['PrintBarcode', 'PBC', '바코드출력', 'Barcode labels'],
      ['PrintBarcodeA', 'PBCA', '고객A 바코드출력', 'Barcode labels, customer A'],
      ['PrintBarcodeB', 'PBCB', '고객B 바코드출력', 'Barcode labels, customer B'],
      ['PrintBarcodeC', 'PBCC', '고객C 바코드출력', 'Barcode labels, customer C'],
      ['ShipmentCreateSample', 'SCRS', '샘플 출고등록', 'Sample shipments'],
      ['ShipmentCreateSingleSample', 'SCSS', '샘플 출고단건등록', 'Sample shipment, single'],
      ['ShipmentModifySample', 'SMS', '샘플 출고수정', 'Change sample shipments'],
      ['CShipmentCreateSingle', 'CSCS', '고객 출고요청', 'Customer shipment request'],
      [
        'CShipmentCreateSingleSample',
        'CSCSS',
        '고객 샘플 출고요청',
        'Customer sample shipment request',
      ],
      ['CShipmentManagement', 'CSM', '고객 출고요청관리', 'Customer shipment requests'],
      ['CShipmentModifySample', 'CSMS', '고객 샘플 출고수정', 'Customer sample shipment changes'],
      [
        'CPrintOutboundBillSample',
        'CPOBS',
        '고객 샘플 출고명세서',
        'Customer sample delivery note',
      ],
      ['OutInterfacePikl', 'OIPK', 'PIKL 출고', 'PIKL shipments'],
      ['OutInterfacePiklHistory', 'OIPKH', 'PIKL 출고 이력', 'PIKL shipment history'],
      ['PackingInterfacePikl', 'PIPK', 'PIKL 포장', 'PIKL packing'],
    ]),
  ],
  popups: [
    menuGroup('out-pop', label('출고 팝업', 'Outbound popups'), 'pop', [
      ['OutAttachFilePopup', 'POATF', '출고 첨부파일', 'Shipment attachments'],
    ]),
  ],
}
