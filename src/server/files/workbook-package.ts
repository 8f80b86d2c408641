import { CFB } from 'xlsx'

import { withNumberFormats } from './number-formats.ts'
import { compactSheet, type CompactSheet } from './sheet-compactor.ts'
import { addSheetNameToErrors, SpreadsheetError } from './spreadsheet-error.ts'
import { checkEntry, maxUnpackedBytes, unpackEntry, type ZipArchive } from './zip-reader.ts'

/** The selected sheet, repacked to hide everything else from the parser. */
export interface OneSheetWorkbook extends Omit<CompactSheet, 'xml'> {
  bytes: Uint8Array
}

interface Relation {
  id: string
  type: string
  path: string
}

interface SheetTag {
  /** Still XML-escaped, to be written back unchanged. */
  name: string
  hidden: boolean
  path: string
}

/**
 * Repacks the chosen sheet (`sheet` counts from 0; default the first visible one) with its shared
 * strings and styles in a new workbook. Throws SpreadsheetError `not-a-spreadsheet`,
 * `no-such-sheet`, `too-large`, `too-many-rows` or `broken`.
 */
export async function repackOneSheet(
  archive: ZipArchive,
  options: { sheet: number | undefined; maxRows: number },
): Promise<OneSheetWorkbook> {
  const { entries } = archive
  let budget = maxUnpackedBytes
  const read = async (path: string): Promise<string> => {
    const entry = entries.get(path)
    if (entry === undefined) throw new SpreadsheetError('broken', path.slice(0, 60))
    checkEntry(entry)
    budget -= entry.uncompressedSize
    if (budget < 0) throw new SpreadsheetError('too-large')
    return plainXml((await unpackEntry(archive, entry)).toString('latin1'))
  }
  const workbookPath = await findWorkbook(entries, read)
  const workbook = await read(workbookPath)
  const relations = await readRelations(read, workbookPath)
  const sheet = chooseSheet(readSheetTags(workbook, relations), options.sheet)
  const part = async (type: string): Promise<string | undefined> => {
    const path = relations.find((relation) => relation.type === type)?.path
    return path !== undefined && entries.has(path) ? read(path) : undefined
  }
  const compact = await addSheetNameToErrors(unescapeName(sheet.name), async () =>
    compactSheet(await read(sheet.path), {
      maxRows: options.maxRows,
      isStale: /\bfullCalcOnLoad\s*=\s*["'](?:1|true)["']/.test(workbook),
    }),
  )
  const styles = await part('styles')
  const strings = await part('sharedStrings')
  const { xml, ...found } = compact
  return {
    ...found,
    bytes: pack({
      workbook: workbookXml(sheet.name, /\bdate1904\s*=\s*["'](?:1|true)["']/.test(workbook)),
      sheet: xml,
      sharedStrings: strings && keepEmptyItems(strings),
      styles: styles && withNumberFormats(styles),
    }),
  }
}

const comment = /<!--.*?-->|(<!\[CDATA\[.*?\]\]>)/gs
const tagWithBreaks = /<[^!<>]*[\t\r\n][^<>]*>/g
const sharedItem = /<((?:\w+:)?)si(?:\s[^>]*)?(\/?)>/g

/** SheetJS reads the cells of comments, and none whose tag has line breaks. */
function plainXml(xml: string): string {
  const bare = xml.includes('<!--') ? xml.replaceAll(comment, '$1') : xml
  return stripLongReferences(bare).replaceAll(tagWithBreaks, (tag) =>
    tag.replaceAll(/\s+/g, ' ').replace(/ (\/?>)$/, '$1'),
  )
}

/** SheetJS skips an empty item, and every later text would move up by one. */
function keepEmptyItems(strings: string): string {
  return strings.replaceAll(sharedItem, (_tag, prefix: string, end: string) =>
    end === '' ? `<${prefix}si>` : `<${prefix}si></${prefix}si>`,
  )
}

/** SheetJS reads references beyond U+FFFF, such as emoji, as other characters. */
function stripLongReferences(xml: string): string {
  return xml.replaceAll(
    /&#(?:x(1?[\da-f]{5})|(\d{5,7}));/gi,
    (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      const isLong = code > 0xffff && code <= 0x10ffff
      return isLong ? Buffer.from(String.fromCodePoint(code)).toString('latin1') : whole
    },
  )
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function unescapeName(escaped: string): string {
  return Buffer.from(escaped, 'latin1')
    .toString('utf8')
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities.get(name) ?? whole)
}

type ReadPart = (path: string) => Promise<string>

async function findWorkbook(entries: ZipArchive['entries'], read: ReadPart): Promise<string> {
  if (entries.has('xl/workbook.xml')) return 'xl/workbook.xml'
  const root = entries.has('_rels/.rels') ? await readRelations(read, '') : []
  const found = root.find((relation) => relation.type === 'officeDocument')?.path
  if (found === undefined || !entries.has(found) || !found.endsWith('.xml')) {
    throw new SpreadsheetError('not-a-spreadsheet')
  }
  return found
}

async function readRelations(read: ReadPart, of: string): Promise<Relation[]> {
  const folder = of.slice(0, of.lastIndexOf('/') + 1)
  const xml = await read(`${folder}_rels/${of.slice(folder.length)}.rels`)
  return findTags(xml, 'Relationship').map((tag) => {
    const target = attribute(tag, 'Target').replaceAll('\\', '/').toLowerCase()
    const type = attribute(tag, 'Type')
    return {
      id: attribute(tag, 'Id'),
      type: type.slice(type.lastIndexOf('/') + 1),
      path: resolve(target.startsWith('/') ? target.slice(1) : folder + target),
    }
  })
}

function resolve(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function readSheetTags(workbook: string, relations: Relation[]): SheetTag[] {
  return findTags(workbook, 'sheet').flatMap((tag) => {
    const id = attribute(tag, String.raw`\w+:id`)
    const relation = relations.find((candidate) => candidate.id === id)
    if (relation?.type !== 'worksheet') return []
    const isHidden = /hidden/i.test(attribute(tag, 'state'))
    return [{ name: attribute(tag, 'name'), hidden: isHidden, path: relation.path }]
  })
}

function chooseSheet(sheets: SheetTag[], index: number | undefined): SheetTag {
  if (sheets.length === 0) throw new SpreadsheetError('broken', 'workbook.xml')
  const chosen =
    index === undefined ? (sheets.find((sheet) => !sheet.hidden) ?? sheets[0]) : sheets[index]
  if (chosen === undefined) throw new SpreadsheetError('no-such-sheet', String((index ?? 0) + 1))
  return chosen
}

function findTags(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? []
}

function attribute(tag: string, name: string): string {
  return (
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`).exec(tag)?.slice(1).join('') ?? ''
  )
}

const spreadsheetml = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function workbookXml(name: string, date1904: boolean): string {
  return (
    `<workbook xmlns="${spreadsheetml}" xmlns:r="${relationships}">` +
    `<workbookPr date1904="${date1904 ? 1 : 0}"/>` +
    `<sheets><sheet name="${name.replaceAll('"', '&quot;')}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  )
}

function pack(parts: {
  workbook: string
  sheet: string
  sharedStrings: string | undefined
  styles: string | undefined
}): Uint8Array {
  const container = CFB.utils.cfb_new({ root: 'R' })
  const overrideXml = (path: string, type: string): string =>
    `<Override PartName="/${path}" ContentType="${contentType}.${type}+xml"/>`
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`
  const add = (path: string, xml: string): void => {
    CFB.utils.cfb_add(container, `/${path}`, Buffer.from(xml, 'latin1'))
  }
  add(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      overrideXml('xl/workbook.xml', 'sheet.main') +
      overrideXml('xl/worksheets/sheet1.xml', 'worksheet') +
      overrideXml('xl/sharedStrings.xml', 'sharedStrings') +
      overrideXml('xl/styles.xml', 'styles') +
      '</Types>',
  )
  const wrap = (inner: string): string =>
    `<Relationships xmlns="${packageRelationships}">${inner}</Relationships>`
  add('_rels/.rels', wrap(relation('rId1', 'officeDocument', 'xl/workbook.xml')))
  add(
    'xl/_rels/workbook.xml.rels',
    wrap(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
        relation('rId2', 'styles', 'styles.xml') +
        relation('rId3', 'sharedStrings', 'sharedStrings.xml'),
    ),
  )
  add('xl/workbook.xml', parts.workbook)
  add('xl/worksheets/sheet1.xml', parts.sheet)
  add('xl/sharedStrings.xml', parts.sharedStrings ?? `<sst xmlns="${spreadsheetml}"></sst>`)
  add('xl/styles.xml', parts.styles ?? `<styleSheet xmlns="${spreadsheetml}"></styleSheet>`)
  return CFB.write(container, { type: 'buffer', fileType: 'zip' })
}
