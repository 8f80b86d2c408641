import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const freightArea: Area = {
  name: 'freight',
  title: label('국제물류', 'Freight'),
  menus: [
    {
      id: 'mdm',
      title: label('국제물류', 'Freight'),
      entries: [],
      groups: [
        menuGroup('mdm-code', label('코드', 'Codes'), 'mdm/code', [
          ['MdmCarrierMgt', 'MCAR', '선사·항공사관리', 'Carriers'],
          ['MdmVesselMgt', 'MVSL', '선박관리', 'Vessels'],
          ['MdmPortMgt', 'MPRT', '항구·공항관리', 'Ports'],
          ['MdmContainerMgt', 'MCNT', '컨테이너관리', 'Containers'],
          ['MdmCountryMgt', 'MCTY', '국가관리', 'Countries'],
          ['MdmCurrencyMgt', 'MCUR', '통화관리', 'Currencies'],
          ['MdmExchangeRateMgt', 'MEXR', '환율관리', 'Exchange rates'],
          ['MdmCustomsMgt', 'MCSM', '세관관리', 'Customs offices'],
          ['MdmHsCodeMgt', 'MHSC', 'HS코드관리', 'HS codes'],
          ['MdmFreightMgt', 'MFRT', '운임항목관리', 'Freight items'],
          ['MdmPackageUnitMgt', 'MPKU', '포장단위관리', 'Package units'],
          ['MdmWarehouseMgt', 'MWHS', '창고관리', 'Warehouses'],
          ['MdmUsedPhraseMgt', 'MUPH', '상용구관리', 'Frequently used phrases'],
        ]),
        menuGroup('mdm-customer', label('거래처', 'Customers'), 'mdm/customer', [
          ['MdmCustomerMgt', 'MCST', '거래처관리', 'Customers'],
          ['MdmCustomerSearch', 'MCSS', '거래처 조회', 'Customer search'],
        ]),
        menuGroup('mdm-organization', label('조직', 'Organization'), 'mdm/organization', [
          ['MdmCorpMgt', 'MCRP', '법인관리', 'Corporations'],
          ['MdmOrganizationMgt', 'MORG', '조직관리', 'Organizations'],
        ]),
        menuGroup('mdm-other', label('단가', 'Pricing'), 'mdm/other', [
          ['MdmPricingMgt', 'MPRC', '단가관리', 'Pricing'],
          ['MdmVatRateMgt', 'MVAT', '부가세율관리', 'VAT rates'],
        ]),
        menuGroup('booking', label('부킹', 'Booking'), 'cms/member', [
          ['CmsMyBooking', 'CMMB', '나의 부킹', 'My bookings'],
          ['CmsBill', 'CMBL', '부킹 B/L·AWB', 'Bills of a booking'],
          ['CmsFreightCharge', 'CMFC', '부킹 운임', 'Charges of a booking'],
          ['CmsBookingProfit', 'CMBP', '부킹별 손익', 'Profit per booking'],
          ['CmsCarrierSiteMgt', 'CMCS', '선사 사이트관리', 'Carrier sites'],
          ['CmsMyPage', 'CMMP', '마이페이지', 'My page'],
        ]),
      ],
    },
  ],
  popups: [
    menuGroup('mdm-pop', label('국제물류 팝업', 'Freight popups'), 'mdm/popup', [
      ['mdmCustomerCdPopup', 'PMCC', '거래처코드 찾기', 'Customer code lookup'],
    ]),
  ],
}
