import { checkoutText } from './checkout.ts'

/** Source root whose README lists its folders in a table, lowest layer first. */
type LayerRoot = 'src/server' | 'src/ui'

const rootLayers: Readonly<Record<LayerRoot, readonly string[]>> = {
  'src/server': readLayers('src/server'),
  'src/ui': readLayers('src/ui'),
}

function readLayers(root: LayerRoot): readonly string[] {
  const [table = ''] = checkoutText(`${root}/README.md`).split('\n## ')
  return [...table.matchAll(/^\| `([\w/-]+)` \|/gm)].map(([, folder = '']) => folder)
}

/** Layer of a file. Entry points at the top of the root belong above all layers. */
function getLayer(root: LayerRoot, path: string): number | undefined {
  const folder = path.slice(root.length + 1, path.lastIndexOf('/'))
  const layers = rootLayers[root]
  if (path.lastIndexOf('/') === root.length) return layers.length
  const layer = layers.indexOf(folder)
  return layer < 0 ? undefined : layer
}

/** Reason why a file must not import another file of the same root, or undefined if it can. */
export function objectToLayer(root: LayerRoot, from: string, to: string): string | undefined {
  if (!/\.tsx?$/.test(to)) return undefined
  const [here, there] = [getLayer(root, from), getLayer(root, to)]
  if (here === undefined) return `${from} is in no layer: add its folder to ${root}/README.md`
  if (there === undefined) return `${to} is in no layer: add its folder to ${root}/README.md`
  if (there <= here) return undefined
  const layers = rootLayers[root]
  return `points up from layer ${layers[here]} to ${layers[there] ?? 'the start'} (${root}/README.md): hand it in from above, or move the shared part down`
}
