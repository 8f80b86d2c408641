import { describe, expect, test } from 'vitest'
import { objectToImport } from './support/layer-rule.ts'
import { readSourceFacts } from './support/source-facts.ts'

describe('layer rule', () => {
  const order = ['master', 'inventory', 'outbound']
  const isRejected = (from: string, specifier: string) =>
    objectToImport(from, specifier, order) !== undefined

  test.each([
    ['src/kernel/field.ts', '#areas/master/tables/stock.ts'],
    ['src/kernel/field.ts', '../areas/master/tables/stock.ts'],
    ['src/kernel/field.ts', 'react'],
    ['src/areas/master/rules/unit.ts', 'node:fs'],
    ['src/areas/master/rules/unit.ts', 'fs'],
    ['src/areas/master/rules/unit.ts', '../operations/masters.ts'],
    ['src/areas/master/tables/stock.ts', '#areas/inventory/tables/stock-balance.ts'],
    ['src/areas/master/tables/stock.ts', '../../inventory/tables/stock-balance.ts'],
    ['src/areas/master/tables/stock.ts', '#areas/master/../inventory/tables/stock-balance.ts'],
    ['src/areas/outbound/operations/shipping.ts', '#server/db/database.ts'],
    ['src/areas/outbound/screens/Alloc.ts', '../server/allocating.ts'],
    ['src/areas/outbound/screens/Alloc.ts', '#commands/outbound.ts'],
    ['src/areas/outbound/screens/Alloc.ts', '#areas/inventory/screens/InventoryByLot.ts'],
    ['src/areas/outbound/server/allocating.ts', '../screens/Alloc.ts'],
    ['src/server/engine/run-query.ts', '#areas/outbound/server/allocating.ts'],
    ['src/server/site/app.ts', '#ui/remote/screens.ts'],
    ['src/server/site/app.ts', '#areas/screens.ts'],
    ['src/server/http/route.ts', '#areas/outbound/server/index.ts'],
    ['src/server/http/route.ts', '#server/site/registry.ts'],
    ['src/server/http/route.ts', '../site/registry.ts'],
    ['src/server/engine/handler.ts', '#server/start.ts'],
    ['src/server/no-layer/one.ts', '#server/base/app-error.ts'],
    ['src/server/http/route.ts', '#server/no-layer/one.ts'],
    ['src/ui/base/timers.ts', '#ui/shell/layout.tsx'],
    ['src/ui/no-layer/one.ts', '#ui/base/timers.ts'],
    ['src/server/auth/screen-routes.ts', '#areas/outbound/screens/Alloc.ts'],
    ['src/areas/outbound/server/shipping.ts', '#areas/screens.ts'],
    ['src/areas/outbound/screens/Alloc.ts', '#areas/screens.ts'],
    ['src/ui/app/api.ts', '#server/base/app-error.ts'],
    ['src/ui/app/api.ts', '#areas/outbound/server/allocating.ts'],
    ['src/ui/app/api.ts', 'node:path'],
    ['src/areas/outbound/rules/state-tone.ts', '#areas/code-lists.ts'],
    ['src/areas/code-lists.ts', '#areas/outbound/tables/shipment.ts'],
    ['commands/outbound.ts', '#ui/remote/api.ts'],
    ['keymaps/default.ts', '#areas/outbound/operations/shipping.ts'],
    ['src/kernel/field.ts', './label'],
    ['src/kernel/field.ts', '/src/kernel/label.ts'],
  ])('%s must not import %s', (from, specifier) => {
    expect(isRejected(from, specifier)).toBe(true)
  })

  test.each([
    ['src/kernel/field.ts', './label.ts'],
    ['src/areas/master/tables/stock.ts', './references.ts'],
    ['src/areas/outbound/tables/shipment.ts', '#areas/master/tables/references.ts'],
    ['src/areas/outbound/operations/shipping.ts', '../tables/shipment.ts'],
    ['src/areas/outbound/screens/Alloc.ts', '#areas/inventory/rules/condition-tone.ts'],
    ['src/areas/outbound/server/shipping.ts', '#areas/inventory/server/post-movements.ts'],
    ['src/areas/outbound/server/shipping.ts', 'sql-template-tag'],
    ['src/server/site/registry.ts', '#areas/outbound/server/index.ts'],
    ['src/server/site/registry.ts', '#server/engine/handler.ts'],
    ['src/server/start.ts', '#server/site/app.ts'],
    ['src/server/start.ts', './site/app.ts'],
    ['src/ui/shell/layout.tsx', '#ui/base/timers.ts'],
    ['src/server/auth/screen-routes.ts', '#areas/screens.ts'],
    ['src/ui/screens.ts', '#areas/screens.ts'],
    ['src/areas/screens.ts', '#areas/outbound/screens/index.ts'],
    ['src/areas/code-lists.ts', '#areas/outbound/rules/code-lists.ts'],
    ['src/server/engine/clean-rows.ts', '#areas/code-lists.ts'],
    ['src/server/demo/load-demo.ts', '#areas/inventory/server/post-movements.ts'],
    ['src/ui/app/api.ts', '#areas/outbound/operations/shipping.ts'],
    ['commands/outbound.ts', '#areas/outbound/screens/Alloc.ts'],
    ['keymaps/default.ts', '#commands/index.ts'],
    ['tests/server/db/store.test.ts', '#server/db/database.ts'],
  ])('%s may import %s', (from, specifier) => {
    expect(objectToImport(from, specifier, order)).toBeUndefined()
  })

  test('imports are detected in every syntactic form', () => {
    const text = `
      import type { A } from '#areas/a.ts'
      export type { B } from '#areas/b.ts'
      export * from '#areas/c.ts'
      const d = await import('#areas/d.ts')
      type E = import('#areas/e.ts').E
      const f = new Worker(new URL('./f.ts', import.meta.url))
      const g = await import(\`#areas/\${name}.ts\`)
      const h = import.meta.resolve('#areas/h.ts')
      import '#areas/i.ts'
      // import '#areas/not.ts'
      const text = "import '#areas/not.ts'"`
    const found = readSourceFacts('a.ts', text).imports.map(({ specifier }) => specifier)
    const named = ['#areas/a.ts', '#areas/b.ts', '#areas/c.ts', '#areas/d.ts', '#areas/e.ts']
    const all = [...named, './f.ts', null, '#areas/h.ts', '#areas/i.ts']
    expect(new Set(found)).toEqual(new Set(all))
  })
})
