import type { Handler } from '#server/engine/handler.ts'
import { gridBenchHandler } from './grid-bench.ts'

/** Every operation of the area has its one handler here. */
export const systemHandlers: readonly Handler[] = [gridBenchHandler]
