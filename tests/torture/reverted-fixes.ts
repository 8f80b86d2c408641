/** A past fix, the edit that reverts only that fix, and the tests that must fail. */
export interface RevertedFix {
  readonly name: string
  readonly commit: string
  readonly file: string
  /** Must occur exactly once in `file`. */
  readonly find: string
  readonly replace: string
  readonly project: 'fast' | 'page' | 'postgres' | 'browser'
  /** Files of the short suite. */
  readonly tests: readonly string[]
}

const onThePage: readonly RevertedFix[] = [
  {
    name: 'two devices that type at once make no code',
    commit: 'fb85c31a',
    file: 'src/ui/scanner/wedge-detector.ts',
    find: 'return isCrossed && !this.#rollsOver',
    replace: 'return false',
    project: 'page',
    tests: ['tests/ui/scanner/two-scanners.test.ts'],
  },
  {
    name: 'a late echo of a composed key does not run its command again',
    commit: '8694f389',
    file: 'src/ui/keys/composed-keys.ts',
    find: 'if (acted?.press.chord !== chord ||',
    replace: "if (acted?.press.chord !== 'Escape' ||",
    project: 'page',
    tests: ['tests/ui/keyboard/composed-keys.test.ts'],
  },
  {
    name: 'a scanned barcode never becomes a quantity',
    commit: '3d64ec0c',
    file: 'src/ui/scanner/codes/field-text.ts',
    find: 'return quantityDigits.test(text) ? text : undefined',
    replace: 'return text',
    project: 'page',
    tests: ['tests/ui/scanner/field-text.test.ts'],
  },
  {
    name: 'a save pressed right after a scan waits for it, and is dropped if the scan is refused',
    commit: '0c9a4dc5',
    file: 'src/ui/page/tools/page-handle.ts',
    find: `return this.act()
    if (scanTypeAhead.isWaiting() && !(await scanTypeAhead.taken())) return false`,
    replace: 'return this.act()',
    project: 'page',
    tests: ['tests/ui/pages/save-after-scan.test.ts'],
  },
  {
    name: 'Ctrl+K pressed while an Enter of the command line waits is not lost',
    commit: '27bbb1b1',
    file: 'src/ui/keys/dispatch/keyboard.ts',
    find: '!scanTypeAhead.isWaiting() && !shellState.paletteOpen',
    replace: '!scanTypeAhead.isWaiting()',
    project: 'page',
    tests: ['tests/ui/keyboard/keys-behind-choice.test.ts'],
  },
  {
    name: 'after a reload scans wait until their station is restored',
    commit: 'd719e31f',
    file: 'src/ui/scanner/scanner.ts',
    find: 'return isStarting || isRestoring(activeTab().key) || network.renewing > 0',
    replace: 'return isStarting || network.renewing > 0',
    project: 'page',
    tests: ['tests/ui/scanner/scan-after-reload.test.ts'],
  },
  {
    name: 'an attached file belongs to the owner of the row it was chosen for',
    commit: 'fdeaf955',
    file: 'src/ui/page/tools/page-files.ts',
    find: 'await storeFile(file, meant)',
    replace: 'await storeFile(file, grid.row(row))',
    project: 'page',
    tests: ['tests/ui/pages/row-file.test.ts'],
  },
  {
    name: 'the quantity shown before stock is moved is an exact sum',
    commit: '298ad960',
    file: 'src/areas/inventory/operations/row-verbs.ts',
    find: 'decimalText(numbers.reduce(addDecimal))',
    replace: 'String(quantities.reduce<number>((sum, one) => sum + Number(one), 0))',
    project: 'fast',
    tests: ['tests/areas/inventory/row-verbs.rule.test.ts'],
  },
]

