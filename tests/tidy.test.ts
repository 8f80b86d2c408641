import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { allEntries } from '#areas/menu-map.ts'
import { areas } from '#areas/order.ts'
import { screens } from '#tests/support/all-screens.ts'
import { checkoutPaths, checkoutText } from './support/checkout.ts'
import { objectToImport, findLayerPlace } from './support/layer-rule.ts'
import { readSourceFacts, type SourceFacts } from './support/source-facts.ts'

/** Top-level entries of the checkout. A new one needs a reason and a line here. */
const top = [
  '.ci',
  '.github',
  '.gitignore',
  '.npmrc',
  '.oxfmtrc.json',
  '.oxlintrc.json',
  'LICENSE',
  'README.md',
  'commands',
  'keymaps',
  'package-lock.json',
  'package.json',
  'src',
  'tests',
  'tsconfig.json',
  'vite.config.ts',
]

/** Files above the limit with their line counts. At most five, and each can only shrink. */
const longFiles: Readonly<Record<string, number>> = {}
const maxLines = 400
const maxLongFiles = 5

/** Maximum share of screens that can be `custom`. */
const maxCustomShare = 0.05

const sources: ReadonlyMap<string, SourceFacts> = new Map(
  checkoutPaths
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path, readSourceFacts(path, checkoutText(path))]),
)

const areaOrder = areas.map((area) => area.name)

function complain(
  facts: (source: SourceFacts) => readonly number[],
  isMeant: (path: string) => boolean,
  advice: string,
): string[] {
  return [...sources].flatMap(([path, source]) =>
    isMeant(path) ? facts(source).map((line) => `${path}:${line} ${advice}`) : [],
  )
}

