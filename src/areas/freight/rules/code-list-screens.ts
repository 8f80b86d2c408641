interface CodeList {
  readonly list: string
  readonly key: string
}

export const codeListScreens: Readonly<Record<string, CodeList>> = {
  MdmCarrierMgt: { list: 'carrier', key: 'CARRIER_CD' },
  MdmVesselMgt: { list: 'vessel', key: 'VESSEL_CD' },
  MdmPortMgt: { list: 'port', key: 'PORT_CD' },
  MdmCountryMgt: { list: 'country', key: 'COUNTRY_CD' },
  MdmCurrencyMgt: { list: 'currency', key: 'CURRENCY_CD' },
  MdmCustomsMgt: { list: 'customs_office', key: 'CUSTOMS_CD' },
  MdmHsCodeMgt: { list: 'hs_code', key: 'HS_CD' },
  MdmFreightMgt: { list: 'freight_item', key: 'FREIGHT_CD' },
  MdmPackageUnitMgt: { list: 'package_unit', key: 'PACKAGE_CD' },
  MdmWarehouseMgt: { list: 'freight_warehouse', key: 'SHED_CD' },
}
