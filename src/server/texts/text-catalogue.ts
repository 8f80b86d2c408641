import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultMenuTree, menuByRoute } from '#areas/menu-map.ts'
import { areas } from '#areas/order.ts'
import type { MenuGroup } from '#kernel/area.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Operation } from '#kernel/operation.ts'
import { describedTables } from '#kernel/table.ts'
import { findTexts } from './text-source.ts'

/** Kinds of places that use a text, by precedence. */
const kinds = [
  'TABLE',
  'SCREEN',
  'COMMAND',
  'OPERATION',
  'RULE',
  'MESSAGE',
  'PAGE',
  'MENU',
  'SERVER',
] as const

export type TextKind = (typeof kinds)[number]

export type FixedReason = 'FILLED' | 'PART' | 'SERVER' | 'MENU'

interface TextPlace {
  readonly text: Label
  readonly kind: TextKind
  readonly area: string | undefined
  readonly where: Label
  readonly isFilled: boolean
}

export interface CatalogueText extends Label {
  readonly key: string
  readonly kind: TextKind
  readonly area: Label | undefined
  readonly fixed: FixedReason | null
  readonly placeholders: string
  readonly uses: number
  readonly places: Label
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const sources = ['src/{kernel,areas,ui,server}/**/*.{ts,tsx}', '{commands,keymaps}/*.ts']
const maxPlaces = 20

const kindOfFolder: Readonly<Record<string, TextKind>> = {
  tables: 'TABLE',
  screens: 'SCREEN',
  operations: 'OPERATION',
  server: 'SERVER',
}

function textKind([top, part, , folder = '']: readonly string[]): TextKind {
  if (top !== 'src') return 'COMMAND'
  if (part === 'areas') return kindOfFolder[folder] ?? 'RULE'
  if (part === 'ui') return 'PAGE'
  return part === 'kernel' ? 'MESSAGE' : 'SERVER'
}

function describePlace(file: string): Label {
  const { name } = path.parse(file)
  const title = /\/screens\//.test(file) ? menuByRoute(name)?.title : undefined
  const short = file.replace(/^src\/(?:areas\/)?/, '').replace(/\.tsx?$/, '')
  return title ?? label(short, short)
}

function sourcePlaces(): TextPlace[] {
  return globSync(sources, { cwd: root }).flatMap((name) => {
    const file = name.replaceAll(path.sep, '/')
    const parts = file.split('/')
    const kind = textKind(parts)
    const area = parts[1] === 'areas' ? parts[2] : undefined
    const where = describePlace(file)
    return findTexts(readFileSync(path.join(root, name), 'utf8')).map(({ isFilled, ...text }) => ({
      text,
      kind,
      area,
      where,
      isFilled,
    }))
  })
}

/** Texts of columns come from their definitions because some labels are composed by functions. */
function describedPlaces(operations: readonly Operation[]): TextPlace[] {
  const tablePlaces = describedTables().flatMap(({ title, fields }) =>
    Object.values(fields).map(({ label }): TextPlace => {
      return { text: label, kind: 'TABLE', area: undefined, where: title, isFilled: false }
    }),
  )
  const ofOperations = operations.flatMap((operation) => {
    const { name, title } = operation
    const fields = [
      ...('search' in operation ? Object.values(operation.search) : []),
      ...('output' in operation ? Object.values(operation.output) : []),
      ...('input' in operation ? Object.values(operation.input) : []),
    ]
    const place = { kind: 'OPERATION', area: name.split('/')[0], where: title } as const
    const texts = [title, ...fields.map(({ label }) => label)]
    return texts.map((text): TextPlace => ({ ...place, text, isFilled: false }))
  })
  return [...tablePlaces, ...ofOperations]
}

function menuPlaces(groups: readonly MenuGroup[]): TextPlace[] {
  return groups.flatMap(({ title, entries, groups: subgroups = [] }) => [
    ...[title, ...entries.map((entry) => entry.title)].map((text): TextPlace => {
      return { text, kind: 'MENU', area: undefined, where: title, isFilled: false }
    }),
    ...menuPlaces(subgroups),
  ])
}

export function findPlaceholders(text: string): string {
  return (text.match(/\{\w+\}/g) ?? []).toSorted().join(' ')
}

function fixedReason(text: Label, places: readonly TextPlace[]): FixedReason | null {
  const given = places.filter(({ isFilled }) => !isFilled)
  if (given.length === 0) return 'FILLED'
  if ([text.ko, text.en].some((each) => each === '' || each !== each.trim())) return 'PART'
  if (given.some(({ kind }) => kind !== 'SERVER' && kind !== 'MENU')) return null
  return given.some(({ kind }) => kind === 'MENU') ? 'MENU' : 'SERVER'
}

function describePlaces(places: readonly TextPlace[], language: keyof Label): string {
  const names = [...new Set(places.map(({ where }) => where[language]))]
  const more = names.length > maxPlaces ? ' …' : ''
  return names.slice(0, maxPlaces).join(', ') + more
}

const byKorean = new Intl.Collator('ko')
const titles = new Map(areas.map(({ name, title }) => [name, title]))

function textAt(both: string, given: readonly TextPlace[]): CatalogueText[] {
  const places = given.toSorted(
    (place, other) => kinds.indexOf(place.kind) - kinds.indexOf(other.kind),
  )
  const [first] = places
  if (!first) return []
  const key = createHash('sha256').update(both).digest('hex').slice(0, 12)
  const { kind } = first
  const { ko, en } = first.text
  const fixed = fixedReason(first.text, places)
  const area = titles.get(places.find((place) => place.area !== undefined)?.area ?? '')
  const where = label(describePlaces(places, 'ko'), describePlaces(places, 'en'))
  const placeholders = findPlaceholders(ko)
  return [{ key, ko, en, kind, area, fixed, placeholders, uses: places.length, places: where }]
}

/**
 * Collects all product texts: from the source code, which is present at run time, from the
 * registered columns and from the menu names. A text used in several places is listed once.
 */
export function textCatalogue(
  operations: readonly Operation[],
): ReadonlyMap<string, CatalogueText> {
  const places = [
    ...sourcePlaces(),
    ...describedPlaces(operations),
    ...menuPlaces(defaultMenuTree),
  ].filter(({ text }) => text.ko !== '' || text.en !== '')
  const groups = [...Map.groupBy(places, ({ text: { ko, en } }) => JSON.stringify([ko, en]))]
  const texts = groups.flatMap(([both, each]) => textAt(both, each))
  const inOrder = texts.toSorted(
    (a, b) =>
      Number(a.fixed !== null) - Number(b.fixed !== null) ||
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      byKorean.compare(a.ko, b.ko),
  )
  return new Map(inOrder.map((text) => [text.key, text]))
}