function findTextErrors(pattern: RegExp, isMeant: (path: string) => boolean, advice: string) {
  return checkoutPaths.filter(isMeant).flatMap((path) =>
    checkoutText(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${advice}`] : [])),
  )
}

const isCode = (path: string) => /\.(tsx?|css|sql|html)$/.test(path)
const isProduct = (path: string) => /^(src|commands|keymaps)\//.test(path)

describe('repository layout', () => {
  test('the top level of the checkout contains exactly the listed entries', () => {
    const found = [...new Set(checkoutPaths.map((path) => path.split('/')[0] ?? ''))]
    const extra = found
      .filter((name) => !top.includes(name))
      .map((name) => `${name}: move it into commands, keymaps, src or tests, or ignore it in git`)
    const gone = top
      .filter((name) => !found.includes(name))
      .map((name) => `${name}: belongs at the top and is missing`)
    expect([...extra, ...gone]).toEqual([])
  })

  test('imports follow one direction: keymaps, commands, screens, operations, tables and rules, kernel', () => {
    const complaints = [...sources].flatMap(([path, { imports }]) =>
      imports.flatMap(({ specifier, line, form }) => {
        const objection =
          specifier === null
            ? findLayerPlace(path)?.layer !== 'tests' && 'imports a computed name: write it out'
            : objectToImport(path, specifier, areaOrder, form)
        return objection ? [`${path}:${line} imports ${specifier}: ${objection}`] : []
      }),
    )
    expect(complaints).toEqual([])
  })

  test('every file of an area is in one of its five folders', () => {
    const lost = checkoutPaths
      .filter(
        (path) => path.startsWith('src/areas/') && /\.tsx?$/.test(path) && !findLayerPlace(path),
      )
      .map((path) => `${path}: move it to tables, rules, operations, server or screens`)
    expect(lost).toEqual([])
  })

  test('pure layers never read the clock', () => {
    const pure = ['kernel', 'tables', 'rules', 'operations', 'screens']
    const isPure = (path: string) => pure.includes(findLayerPlace(path)?.layer ?? '')
    const advice = 'reads the clock: take the day or the moment as an argument'
    expect(complain((source) => source.clockReads, isPure, advice)).toEqual([])
  })
})

describe('files', () => {
  const screenFiles = new Set(
    checkoutPaths.filter((path) => /^src\/areas\/[\w-]+\/screens\//.test(path)),
  )

  test('file names are kebab-case, except screens named after their route', () => {
    const routes = new Set(allEntries.map((entry) => entry.route))
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|rule\.test|browser\.test|d|tsv))?\.[a-z]+$/
    const migration = /^\d{4}_[a-z0-9_]+\.sql$/
    const complaints = checkoutPaths
      .filter((path) => path.includes('/') && !path.startsWith('.'))
      .filter((path) => {
        const name = path.slice(path.lastIndexOf('/') + 1)
        if (path.startsWith('src/server/migrations/')) return !migration.test(name)
        if (screenFiles.has(path) && routes.has(name.replace(/\.ts$/, ''))) return false
        return !kebab.test(name) && !['README.md', 'SECURITY.md', 'Containerfile'].includes(name)
      })
      .map((path) => `${path}: rename it kebab-case, or, if it is a screen, as its route`)
    expect(complaints).toEqual([])
  })

  test('a file with one export is named after it', () => {
    const exempt = /(^|\/)(index|order)\.ts$|\.test\.tsx?$|\.d\.ts$/
    const splitName = (name: string) =>
      name
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
        .toLowerCase()
        .split(/[-_]/)
    const isSame = (a: string, b: string) => {
      const length = Math.min(a.length, b.length, 4)
      return a.slice(0, length) === b.slice(0, length)
    }
    const complaints = [...sources]
      .filter(([path]) => !exempt.test(path) && !screenFiles.has(path))
      .flatMap(([path, { exports }]) => {
        const [only] = exports
        const base = path.slice(path.lastIndexOf('/') + 1).replace(/\.tsx?$/, '')
        if (!only || exports.length > 1) return []
        if (splitName(base).some((word) => splitName(only.name).some((part) => isSame(word, part))))
          return []
        return [`${path}: exports only ${only.name}, so name the file after it`]
      })
    expect(complaints).toEqual([])
  })

  test('a file has at most 400 lines, and the listed exceptions only shrink', () => {
    const complaints = checkoutPaths.filter(isCode).flatMap((path) => {
      const lines = checkoutText(path).replace(/\n$/, '').split('\n').length
      const allowed = longFiles[path]
      if (allowed === undefined) {
        return lines > maxLines ? [`${path}: ${lines} lines, split it by what it says`] : []
      }
      if (lines <= maxLines) return [`${path}: fits now, take it off the list of long files`]
      return lines === allowed
        ? []
        : [`${path}: ${lines} lines, ${allowed} on the list: only lower it`]
    })
    const gone = Object.keys(longFiles)
      .filter((path) => !checkoutPaths.includes(path))
      .map((path) => `${path}: is gone, take it off the list of long files`)
    expect([...complaints, ...gone]).toEqual([])
    expect(Object.keys(longFiles).length, 'split a long file first').toBeLessThanOrEqual(
      maxLongFiles,
    )
  })
})

describe('source text', () => {
  // Assembled from parts, so this file does not contain the words itself.
  const notes = new RegExp(
    `\\b(${['TO', 'FIX', 'XX'].map((half, i) => half + ['DO', 'ME', 'X'][i]).join('|')})\\b`,
  )

  test('no file contains a note for later', () => {
    const advice = 'leaves a note for later: do it, or write it into the list of issues'
    // Published lists are unchanged: one of the words is a currency code.
    const isWritten = (path: string) => path !== 'package-lock.json' && !path.endsWith('.tsv')
    expect(findTextErrors(notes, isWritten, advice)).toEqual([])
  })

  test('only entry scripts print to the console', () => {
    const isQuiet = (path: string) => isProduct(path) && !/^src\/server\/[\w-]+\.ts$/.test(path)
    const advice = 'prints: throw, log through the server, or tell the user with notify()'
    expect(complain((source) => source.consoleCalls, isQuiet, advice)).toEqual([])
  })

  test('only one file of the page contains the address of the save endpoint', () => {
    const isPage = (path: string) =>
      /^(src\/ui|commands)\//.test(path) && path !== 'src/ui/remote/save-call.ts'
    const advice =
      'posts a save: call saveProcedure, postSave or postCheck of src/ui/remote/save-call.ts'
    expect(findTextErrors(/wmsCommon\/saveProcedure/, isPage, advice)).toEqual([])
  })

  test('status codes are never written as literals', () => {
    const isUser = (path: string) =>
      /^(src\/areas|src\/server|src\/ui|commands)\//.test(path) &&
      /\.tsx?$/.test(path) &&
      !/-status\.ts$|^src\/areas\/system\/screens\/grid\.ts$/.test(path)
    const code = /(\b(stat(e|es|us)|lock[A-Z])|STAT(E|US)_CD|state_cd).*'(!=)?\d\d(,\d\d)*'/i
    const advice = 'writes the code of a status: take it from rules/…-status.ts of its area'
    expect(findTextErrors(code, isUser, advice)).toEqual([])
  })

  test('no code turns text into markup or code', () => {
    const turned =
      /(inner|outer)HTML|insertAdjacentHTML|dangerouslySet|document\.write|\beval\(|new Function\(/
    expect(findTextErrors(turned, isProduct, 'interprets text: build nodes or call code')).toEqual(
      [],
    )
  })

  test('bilingual texts are written as label(…, …)', () => {
    const isUser = (path: string) => isProduct(path) && path !== 'src/kernel/label.ts'
    const advice = 'writes { ko, en }: write label(ko, en) of src/kernel/label.ts'
    expect(complain((source) => source.labelObjects, isUser, advice)).toEqual([])
  })

  test('no code uses any or casts through unknown', () => {
    const isAnywhere = () => true
    const isCast = (path: string) => path !== 'src/kernel/screen.ts'
    const anyType = 'uses any: name the type, or take unknown and look'
    const cast = 'casts through unknown: describe the type, or check the value'
    expect(complain((source) => source.anyTypes, isAnywhere, anyType)).toEqual([])
    expect(complain((source) => source.blindCasts, isCast, cast)).toEqual([])
  })

  test('modules have neither default exports nor star exports', () => {
    // Type declarations of a third-party package describe that package.
    const isOurs = (path: string) => path !== 'vite.config.ts' && !path.endsWith('.d.ts')
    const unnamed = 'exports by default: give it its name'
    const second = 'passes on all of another file: let its users import from there'
    expect(complain((source) => source.defaultExports, isOurs, unnamed)).toEqual([])
    expect(complain((source) => source.starExports, isOurs, second)).toEqual([])
  })

  // Words of a single area, unlike roles, scope and documents, which every area has.
  test('the kernel declares no name of a single business area', () => {
    const nouns =
      'receipt|shipment|ledger|booking|carrier|invoice|backup|freight|supplyChain|allocat|packing'
    const declared = new RegExp(
      `^\\s*(export |readonly |interface |type |const |function )+\\w*(${nouns})\\w*`,
      'i',
    )
    const advice = 'is a word of one area: let commands name it, and the kernel take it as data'
    const isKernel = (path: string) => path.startsWith('src/kernel/')
    expect(findTextErrors(declared, isKernel, advice)).toEqual([])
  })

  test('no test is marked to run exclusively', () => {
    const alone = new RegExp(`\\b(test|it|describe)\\.on${'ly'}\\(`)
    const isTest = (path: string) => path.endsWith('.test.ts') || path.endsWith('.test.tsx')
    expect(findTextErrors(alone, isTest, 'runs alone: take the word off')).toEqual([])
  })

  test('no file contains a machine-specific path', () => {
    const folder = /(?<![\w.#*@-])(\/(home|Users|root|work|workspace|mnt)\/|[A-Z]:\\+Users)/
    const advice =
      'names a folder of one machine: work it out from import.meta.url or the environment'
    const isHeld = (path: string) => path !== 'tests/tidy.test.ts'
    expect(findTextErrors(folder, isHeld, advice)).toEqual([])
  })

  // The real data next to the checkout is only read by tests.
  test('no file refers to a path outside the checkout', () => {
    const complaints = checkoutPaths
      .filter(isCode)
      .flatMap((path) =>
        [...checkoutText(path).matchAll(/new URL\(\s*['"`]((?:\.\.\/)+)(?!shared\/data\/)/g)]
          .filter(([, ups = '']) => ups.split('/').length > path.split('/').length)
          .map(
            ([text]) => `${path}: ${text} leads out: name such a place by an environment variable`,
          ),
      )
    expect(complaints).toEqual([])
  })

  test('no file specifies a package registry', () => {
    const host =
      /https?:\/\/[^/\s"']*(registry|npm|yarnpkg|artifact|nexus|verdaccio|mirror)|"resolved":|\bregistry\s*=/i
    const advice = 'says where packages come from: leave that to the npm of the machine'
    const isHeld = (path: string) => path !== 'tests/tidy.test.ts'
    expect(findTextErrors(host, isHeld, advice)).toEqual([])
  })
})

