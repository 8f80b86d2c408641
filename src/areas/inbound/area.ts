import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const inboundArea: Area = {
  name: 'inbound',
  title: label('입고', 'Inbound'),
  menus: [
    menuGroup('inb', label('입고', 'Inbound'), 'inb', [
      ['ReceiptCreate', 'RCR', '입고예정등록', 'Expected receipts'],
      ['ReceiptCreateSingle', 'RCS', '입고예정단건등록', 'Expected receipt, single'],
      ['ReceiptUploadExcel', 'RUE', '입고 엑셀업로드', 'Receipt upload'],
      ['ReceiptUploadExcelByOwner', 'RUEO', '화주별 입고 엑셀업로드', 'Receipt upload by owner'],
      ['ReceivingByOrder', 'RBO', '오더별 입고확정', 'Receiving by order'],
      ['BulkReceiving', 'BRV', '일괄입고', 'Bulk receiving'],
      ['PutAway', 'PUTA', '적치', 'Put-away'],
      ['CancelReceiving', 'CRV', '입고취소', 'Cancel receiving'],
      ['PrintConfirm', 'PCF', '입고확인서', 'Receipt confirmation'],
      ['GenerateBarcode', 'GBC', '바코드생성', 'Barcode generation'],
      ['GenerateBarcodeHistory', 'GBCH', '바코드생성 이력', 'Barcode generation history'],
      ['ReceiptCreateSample', 'RCRS', '샘플 입고예정등록', 'Expected sample receipts'],
      [
        'ReceiptCreateSingleSample',
        'RCSS',
        '샘플 입고예정단건등록',
        'Expected sample receipt, single',
      ],
      [
        'ReceiptModifySampleByOrder',
        'RMSO',
        '오더별 샘플 입고수정',
        'Change sample receipts by order',
      ],
      ['CReceiptCreateSingle', 'CRCS', '고객 입고요청', 'Customer receipt request'],
      [
        'CReceiptCreateSingleSample',
        'CRCSS',
        '고객 샘플 입고요청',
        'Customer sample receipt request',
      ],
      ['CReceiptManagement', 'CRM', '고객 입고요청관리', 'Customer receipt requests'],
      ['CReceiptModifySample', 'CRMS', '고객 샘플 입고수정', 'Customer sample receipt changes'],
      [
        'CReceiptModifySampleByOrder',
        'CRMSO',
        '고객 오더별 샘플 입고수정',
        'Customer sample receipt changes by order',
      ],
      ['InterfacePikl', 'IPK', 'PIKL 인터페이스', 'PIKL interface'],
      ['InterfacePiklHistory', 'IPKH', 'PIKL 인터페이스 이력', 'PIKL interface history'],
    ]),
    menuGroup('inv', label('재고', 'Inventory'), 'inv', [
      ['SerialUpload', 'ISERU', '시리얼 엑셀업로드', 'Serial upload'],
    ]),
  ],
}
