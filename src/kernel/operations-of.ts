import type { Operation, Trait } from './operation.ts'
import type { Screen } from './screen.ts'

/** What a screen names: what its page calls of itself, of every kind of screen. */
export function operationsOf(screen: Screen): readonly Operation[] {
  switch (screen.kind) {
    case 'list':
      return [screen.grid.source]
    case 'master':
      return [screen.grid.source, screen.save]
    case 'doc':
    case 'single':
      return present(screen.grid.source, screen.lines.source, screen.save, screen.sheet?.save)
    case 'work':
      return present(screen.grid.source, screen.lines?.source, screen.act)
    case 'scan':
      return [screen.document, screen.lines.source, screen.accept, screen.finish]
    case 'upload':
      return [screen.save]
    case 'print':
      return present(screen.grid.source, screen.lines?.source, screen.printOut, screen.after)
    case 'layout':
    case 'custom':
      return []
  }
}

function present(...operations: readonly (Operation | undefined)[]): readonly Operation[] {
  return operations.filter((operation) => operation !== undefined)
}

/** What its page is about and does besides: the operations that go with that are called there too. */
export function traitsOf(screen: Screen): readonly Trait[] {
  const shown = operationsOf(screen).flatMap((operation) =>
    operation.type === 'query' && operation.shows ? [operation.shows] : [],
  )
  if (screen.kind === 'scan' || (screen.kind === 'work' && screen.scan)) return [...shown, 'scans']
  if (screen.kind === 'upload' && screen.ownerMapping) return [...shown, 'column-letters']
  return shown
}