describe('decisions', () => {
  const readmes = checkoutPaths.filter((path) =>
    /(^|\/)(README|SECURITY|decisions)\.md$/.test(path),
  )

  test('decision numbers are unique across all READMEs of the source', () => {
    const homes = new Map<string, string>()
    const complaints = readmes
      .filter((path) => path.startsWith('src/'))
      .flatMap((path) =>
        [...checkoutText(path).matchAll(/^(?:(\d+)\. |\| (\d+) \|)/gm)].flatMap(
          ([, listed, tabled]) => {
            const number = listed ?? tabled ?? ''
            const home = homes.get(number)
            homes.set(number, path)
            return home ? [`${path}: ${number} is taken in ${home}: take a free number`] : []
          },
        ),
      )
    expect(complaints).toEqual([])
    expect(homes.size).toBeGreaterThan(300)
  })

  test('every test file named in a README exists', () => {
    const complaints = readmes.flatMap((path) =>
      [...checkoutText(path).matchAll(/[\w./-]+\.test\.tsx?/g)]
        .map(([named]) => named)
        .filter(
          (named) =>
            !checkoutPaths.some((checkoutPath) => `/${checkoutPath}`.endsWith(`/${named}`)),
        )
        .map((named) => `${path}: ${named} is gone: name the test that holds this now`),
    )
    expect(complaints).toEqual([])
  })

  test('every test title quoted in a README exists in its test file', () => {
    const complaints = readmes.flatMap((path) =>
      [...checkoutText(path).matchAll(/`([\w./-]+\.test\.tsx?)` ("[^"]+"(?:, "[^"]+")*)/g)].flatMap(
        ([, named = '', quoted = '']) => {
          const file = checkoutPaths.find((checkoutPath) =>
            `/${checkoutPath}`.endsWith(`/${named}`),
          )
          const text = file === undefined ? '' : checkoutText(file)
          return [...quoted.matchAll(/"([^"]+)"/g)]
            .filter(
              ([, name = '']) => !["'", '"', '`'].some((mark) => text.includes(mark + name + mark)),
            )
            .map(([name]) => `${path}: ${named} says ${name} no more: name what holds this now`)
        },
      ),
    )
    expect(complaints).toEqual([])
  })
})

