import type { Handler } from '#server/engine/handler.ts'
import type { RowRule } from '#server/engine/table-save.ts'
import { billHandlers } from './bill-steps.ts'
import { bookingHandlers } from './bookings.ts'
import { customerHandlers } from './customers.ts'
import { freightChargeHandlers } from './freight-charges.ts'
import { exchangeRateHandlers } from './exchange-rates.ts'
import { freightMasterHandlers } from './masters.ts'
import { priceHandlers } from './prices.ts'
import { whereUsedHandler } from './where-used.ts'

export const freightHandlers = (chargeRules: readonly RowRule[]): readonly Handler[] => [
  ...freightMasterHandlers,
  ...exchangeRateHandlers,
  ...customerHandlers,
  ...bookingHandlers,
  ...billHandlers,
  ...freightChargeHandlers,
  ...priceHandlers(chargeRules),
  whereUsedHandler,
]
