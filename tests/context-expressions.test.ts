import { describe, expect, test } from 'vitest'
import { allEntries } from '#areas/menu-map.ts'
import { commands } from '#commands/index.ts'
import type { Command } from '#kernel/command.ts'
import { contextKeys } from '#kernel/context-keys.ts'
import type { ScreenKind } from '#kernel/screen.ts'
import { findTable } from '#kernel/table.ts'
import { collectKeys, parseWhen, type When } from '#kernel/when.ts'
import { keyProfiles } from '#keymaps/index.ts'
import { checkoutPaths, checkoutText } from './support/checkout.ts'
// Tables are registered when their screens are loaded.
import './support/all-screens.ts'
import { readSourceFacts } from './support/source-facts.ts'

describe('context expressions', () => {
  const written: Readonly<Record<string, Command>> = commands
  const texts = new Set([
    ...Object.values(written).flatMap(({ when }) => when ?? []),
    ...keyProfiles.flatMap(({ maps }) => maps.flat().map(({ when }) => when)),
  ])
  const kinds: Readonly<Record<ScreenKind, true>> = {
    list: true,
    master: true,
    doc: true,
    single: true,
    work: true,
    scan: true,
    upload: true,
    print: true,
    layout: true,
    custom: true,
  }
  const actions = new Set(['search', 'save', 'delete', 'import', 'export', 'print'])
  const rows = new Set(Object.values(written).flatMap(({ on = [] }) => on))
  const provided = new Set(
    checkoutPaths
      .filter((path) => /^src\/ui\/.*\.tsx?$/.test(path))
      .flatMap((path) => [...readSourceFacts(path, checkoutText(path)).properties]),
  )

  function comparisons(when: When): { key: string; value: string }[] {
    if (when.op === 'equals') return [{ key: when.key, value: when.value }]
    if (when.op === 'not') return comparisons(when.of)
    if (when.op === 'and') return when.all.flatMap(comparisons)
    return when.op === 'or' ? when.any.flatMap(comparisons) : []
  }

  test('a command on rows names a registered table', () => {
    expect([...rows].filter((name) => !findTable(name))).toEqual([])
    expect(rows.size).toBeGreaterThan(10)
  })

  test('every context key in a condition is provided by the UI', () => {
    const dead = [...texts].flatMap((text) =>
      collectKeys(parseWhen(text))
        .filter((key) => {
          if (key.startsWith('can.')) return !actions.has(key.slice('can.'.length))
          if (key.startsWith('row.')) return !rows.has(key.slice('row.'.length))
          return !provided.has(key)
        })
        .map(
          (key) => `"${text}": nothing in src/ui ever tells ${key}: tell it, or drop the condition`,
        ),
    )
    expect(dead).toEqual([])
  })

  test('a context key is compared only with values it can have', () => {
    const routes = new Set(['', ...allEntries.map((entry) => entry.route)])
    const impossible = [...texts].flatMap((text) =>
      comparisons(parseWhen(text))
        .filter(({ key, value }) => {
          if (key === 'kind') return value !== '' && !Object.hasOwn(kinds, value)
          if (key === 'screen') return !routes.has(value)
          return contextKeys[key]?.values?.includes(value) === false
        })
        .map(({ key, value }) => `"${text}": ${key} is never '${value}': mend the condition`),
    )
    expect(impossible).toEqual([])
  })
})