const onTheServer: readonly RevertedFix[] = [
  {
    name: 'a count of stock that moved between its scans is recounted, not adjusted',
    commit: '3805aff6',
    file: 'src/areas/inventory/server/count-scan.ts',
    find: 'isStarted && (hasMoved || hasJoined)',
    replace: 'false',
    project: 'postgres',
    tests: ['tests/areas/inventory/count-moves.test.ts'],
  },
  {
    name: 'shipping stops for picked stock that a hold rule covers',
    commit: '4cac91cd',
    file: 'src/areas/outbound/server/shipping.ts',
    find: '    rejectStoppedShipments(call),\n',
    replace: '',
    project: 'postgres',
    tests: ['tests/areas/outbound/stops.test.ts'],
  },
  {
    name: 'stock that arrives during a count is not counted as found',
    commit: '3805aff6',
    file: 'src/areas/inventory/server/count-scan.ts',
    find: 'await addPresent(scan)',
    replace: '',
    project: 'postgres',
    tests: ['tests/areas/inventory/count-moves.test.ts'],
  },
  {
    name: 'the date of a movement is that of the instant it is posted at',
    commit: 'b0fa923d',
    file: 'src/areas/inventory/server/post-movements.ts',
    find: 'warehouse_day(clock.at)',
    replace: '${new Date(Date.now() + 32_400_000).toISOString().slice(0, 10)}::date',
    project: 'postgres',
    tests: ['tests/areas/inventory/adjusting.test.ts'],
  },
  {
    name: 'a pick saved at midnight is reported on the date it was made',
    commit: '6346af26',
    file: 'src/areas/reports/server/ledger-reports.ts',
    find: 'select r.wcode, r.pick_dt, r.picked_at',
    replace: 'select r.wcode, warehouse_day(r.picked_at), r.picked_at',
    project: 'postgres',
    tests: ['tests/areas/reports/ledger-reports.test.ts'],
  },
  {
    name: 'a reversal takes back the CBM that left though the item was re-measured',
    commit: 'cba1f17b',
    file: 'src/server/migrations/0415_work_of_lines.sql',
    find: `sum(case when p.from_place_cd = 'CELL' then p.qty else -p.qty end) delta,
          sum(case when p.reverses_no is null then p.cbm else -o.cbm end) cbm,`,
    replace: `sum(case when p.from_place_cd = 'CELL' then p.qty else -p.qty end) delta,
          sum(case when p.reverses_no is null then p.cbm else -p.cbm end) cbm,`,
    project: 'postgres',
    tests: ['tests/areas/reports/document-reports.test.ts'],
  },
  {
    name: 'queries and value help return only rows of the owners in scope',
    commit: '04e227e8',
    file: 'src/server/engine/search-sql.ts',
    find: "if ((scope === 'owner' || scope === 'warehouse-owner') && data.owners)",
    replace: 'if (data.owners?.length === 0)',
    project: 'postgres',
    tests: ['tests/server/value-help.test.ts', 'tests/server/every-kind.test.ts'],
  },
  {
    name: 'a transaction is retried if its connection died unused',
    commit: '2ae31fb7',
    file: 'src/server/db/transaction-runner.ts',
    find: 'error instanceof NeverBegunError || isStalePlan(error)',
    replace: 'isStalePlan(error)',
    project: 'postgres',
    tests: ['tests/server/db/postgres-store.test.ts'],
  },
  {
    name: 'a save that reuses a key with other rows is refused',
    commit: '488bf844',
    file: 'src/server/engine/run-procedure.ts',
    find: 'if (kept?.body_hash === bodyHash && kept.answer) return kept.answer',
    replace: 'if (kept?.answer) return kept.answer',
    project: 'postgres',
    tests: ['tests/server/save.test.ts'],
  },
  {
    name: 'a save does not overwrite a row that changed in the meantime',
    commit: '488bf844',
    file: 'src/server/engine/table-save.ts',
    find: `where \${sameKey(table)} and t.version = r.version returning r.no\`)
  await rejectStale(call, table, rows, done)
}

async function deleteRows`,
    replace: `where \${sameKey(table)} returning r.no\`)
  await rejectStale(call, table, rows, done)
}

async function deleteRows`,
    project: 'postgres',
    tests: ['tests/server/save.test.ts'],
  },
  {
    name: 'held stock is not allocated',
    commit: '5de39157',
    file: 'src/areas/outbound/server/eligible.ts',
    find: '[sql`b.condition_cd not in ${notHeld}`, ...standingHolds(today)]',
    replace: "[sql`b.condition_cd not in ('NORMAL', 'SAMPLE', 'INSPECT', 'HELD')`]",
    project: 'postgres',
    tests: ['tests/areas/outbound/allocation.test.ts', 'tests/areas/inventory/hold-rules.test.ts'],
  },
  {
    name: 'missing stock is not allocated',
    commit: '699238da',
    file: 'src/areas/outbound/server/eligible.ts',
    find: 'MISSING: () => [isMissing]',
    replace: 'MISSING: () => [sql`false`]',
    project: 'postgres',
    tests: ['tests/areas/outbound/missing-stock.test.ts'],
  },
  {
    name: 'the rest of a short pick is allocated from another cell',
    commit: '699238da',
    file: 'src/areas/outbound/server/picking.ts',
    find: 'short.length > 0 ? await',
    replace: 'short.length > 1e9 ? await',
    project: 'postgres',
    tests: ['tests/areas/outbound/short-picks.test.ts'],
  },
  {
    name: 'a count of missing stock lets it be allocated again',
    commit: '699238da',
    file: 'src/areas/inventory/server/count-jobs.ts',
    find: '  await resolveCounted(call, numbers)\n',
    replace: '  await resolveCounted(call, numbers.slice(1e9))\n',
    project: 'postgres',
    tests: ['tests/areas/outbound/missing-stock.test.ts'],
  },
  {
    name: 'exported text that starts like a formula is escaped',
    commit: 'a3bc057c',
    file: 'src/server/files/formula-guard.ts',
    find: "const formulaStart = /^'*[=+\\-@＝＋－＠\\t\\r\\n\\0]/",
    replace: "const formulaStart = /^'*[=+\\-@\\t\\r\\n\\0]/",
    project: 'postgres',
    tests: ['tests/server/files/spreadsheet-writer.test.ts'],
  },
  {
    name: 'guesses at a password are throttled',
    commit: 'ce15e6c4',
    file: 'src/server/auth/login-limits.ts',
    find: 'user_id = ${userId} and address = ${place} and ${recent}) < ${guessesMax}::int',
    replace: 'user_id = ${userId} and address = ${place} and ${recent}) < 1000',
    project: 'postgres',
    tests: ['tests/server/login-limits.test.ts'],
  },
  {
    name: 'nobody approves their own adjustment',
    commit: 'a3bc057c',
    file: 'src/areas/inventory/server/adjusting.ts',
    find: 'if (own.length) throw',
    replace: 'if (own.length > 1e9) throw',
    project: 'postgres',
    tests: ['tests/areas/inventory/adjusting.test.ts'],
  },
  {
    name: 'work of a closed month is charged in the open one',
    commit: 'a3bc057c',
    file: 'src/areas/billing/server/post-charges.ts',
    find: 'open_bill_month(r.wcode, r.owner_cd, ${ownMonth})',
    replace: '${ownMonth}',
    project: 'postgres',
    tests: ['tests/areas/billing/months.test.ts', 'tests/areas/billing/work-charges.test.ts'],
  },
]

/** The most serious past bugs, each reintroduced separately by `npm run mutations`. */
export const revertedFixes: readonly RevertedFix[] = [...onThePage, ...onTheServer]
