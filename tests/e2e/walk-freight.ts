import { containerCheckDigit } from '#areas/freight/rules/container-number.ts'
import { loadReferenceData } from '#areas/freight/server/load-reference-data.ts'
import { toRows } from '#tests/support/floor.ts'
import type { WalkArguments, Prepare, WalkFloor } from './walk-floor.ts'

export async function createCodes(floor: WalkFloor): Promise<WalkArguments> {
  await loadReferenceData(floor.db)
  const count = floor.next()
  const letter = String.fromCharCode(65 + (count % 26))
  const number = String(count % 100).padStart(2, '0')
  const serial = `WALU0000${number}`
  return {
    NEW_COUNTRY_CD: `X${letter}`,
    NEW_CURRENCY_CD: `QX${letter}`,
    NEW_CUSTOMS_CD: `9${number}`,
    NEW_PORT_CD: `KRZ${letter}Z`,
    NEW_HS_CD: `99${number}`,
    NEW_PACKAGE_CD: `W${number}`,
    NEW_CNTR_NO: `${serial}${containerCheckDigit(serial)}`,
    NEW_FREIGHT_CD: `W${number}`,
    NEW_RATE_DT: '20261101',
  }
}

export async function createBooking(floor: WalkFloor): Promise<WalkArguments> {
  const found = await createCodes(floor)
  await floor.db.script(`
    insert into carrier (carrier_cd, carrier_nm) values ('HMM', 'HMM') on conflict do nothing`)
  const BOOKING_ID = await floor.saved(
    'freight/save-booking',
    toRows({ CARRIER_CD: 'HMM', POL_CD: 'KRPUS', POD_CD: 'USLAX' }, []),
    'BOOKING_ID',
  )
  return { ...found, BOOKING_ID }
}

export const freightPreparations: Readonly<Record<string, Prepare>> = {
  'freight/save-booking': (floor) => createBooking(floor),
  'freight/save-charge': async (floor) => {
    const found = await createBooking(floor)
    await floor.db.script(`
      insert into freight_item (freight_cd, freight_nm) values ('WALK', 'WALK') on conflict do nothing;
      insert into customer (customer_cd, customer_nm) values ('WALK', 'WALK') on conflict do nothing`)
    const payer = { PAYER_CD: 'WALK', NEW_PAYER_CD: 'WALK', CURRENCY_CD: 'KRW' }
    return { ...found, ...payer, NEW_BOOKING_ID: found['BOOKING_ID'] ?? '', FREIGHT_CD: 'WALK' }
  },
  'freight/save-bill': async (floor) => {
    const found = await createBooking(floor)
    return { ...found, NEW_BOOKING_ID: found['BOOKING_ID'] ?? '' }
  },
  'freight/save-carrier-site': async (floor) => ({
    ...(await createBooking(floor)),
    NEW_URL: 'https://example.com/{bookingNo}',
  }),
  // The newest of the user's own sessions is first in the list, so the walk ends that session.
  'freight/end-my-sessions': async (floor) => {
    await floor.db.script(`
      insert into session (token_hash, user_id, created_at, seen_at)
      select md5(random()::text), 'admin', now() + interval '1 second', now()`)
    return {}
  },
  'freight/customer-search': async (floor) => {
    const CUSTOMER_NM = 'Hanbit Electronics'
    await floor.saved('freight/save-customer', toRows({ CUSTOMER_NM }, []), 'CUSTOMER_CD')
    return {}
  },
}
