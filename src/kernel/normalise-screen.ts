import type { PaneLayout, PaneName, PaneScreen } from './pane-screen.ts'
import type {
  DocScreen,
  GridPart,
  LayoutScreen,
  ListScreen,
  MasterScreen,
  PrintScreen,
  Screen,
  SingleScreen,
  UploadScreen,
  WorkScreen,
} from './screen.ts'
import { validateScreen } from './validate-screen.ts'

type Parts = Omit<PaneScreen, 'route' | 'search' | 'searchDefaults' | 'searchAtOpen'>

function stackPanes(...panes: readonly PaneName[]): PaneLayout {
  return {
    split: 'rows',
    parts: panes.map((pane) => [pane, pane === 'grid' || pane === 'lines' ? 1 : 0] as const),
  }
}

function withChecks(grid: GridPart): GridPart {
  return { ...grid, checks: grid.checks !== false }
}

interface WithLines {
  readonly lines?: GridPart
  readonly link?: readonly string[]
  readonly linesOfAll?: true
}

function toLines({ lines, link = [], linesOfAll }: WithLines) {
  return lines ? { lines: { part: lines, link, ofAll: linesOfAll === true } } : {}
}

function toSheet(
  route: string,
  { save, columns, header }: Pick<UploadScreen, 'save' | 'columns' | 'header'>,
  ownerMapping = false,
) {
  return { route, save, columns, header, ownerMapping }
}

function listParts({ grid, chart, drill }: ListScreen): Parts {
  return {
    panes: chart ? stackPanes('search', 'chart', 'grid') : stackPanes('search', 'grid'),
    sources: { grid },
    ...(chart && { chart }),
    ...(drill && { drill }),
  }
}

const toPrints = (printOut: PrintScreen['printOut'] | undefined) =>
  printOut && { prints: { printOut, typed: false } }

function masterParts(screen: MasterScreen): Parts {
  const { grid, save, rowsFixed = false, rowsKept = false, printOut } = screen
  return {
    panes: stackPanes('search', 'grid'),
    sources: { grid: printOut ? withChecks(grid) : grid },
    ...toPrints(printOut),
    saves: { procedure: save, unit: 'row', rowsFixed, rowsKept },
  }
}

function documentParts(screen: DocScreen | SingleScreen, form?: readonly string[]): Parts {
  return {
    panes: form ? stackPanes('search', 'form', 'lines') : stackPanes('search', 'grid', 'lines'),
    sources: { grid: screen.printOut ? withChecks(screen.grid) : screen.grid, ...toLines(screen) },
    ...toPrints(screen.printOut),
    saves: { procedure: screen.save, unit: 'document', rowsFixed: false },
    ...(form && { form }),
    ...(screen.sheet && { sheet: toSheet(screen.route, screen.sheet) }),
  }
}

function workParts(screen: WorkScreen): Parts {
  return {
    panes: screen.lines ? stackPanes('search', 'grid', 'lines') : stackPanes('search', 'grid'),
    sources: { grid: withChecks(screen.grid), ...toLines(screen) },
    acts: screen.act,
    ...(screen.asksOnce && { asksOnce: screen.asksOnce }),
    ...toPrints(screen.printOut),
    ...(screen.scan && { scans: screen.scan }),
    ...(screen.next && { next: screen.next }),
    ...(screen.stations && { stations: screen.stations }),
  }
}

function printParts(screen: PrintScreen): Parts {
  const { printOut, after, typed = false } = screen
  return {
    panes: screen.lines ? stackPanes('search', 'grid', 'lines') : stackPanes('search', 'grid'),
    sources: { grid: withChecks(screen.grid), ...toLines(screen) },
    prints: { printOut, typed, ...(after && { after }) },
  }
}

function layoutParts(screen: LayoutScreen): Parts {
  const { layout, grid, chart, form = [], component } = screen
  return {
    panes: layout,
    sources: { grid, ...toLines(screen) },
    trial: { form },
    ...(chart && { chart }),
    ...(component !== undefined && { component }),
  }
}

function withCards(layout: PaneLayout): PaneLayout {
  if (typeof layout === 'string') return layout === 'grid' ? 'cards' : layout
  return {
    ...layout,
    parts: layout.parts.map(([part, share]) => [withCards(part), share] as const),
  }
}

function toParts(screen: Screen): Parts {
  switch (screen.kind) {
    case 'list':
      return listParts(screen)
    case 'master':
      return masterParts(screen)
    case 'doc':
      return documentParts(screen)
    case 'single':
      return documentParts(screen, screen.form)
    case 'work':
      return workParts(screen)
    case 'print':
      return printParts(screen)
    case 'scan':
      return { panes: 'station', sources: { document: screen.document }, station: screen }
    case 'upload':
      return {
        panes: 'sheet',
        sources: {},
        sheet: {
          ...toSheet(screen.route, screen, screen.ownerMapping),
          ...(screen.sheets !== undefined && { sheets: screen.sheets }),
        },
      }
    case 'layout':
      return layoutParts(screen)
    case 'custom':
      return { panes: 'own', sources: {}, component: screen.component }
  }
}

/**
 * Expands a screen of any kind into its panes. No other code inspects the kind. Throws if the
 * screen is invalid and names the screen and each wrong field.
 */
export function normalise(screen: Screen): PaneScreen {
  const parts = toParts(screen)
  const panes: PaneScreen = {
    route: screen.route,
    search: screen.search,
    searchDefaults: screen.searchDefaults ?? {},
    searchAtOpen: screen.searchAtOpen === true,
    ...parts,
    ...(screen.cards && { cards: screen.cards, panes: withCards(parts.panes) }),
  }
  const errors = validateScreen(panes)
  if (errors.length > 0) throw new Error(`screens/${screen.route}.ts: ${errors.join('; ')}`)
  return panes
}
