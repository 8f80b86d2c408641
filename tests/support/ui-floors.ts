import { checkoutText } from './checkout.ts'

/** Folders of `src/ui` from the lowest floor to the highest, as the table of its README lists them. */
const uiFloors: readonly string[] = [
  ...checkoutText('src/ui/README.md').matchAll(/^\| `([\w/-]+)` \|/gm),
].map(([, folder = '']) => folder)

/** Files that stand above all floors. */
const above = /^src\/ui\/[\w-]+\.tsx?$/

/** The floor of a file of `src/ui`; undefined for a folder that the table does not list. */
function floorOf(path: string): number | undefined {
  if (above.test(path)) return uiFloors.length
  const folder = path.slice('src/ui/'.length, path.lastIndexOf('/'))
  const floor = uiFloors.indexOf(folder)
  return floor < 0 ? undefined : floor
}

/** Why a file of `src/ui` may not import another of it; undefined when it may. */
export function objectToFloor(from: string, to: string): string | undefined {
  if (!/\.tsx?$/.test(to)) return undefined
  const [here, there] = [floorOf(from), floorOf(to)]
  if (here === undefined) return `${from} is on no floor: add its folder to src/ui/README.md`
  if (there === undefined) return `${to} is on no floor: add its folder to src/ui/README.md`
  if (there <= here) return undefined
  return `points up from floor ${uiFloors[here]} to ${uiFloors[there] ?? 'the start'} (src/ui/README.md): hand it in from above, or move what is shared down`
}
