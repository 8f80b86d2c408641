interface Edge {
  readonly from: string
  readonly line: number
  readonly to: string
}

export interface Circle {
  readonly files: readonly string[]
  readonly edges: readonly Edge[]
}

interface Visit {
  readonly file: string
  readonly targets: readonly string[]
  next: number
}

/** Import cycles: strongly connected components with more than one file (Tarjan). */
export function importCircles(edges: readonly Edge[]): Circle[] {
  const targets = Map.groupBy(edges, ({ from }) => from)
  const order = new Map<string, number>()
  /** For each file, the earliest open file that it can reach. */
  const lowest = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const found: string[][] = []

  const enter = (file: string): Visit => {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    open.push(file)
    isOpen.add(file)
    return { file, targets: (targets.get(file) ?? []).map(({ to }) => to), next: 0 }
  }
  const reach = (file: string, place = Infinity) =>
    void lowest.set(file, Math.min(lowest.get(file) ?? Infinity, place))
  const leave = ({ file }: Visit) => {
    if (lowest.get(file) !== order.get(file)) return
    const files = open.splice(open.indexOf(file))
    for (const each of files) isOpen.delete(each)
    if (files.length > 1) found.push(files.toSorted())
  }

  for (const start of targets.keys()) {
    if (order.has(start)) continue
    const path = [enter(start)]
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const target = visit.targets[visit.next]
      visit.next += 1
      if (target === undefined) {
        path.pop()
        leave(visit)
        const parent = path.at(-1)
        if (parent) reach(parent.file, lowest.get(visit.file))
      } else if (!order.has(target)) path.push(enter(target))
      else if (isOpen.has(target)) reach(visit.file, order.get(target))
    }
  }
  return found.map((files) => {
    const members = new Set(files)
    return { files, edges: edges.filter(({ from, to }) => members.has(from) && members.has(to)) }
  })
}
