import type { SpecRow } from './row.ts'

/**
 * Sentences that introduce others, or state that something is not shown. No test can cover them.
 */
const sentences: readonly (readonly [section: string, sentence: string])[] = [
  [
    '',
    'The product is a menu-driven, grid-based business web application for logistics and warehouse operators, with freight-forwarding features.',
  ],
  [
    '',
    'It covers inbound, outbound, inventory, bonded goods, billing and reports, supply chain, master data and system administration.',
  ],
  [
    '',
    'This document covers the whole product: screens, data, rules, calls, errors and constants.',
  ],
  ['1', 'This is inferred and not stated outright.'],
  ['2 Route table', 'The full list is not shown.'],
  ['3', 'File export or download parameters are opaque (not shown).'],
  ['3', 'Master-data and transaction entity fields are not shown.'],
  ['4', 'No business statuses are shown.'],
  ['5', 'Other business validation is not shown.'],
  ['6', 'Role names are not shown.'],
  ['7', 'Server behaviour is not shown.'],
  ['7', 'Call | Payload | Notes'],
  ['8', 'Server error codes and messages are not shown.'],
]

export const untestable: readonly SpecRow[] = sentences.map(([section, sentence]) => ({
  section,
  sentence,
  tests: [],
  isSilent: true,
}))
