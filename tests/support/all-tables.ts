import type { Table } from '#kernel/table.ts'
import { checkoutPaths } from './checkout.ts'

const modules = await Promise.all(
  checkoutPaths
    .filter((path) => /^src\/areas\/[^/]+\/tables\/[^/]+\.ts$/.test(path))
    .map((path): Promise<Record<string, unknown>> => import(`../../${path}`)),
)

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && 'key' in value && 'fields' in value

/** Table definitions of all areas. */
export const allTables: readonly Table[] = modules.flatMap((module) =>
  Object.values(module).filter(isTable),
)
