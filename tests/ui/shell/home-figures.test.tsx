// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setLanguage } from '#ui/base/language.ts'
import { loadFigures } from '#ui/remote/home-figures.ts'
import { HomePanels } from '#ui/shell/home-figures.tsx'
import { mockServer, grantMenus } from '../pages/page-support.ts'

afterEach(cleanup)

test('the breakdown by stock condition is not shown before it is loaded', async () => {
  setLanguage('ko')
  grantMenus({ InventorySummary: ['search'] })
  const parts = Promise.withResolvers<{ body: unknown }>()
  mockServer({
    '/api/wms/reports/inventory-summary': ({ body }) => {
      const { BY } = body['GROUP'] as { BY: readonly string[] }
      if (BY.length > 0) return parts.promise
      return { body: { data: [{ QTY: 72_746, STOCK_COUNT: 538 }] } }
    },
  })
  render(<HomePanels />)
  const loaded = loadFigures(true)
  await screen.findByText('72,746')
  expect(screen.queryByText(/정상/)).toBeNull()
  parts.resolve({ body: { data: [{ CONDITION_CD: 'NORMAL', BONDED_CD: 'FREE', QTY: 72_746 }] } })
  await loaded
  expect(await screen.findByText(/정상 72,746/)).toBeInstanceOf(HTMLElement)
})
