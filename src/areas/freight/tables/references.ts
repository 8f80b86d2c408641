import { lookup, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { containerType, containerTypeError } from '../rules/container-type.ts'

export const countryRef = lookup(label('국가', 'Country'), 'country', {
  width: 70,
  fills: { COUNTRY_NM: 'NAME' },
})
export const countryNameRef = text(label('국가명', 'Country name'), { width: 120 })
export const currencyRef = lookup(label('통화', 'Currency'), 'currency', { width: 70 })
export const customsRef = lookup(label('세관', 'Customs office'), 'customs-office', {
  width: 70,
  fills: { CUSTOMS_NM: 'NAME' },
})
export const customsNameRef = text(label('세관명', 'Customs office name'), { width: 150 })
export const portRef = lookup(label('항구', 'Port'), 'port', {
  width: 90,
  fills: { PORT_NM: 'NAME' },
})
export const portNameRef = text(label('항구명', 'Port name'), { width: 130 })
export const carrierRef = lookup(label('운송사', 'Carrier'), 'carrier', {
  width: 90,
  fills: { CARRIER_NM: 'NAME' },
})
export const carrierNameRef = text(label('운송사명', 'Carrier name'), { width: 150 })
/** ISO 6346 size-type. Shows its meaning while typing. */
export const containerTypeRef = lookup(label('규격', 'Size-type'), 'container-type', {
  width: 80,
  maxLength: 4,
  fills: { CNTR_TP_NM: 'NAME' },
  check: containerTypeError,
  describeCode: (code) => containerType(code)?.name,
})
export const containerTypeNameRef = text(label('규격 뜻', 'Meaning'), { width: 150 })
