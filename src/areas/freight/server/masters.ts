import sql, { join, raw, type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { masterHandlers } from '#areas/master/server/master-handlers.ts'
import { isVisibleWarehouse, type Viewer } from '#server/auth/visible-names.ts'
import type { Handler } from '#server/engine/handler.ts'
import type { Reference, RowRule } from '#server/engine/table-save.ts'
import {
  carriers,
  containers,
  countries,
  currencies,
  customsOffices,
  freightItems,
  freightWarehouses,
  hsCodes,
  packageUnits,
  ports,
  usedPhrases,
  vessels,
} from '../operations/masters.ts'
import { country, currency, customsOffice, hsCode, packageUnit, port } from '../tables/codes.ts'
import {
  carrier,
  container,
  freightItem,
  freightWarehouse,
  usedPhrase,
  vessel,
} from '../tables/transport.ts'
import { codeSearches } from './code-searches.ts'

const reference = (column: string, table: string, key = column): Reference => ({
  columns: [column],
  table,
  to: [key],
})

const nameJoins = {
  country: sql`country x1 on x1.country_cd = t.country_cd`,
  customs: sql`customs_office x2 on x2.customs_cd = t.customs_cd`,
  carrier: sql`carrier x3 on x3.carrier_cd = t.carrier_cd`,
  port: sql`port x4 on x4.port_cd = t.port_cd`,
  type: sql`container_type x5 on x5.cntr_tp = t.cntr_tp`,
} as const
const nameColumns: Readonly<Record<keyof typeof nameJoins, string>> = {
  country: 'x1.country_nm',
  customs: 'x2.customs_nm',
  carrier: 'x3.carrier_nm',
  port: 'x4.port_nm',
  type: 'x5.cntr_tp_nm',
}

function withNames(table: string, ...names: readonly (keyof typeof nameJoins)[]): Sql {
  const columns = raw(['t.*', ...names.map((name) => nameColumns[name])].join(', '))
  const joins = join(
    names.map((name) => sql`left join ${nameJoins[name]}`),
    ' ',
  )
  return sql`select ${columns} from ${raw(table)} t ${joins}`
}

const validScac: RowRule = {
  column: 'SCAC',
  where: sql`r.mode_cd = 'SEA' and length(r.scac) < 4`,
  text: label('선사의 SCAC은 영문 4자리입니다.', 'The SCAC of a sea carrier has 4 letters.'),
}

export const portCountryDiffers = label(
  '항구코드의 앞 두 자리와 국가가 다릅니다.',
  'The first two letters of the port code do not match the country.',
)

export const shedOfficeDiffers = label(
  '장치장부호의 앞 세 자리가 세관코드와 다릅니다.',
  'The first three digits do not match the customs office.',
)

/** The port's country must match the prefix of its code. */
const countryMatchesCode: RowRule = {
  column: 'COUNTRY_CD',
  where: sql`left(r.port_cd, 2) <> r.country_cd`,
  text: portCountryDiffers,
}

/** Customs shed numbers start with the number of their customs office. */
const otherCustoms: RowRule = {
  column: 'CUSTOMS_SHED_NO',
  where: sql`r.customs_shed_no is not null and r.customs_cd is not null
    and left(r.customs_shed_no, 3) <> r.customs_cd`,
  text: shedOfficeDiffers,
}

const validRateUnit: RowRule = {
  column: 'RATE_UNIT',
  where: sql`r.rate_unit not in (1, 100)`,
  text: label('고시단위는 1 또는 100입니다.', 'Rates are quoted per 1 or per 100.'),
}

/** Rejects linking or unlinking a warehouse that the user does not work in. */
const warehouseOfUser = (viewer: Viewer): RowRule => {
  const isHidden = (wcode: string) => sql`not ${isVisibleWarehouse(wcode, viewer)}`
  return {
    column: 'HOUSE_WCODE',
    where: sql`(select case when t.house_wcode is not distinct from r.house_wcode then false
        else ${isHidden('t.house_wcode')} or ${isHidden('r.house_wcode')} end
      from (select max(s.house_wcode) house_wcode from freight_warehouse s
        where s.shed_cd = r.shed_cd) t)`,
    text: label(
      '권한이 없는 창고는 지정하거나 해제할 수 없습니다. 그 창고의 담당자에게 요청하세요.',
      'You cannot link or unlink a warehouse without permission for it. Ask its staff.',
    ),
  }
}

const toCountry = reference('COUNTRY_CD', 'country')
const toCarrier = reference('CARRIER_CD', 'carrier')
const toCurrency = reference('CURRENCY_CD', 'currency')
const toCustoms = reference('CUSTOMS_CD', 'customs_office')

export const freightMasterHandlers: readonly Handler[] = [
  ...masterHandlers(country, countries, { references: [toCurrency] }),
  ...masterHandlers(currency, currencies, { rules: [validRateUnit] }),
  ...masterHandlers(customsOffice, customsOffices),
  ...masterHandlers(port, ports, {
    references: [toCountry, toCustoms],
    rules: [countryMatchesCode],
    select: withNames('port', 'country', 'customs'),
    codeSearch: codeSearches.port,
  }),
  ...masterHandlers(hsCode, hsCodes, { codeSearch: codeSearches.hsCode }),
  ...masterHandlers(packageUnit, packageUnits),
  ...masterHandlers(carrier, carriers, {
    references: [toCountry],
    rules: [validScac],
    select: withNames('carrier', 'country'),
    codeSearch: codeSearches.carrier,
  }),
  ...masterHandlers(vessel, vessels, {
    references: [toCarrier, toCountry],
    select: withNames('vessel', 'carrier', 'country'),
    codeSearch: codeSearches.vessel,
  }),
  ...masterHandlers(container, containers, {
    references: [reference('CNTR_TP', 'container_type'), toCarrier],
    select: withNames('container', 'type', 'carrier'),
  }),
  ...masterHandlers(freightItem, freightItems, { references: [toCurrency] }),
  ...masterHandlers(freightWarehouse, freightWarehouses, {
    references: [
      toCustoms,
      reference('PORT_CD', 'port'),
      reference('HOUSE_WCODE', 'warehouse', 'WCODE'),
    ],
    rules: [otherCustoms],
    reach: (call) => [warehouseOfUser(call)],
    select: withNames('freight_warehouse', 'customs', 'port'),
  }),
  ...masterHandlers(usedPhrase, usedPhrases),
]
