import { checkoutText } from './checkout.ts'

/** Source root whose README lists its folders in a table, lowest floor first. */
type FloorRoot = 'src/server' | 'src/ui'

const rootFloors: Readonly<Record<FloorRoot, readonly string[]>> = {
  'src/server': readFloors('src/server'),
  'src/ui': readFloors('src/ui'),
}

function readFloors(root: FloorRoot): readonly string[] {
  const [table = ''] = checkoutText(`${root}/README.md`).split('\n## ')
  return [...table.matchAll(/^\| `([\w/-]+)` \|/gm)].map(([, folder = '']) => folder)
}

/** Floor of a file. Entry points at the top of the root are above all floors. */
function floorOf(root: FloorRoot, path: string): number | undefined {
  const folder = path.slice(root.length + 1, path.lastIndexOf('/'))
  const floors = rootFloors[root]
  if (path.lastIndexOf('/') === root.length) return floors.length
  const floor = floors.indexOf(folder)
  return floor < 0 ? undefined : floor
}

/** Reason a file must not import another one of the same root, or undefined if it can. */
export function objectToFloor(root: FloorRoot, from: string, to: string): string | undefined {
  if (!/\.tsx?$/.test(to)) return undefined
  const [here, there] = [floorOf(root, from), floorOf(root, to)]
  if (here === undefined) return `${from} is on no floor: add its folder to ${root}/README.md`
  if (there === undefined) return `${to} is on no floor: add its folder to ${root}/README.md`
  if (there <= here) return undefined
  const floors = rootFloors[root]
  return `points up from floor ${floors[here]} to ${floors[there] ?? 'the start'} (${root}/README.md): hand it in from above, or move what is shared down`
}
