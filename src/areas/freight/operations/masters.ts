import { masterOperations } from '#kernel/master-operations.ts'
import { country, currency, customsOffice, hsCode, packageUnit, port } from '../tables/codes.ts'
import {
  carrierNameRef,
  containerTypeNameRef,
  countryNameRef,
  customsNameRef,
  portNameRef,
} from '../tables/references.ts'
import {
  carrier,
  container,
  exchangeRate,
  freightItem,
  freightWarehouse,
  usedPhrase,
  vessel,
} from '../tables/transport.ts'

const withCombinedSearch = { hasCombinedSearch: true } as const
const withCountry = { COUNTRY_NM: countryNameRef }
const withCarrier = { CARRIER_NM: carrierNameRef }
const withCustoms = { CUSTOMS_NM: customsNameRef }

export const countries = masterOperations('freight', 'country', country)
export const currencies = masterOperations('freight', 'currency', currency)
export const customsOffices = masterOperations('freight', 'customs-office', customsOffice)
export const ports = masterOperations(
  'freight',
  'port',
  port,
  { ...withCountry, ...withCustoms },
  withCombinedSearch,
)
export const hsCodes = masterOperations('freight', 'hs-code', hsCode, {}, withCombinedSearch)
export const packageUnits = masterOperations('freight', 'package-unit', packageUnit)
export const carriers = masterOperations(
  'freight',
  'carrier',
  carrier,
  withCountry,
  withCombinedSearch,
)
export const vessels = masterOperations(
  'freight',
  'vessel',
  vessel,
  { ...withCarrier, ...withCountry },
  withCombinedSearch,
)
export const containers = masterOperations('freight', 'container', container, {
  CNTR_TP_NM: containerTypeNameRef,
  ...withCarrier,
})
export const freightItems = masterOperations('freight', 'freight-item', freightItem)
export const freightWarehouses = masterOperations('freight', 'warehouse', freightWarehouse, {
  ...withCustoms,
  PORT_NM: portNameRef,
})
export const exchangeRates = masterOperations('freight', 'exchange-rate', exchangeRate)
export const usedPhrases = masterOperations('freight', 'phrase', usedPhrase)
