import { Listeners } from '#ui/base/listeners.ts'
import { useSyncExternalStore } from 'react'
import { topPopup } from '#ui/windows/popup-stack.ts'

/** A macro that is being carried out. */
export interface MacroRun {
  readonly name: string
  /** 1 for the first step. */
  readonly step: number
  readonly steps: number
}

const listeners = new Listeners()
let run: MacroRun | undefined

function tell(next: MacroRun | undefined): void {
  run = next
  listeners.call()
}

/**
 * Carries out steps one after the other while Escape can end them between two: a step that was sent
 * is never torn in half. Each step answers whether the next one may begin.
 */
export async function runSteps(
  name: string,
  steps: readonly (() => Promise<boolean>)[],
): Promise<'done' | 'failed' | 'stopped'> {
  const listening = new AbortController()
  const stopping = new AbortController()
  const stop = (event: KeyboardEvent): void => {
    // A question that a step asks has Escape for itself.
    if (event.key === 'Escape' && topPopup() === undefined) stopping.abort()
  }
  window.addEventListener('keydown', stop, { capture: true, signal: listening.signal })
  try {
    for (const [at, step] of steps.entries()) {
      tell({ name, step: at + 1, steps: steps.length })
      if (stopping.signal.aborted) return 'stopped'
      if (!(await step())) return 'failed'
    }
    return 'done'
  } finally {
    listening.abort()
    tell(undefined)
  }
}

/** The macro under way, for whoever shows it. */
export function useMacroRun(): MacroRun | undefined {
  return useSyncExternalStore(listeners.add, () => run)
}
