import { Listeners } from '#ui/base/listeners.ts'
import { useSyncExternalStore } from 'react'
import { topPopup } from '#ui/windows/popup-stack.ts'

export interface MacroRun {
  readonly name: string
  /** Number of the step, starting at 1. */
  readonly step: number
  readonly steps: number
}

const listeners = new Listeners()
let currentRun: MacroRun | undefined

function setCurrentRun(next: MacroRun | undefined): void {
  currentRun = next
  listeners.call()
}

/** Runs steps in order until one returns false. Escape stops between steps, never during one. */
export async function runSteps(
  name: string,
  steps: readonly (() => Promise<boolean>)[],
): Promise<'done' | 'failed' | 'stopped'> {
  const listening = new AbortController()
  const stopping = new AbortController()
  const stop = (event: KeyboardEvent): void => {
    // A prompt opened by a step handles Escape itself.
    if (event.key === 'Escape' && topPopup() === undefined) stopping.abort()
  }
  window.addEventListener('keydown', stop, { capture: true, signal: listening.signal })
  try {
    for (const [index, step] of steps.entries()) {
      setCurrentRun({ name, step: index + 1, steps: steps.length })
      if (stopping.signal.aborted) return 'stopped'
      if (!(await step())) return 'failed'
    }
    return 'done'
  } finally {
    listening.abort()
    setCurrentRun(undefined)
  }
}

export function useMacroRun(): MacroRun | undefined {
  return useSyncExternalStore(listeners.add, () => currentRun)
}
