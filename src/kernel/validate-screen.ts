import type { Fields } from './field.ts'
import type { LinesSource, PaneScreen, SheetIntake } from './pane-screen.ts'
import {
  chartColumns,
  resolveColumns,
  resolveSearch,
  type Column,
  type GridPart,
  type ScanScreen,
} from './screen.ts'

function missingFields(fields: Fields, names: readonly string[], purpose: string): string[] {
  return names
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => `${name} is no ${purpose}`)
}

function unfilledInputs(input: Fields, filled: ReadonlySet<string>): string[] {
  return Object.entries(input)
    .filter(([name, field]) => field.required && field.default === undefined && !filled.has(name))
    .map(([name]) => `${name} is required by the save and is in no column`)
}

const toNameSet = (columns: readonly Column[]) => new Set(columns.map((column) => column.name))
const editableNames = (columns: readonly Column[]) =>
  columns.filter((column) => column.editable !== false).map((column) => column.name)

/** Hidden columns are provided by the row or the search. */
const hiddenColumnNames = (columns: readonly Column[]) =>
  columns.filter((column) => column.hidden).map((column) => column.name)

interface CheckedGrid {
  readonly columns: readonly Column[]
  readonly wrong: readonly string[]
}

function checkGrid(where: string, part: GridPart): CheckedGrid {
  const { source, columns } = part
  const resolved = resolveColumns(where, source.output, columns)
  const twice = [...toNameSet(resolved)].filter(
    (name) => resolved.filter((column) => column.name === name).length > 1,
  )
  return {
    columns: resolved,
    wrong: [
      ...twice.map((name) => `column ${name} is named twice`),
      ...missingFields(source.search, Object.keys(part.fixed ?? {}), 'search field to hold fixed'),
    ],
  }
}

function checkLines(
  where: string,
  { part, link, ofAll }: LinesSource,
  grid: GridPart,
): CheckedGrid {
  const { columns, wrong } = checkGrid(`${where} lines`, part)
  const none = link.length || ofAll ? [] : ['has lines and no link to find them by']
  const above = missingFields(grid.source.output, link, 'column of the rows above that links lines')
  const below = missingFields(part.source.search, link, 'search field of the lines')
  return { columns, wrong: [...wrong, ...none, ...above, ...below] }
}

function checkStation(screen: ScanScreen): string[] {
  const { document, documentKey, facts, lines, accept, finish, wanted, counted } = screen
  const codes = Object.keys(accept.input).filter((name) => name !== documentKey)
  return [
    ...missingFields(document.search, [documentKey], 'search field of the document'),
    ...missingFields(document.output, [documentKey, ...facts], 'fact of the document'),
    ...missingFields(lines.source.search, [documentKey], 'search field of the lines'),
    ...missingFields(lines.source.output, [wanted, counted], 'column of the lines to count'),
    ...missingFields(accept.input, [documentKey], 'input of a scan'),
    ...missingFields(finish.input, [documentKey], 'input of the finish'),
    ...(codes.length < 2 ? ['a scan needs a code and a quantity'] : []),
    ...checkGrid(screen.route, lines).wrong,
  ]
}

function checkSheet(route: string, sheet: SheetIntake): string[] {
  const { save, columns, header } = sheet
  const resolved = resolveColumns(route, save.input, columns)
  const filled = new Set([...toNameSet(resolved), ...Object.keys(header)])
  const both = Object.keys(header).filter((name) => toNameSet(resolved).has(name))
  return [
    ...missingFields(save.input, Object.keys(header), 'input that can be asked before the file'),
    ...unfilledInputs(save.input, filled),
    ...both.map((name) => `${name} is asked before the file and again in it`),
  ]
}

function checkSaves(
  { saves, form = [] }: PaneScreen,
  above: CheckedGrid,
  below: CheckedGrid,
): string[] {
  if (!saves) return []
  const { input, lines = {} } = saves.procedure
  const [editableAbove, editableBelow] = [
    editableNames(above.columns),
    editableNames(below.columns),
  ]
  const unknownNames = form.filter((name) => !toNameSet(above.columns).has(name))
  return [
    ...unknownNames.map((name) => `${name} is in the form but is no column`),
    ...missingFields(input, editableAbove, 'input of the save, though it can be typed into'),
    ...missingFields(lines, editableBelow, 'input of the lines, though it can be typed into'),
    ...unfilledInputs(input, new Set([...editableAbove, ...hiddenColumnNames(above.columns)])),
    ...unfilledInputs(lines, new Set([...editableBelow, ...hiddenColumnNames(below.columns)])),
  ]
}

function checkActs({ acts, scans, sources }: PaneScreen, above: CheckedGrid): string[] {
  if (!acts) return []
  const output = sources.grid?.source.output ?? {}
  const { find = [], ...filled } = scans ?? {}
  return [
    ...missingFields(output, Object.keys(acts.input), 'column of the rows acted on'),
    ...missingFields(
      acts.input,
      editableNames(above.columns),
      'input of the act, though typed into',
    ),
    ...missingFields(
      output,
      [...find, ...Object.values(filled)],
      'column that a scan is looked up in',
    ),
  ]
}

function checkChart({ chart, sources }: PaneScreen): string[] {
  if (!chart) return []
  const { kind, y, split, against } = chart
  return [
    ...missingFields(sources.grid?.source.output ?? {}, chartColumns(chart), 'column to draw'),
    ...(kind === 'heat' && !split ? ['a heat map needs a second column to split by'] : []),
    ...(kind === 'plan' && !against ? ['a plan needs a column to be held against'] : []),
    ...(split && [y].flat().length > 1 ? ['a chart that is split measures one column'] : []),
  ]
}

function checkCards({ cards, sources }: PaneScreen): string[] {
  if (!cards) return []
  const { lane, title, columns, active } = cards
  const output = sources.grid?.source.output ?? {}
  const named = [lane, title, ...columns, ...(active === undefined ? [] : [active.column])]
  const isListed = output[lane] === undefined || output[lane].kind === 'select'
  return [
    ...missingFields(output, named, 'column of the cards'),
    ...(isListed ? [] : [`${lane} makes lanes and is of no code list`]),
  ]
}

function checkPrints({ prints, sources }: PaneScreen): string[] {
  if (!prints) return []
  const inputs = [...Object.keys(prints.printOut.input), ...Object.keys(prints.after?.input ?? {})]
  return missingFields(sources.grid?.source.output ?? {}, inputs, 'column to print by')
}

/** Errors in the definition of a screen; empty if it is valid. */
export function validateScreen(screen: PaneScreen): string[] {
  const { route, sources, saves, sheet } = screen
  if (screen.station) return checkStation(screen.station)
  const { grid, lines } = sources
  if (!grid) return sheet ? checkSheet(route, sheet) : []
  const search = toNameSet(resolveSearch(route, grid.source, screen.search))
  const defaults = Object.keys(screen.searchDefaults).filter((name) => !search.has(name))
  const above = checkGrid(route, grid)
  const below = lines ? checkLines(route, lines, grid) : { columns: [], wrong: [] }
  const link = saves?.unit === 'document' ? (lines?.link ?? []) : []
  return [
    ...above.wrong,
    ...defaults.map((name) => `${name} has a default and is no search`),
    ...below.wrong,
    ...(sheet ? checkSheet(route, sheet) : []),
    ...missingFields(saves?.procedure.input ?? {}, link, 'input of the save'),
    ...checkSaves(screen, above, below),
    ...checkActs(screen, above),
    ...checkPrints(screen),
    ...checkChart(screen),
    ...checkCards(screen),
  ]
}
