import { parseSync, Visitor, type ESTree } from 'vite'

/** Import of a source file in any form. `specifier` is null if it is computed. */
export interface ImportFact {
  readonly specifier: string | null
  /** `path` is a location relative to the file: `new URL('./a.ts', import.meta.url)`, a glob. */
  readonly form: 'import' | 'path'
  readonly line: number
}

export interface ExportFact {
  readonly name: string
  readonly isType: boolean
}

export interface SourceFacts {
  readonly imports: readonly ImportFact[]
  readonly exports: readonly ExportFact[]
  readonly clockReads: readonly number[]
  readonly consoleCalls: readonly number[]
  readonly anyTypes: readonly number[]
  /** `as unknown as`: an unchecked cast. */
  readonly blindCasts: readonly number[]
  readonly defaultExports: readonly number[]
  /** `export * from`: a second export of all exports of a file. */
  readonly starExports: readonly number[]
  /** `{ ko: …, en: … }`: a label not created by `label(…, …)`. */
  readonly labelObjects: readonly number[]
  readonly properties: ReadonlySet<string>
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer V)[] ? V[] : T[K] }

const clocks: Readonly<Record<string, readonly string[]>> = {
  Date: ['now'],
  performance: ['now', 'timeOrigin'],
  Temporal: ['Now'],
}

function literalText(node: ESTree.Node | null | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return null
  return node.quasis[0]?.value.cooked ?? null
}

function isName(node: ESTree.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name
}

function propertyName(node: ESTree.Node, computed: boolean): string | null {
  if (!computed && node.type === 'Identifier') return node.name
  return literalText(node)
}

/** Property without text: a list, a nested object or a call of `label`. */
function isWithoutText(node: ESTree.ObjectExpression['properties'][number]): boolean {
  if (node.type !== 'Property') return false
  const { value } = node
  const isMade = value.type === 'CallExpression' && isName(value.callee, 'label')
  return isMade || ['ObjectExpression', 'ArrayExpression', 'NewExpression'].includes(value.type)
}

/** Imports in the form of a call: `import.meta.resolve`, `import.meta.glob`, `require`. */
function isImportCall(callee: ESTree.Node): boolean {
  if (callee.type !== 'MemberExpression') return isName(callee, 'require')
  return callee.object.type === 'MetaProperty'
}

/** Parses a file and collects its facts. @throws Error if it does not parse. */
export function readSourceFacts(path: string, text: string): SourceFacts {
  const { program, module, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const properties = new Set<string>()
  const facts: Mutable<SourceFacts> = {
    imports: [],
    exports: module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName, isType }) =>
        exportName.name == null ? [] : [{ name: exportName.name, isType }],
      ),
    ),
    clockReads: [],
    consoleCalls: [],
    anyTypes: [],
    blindCasts: [],
    defaultExports: [],
    starExports: [],
    labelObjects: [],
    properties,
  }
  const getLine = (node: { start: number }) => text.slice(0, node.start).split('\n').length
  const addImport = (
    node: { start: number },
    specifier: string | null,
    form: ImportFact['form'] = 'import',
  ) => facts.imports.push({ specifier, form, line: getLine(node) })
  new Visitor({
    ImportDeclaration: (node) => void addImport(node, node.source.value),
    ImportExpression: (node) => void addImport(node, literalText(node.source)),
    TSImportType: (node) => void addImport(node, node.source.value),
    ExportAllDeclaration(node) {
      addImport(node, node.source.value)
      facts.starExports.push(getLine(node))
    },
    ExportNamedDeclaration(node) {
      if (node.source) addImport(node, node.source.value)
    },
    ExportDefaultDeclaration: (node) => void facts.defaultExports.push(getLine(node)),
    CallExpression(node) {
      if (isName(node.callee, 'Date')) facts.clockReads.push(getLine(node))
      if (isImportCall(node.callee)) addImport(node, literalText(node.arguments[0]), 'path')
    },
    NewExpression(node) {
      const [first, second] = node.arguments
      if (isName(node.callee, 'Date') && !first) facts.clockReads.push(getLine(node))
      // `new URL('./worker.ts', import.meta.url)` references a module like an import.
      const isModule = isName(node.callee, 'URL') && second?.type === 'MemberExpression'
      const specifier = isModule ? literalText(first) : null
      if (specifier && /\.[cm]?tsx?$/.test(specifier)) addImport(node, specifier, 'path')
    },
    MemberExpression(node) {
      const name = propertyName(node.property, node.computed)
      if (node.object.type !== 'Identifier' || name === null) return
      if (node.object.name === 'console') facts.consoleCalls.push(getLine(node))
      if (clocks[node.object.name]?.includes(name)) facts.clockReads.push(getLine(node))
    },
    TSAnyKeyword: (node) => void facts.anyTypes.push(getLine(node)),
    TSAsExpression(node) {
      const inner = node.expression
      if (inner.type !== 'TSAsExpression' || inner.typeAnnotation.type !== 'TSUnknownKeyword')
        return
      facts.blindCasts.push(getLine(node))
    },
    ObjectExpression({ start, properties: written }) {
      const names = written.map((kind) =>
        kind.type === 'Property' ? propertyName(kind.key, kind.computed) : null,
      )
      const isLabel =
        names.length === 2 &&
        names.includes('en') &&
        names.includes('ko') &&
        !written.some(isWithoutText)
      if (isLabel) facts.labelObjects.push(getLine({ start }))
    },
    Property(node) {
      const name = propertyName(node.key, node.computed)
      if (name !== null) properties.add(name)
    },
  }).visit(program)
  return facts
}
