import { describe, expect, test } from 'vitest'
import { withFlags, withOperation } from '#areas/system/rules/grants.ts'

const move = { action: 'save', name: 'inventory/move' }
const all = ['inventory/move', 'inventory/hold', 'inventory/adjust']
const sorted = (granted: ReadonlySet<string>) => [...granted].toSorted()

describe('permissions of a menu', () => {
  test('the permissions of a menu follow the given flags and keep the others', () => {
    const granted = withFlags(new Set(['search', 'print']), { SAVE_YN: 'Y', PRINT_YN: 'N' })
    expect(sorted(granted)).toEqual(['save', 'search'])
  })

  test('an entire action absorbs its individually granted operations', () => {
    const alone = new Set(['search', 'save:inventory/move', 'print:x/y'])
    expect(sorted(withFlags(alone, { SAVE_YN: 'N' }))).toEqual(sorted(alone))
    expect(sorted(withFlags(alone, { SAVE_YN: 'Y' }))).toEqual(['print:x/y', 'save', 'search'])
  })

  test('revoking one button of an action leaves the others granted individually', () => {
    const less = withOperation(new Set(['search', 'save']), move, false, all)
    expect(sorted(less)).toEqual(['save:inventory/adjust', 'save:inventory/hold', 'search'])
    const again = withOperation(less, move, true, all)
    expect(sorted(again)).toEqual([
      'save:inventory/adjust',
      'save:inventory/hold',
      'save:inventory/move',
      'search',
    ])
  })

  test('granting a granted button or revoking a missing one changes nothing', () => {
    expect(sorted(withOperation(new Set(['save']), move, true, all))).toEqual(['save'])
    expect(sorted(withOperation(new Set(['search']), move, false, all))).toEqual(['search'])
  })
})