/** Output of a program run on all files, or empty if it reports nothing. */
function readOutput(program: string, ...options: string[]): string {
  const root = fileURLToPath(new URL('..', import.meta.url))
  try {
    execFileSync(`${root}node_modules/.bin/${program}`, options, { cwd: root, stdio: 'pipe' })
    return ''
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  }
}

// Without type checks, which take ten times as long. `npm run check` includes them.
test('the linter and the formatter report nothing', () => {
  expect(readOutput('oxlint', '--deny-warnings')).toBe('')
  expect(readOutput('oxfmt', '--check')).toBe('')
})

test('the README explains exactly the packages of the manifest', () => {
  const manifest: Record<string, Record<string, string>> = JSON.parse(checkoutText('package.json'))
  const parts = ['dependencies', 'devDependencies', 'optionalDependencies']
  const expected = parts.flatMap((part) => Object.keys(manifest[part] ?? {})).toSorted()
  const [, section = ''] = checkoutText('README.md').split('## Why each dependency')
  const rows =
    section
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| `')) ?? []
  const listed = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  const named = listed.filter((name) => !name.startsWith('npm:')).toSorted()
  expect(named, 'keep the table "Why each dependency" of README.md in step').toEqual(expected)
})

test('the share of custom screens does not exceed its limit', () => {
  const all = Object.values(screens)
  const custom = all.filter((screen) => screen.kind === 'custom').map((screen) => screen.route)
  const allowed = Math.floor(all.length * maxCustomShare)
  expect(
    custom.length,
    `${custom.join(', ')}: at most ${allowed} of ${all.length} screens are custom; describe one with a kind, or teach a kind what three screens need`,
  ).toBeLessThanOrEqual(allowed)
})
