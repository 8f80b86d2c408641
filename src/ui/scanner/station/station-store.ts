import { Listeners } from '#ui/base/listeners.ts'
import { startState, type StationState } from './scan-state.ts'

export class StationStore {
  readonly listeners = new Listeners()
  #state: StationState = startState

  get state(): StationState {
    return this.#state
  }

  set(change: Partial<StationState>): void {
    this.#state = { ...this.#state, ...change }
    this.listeners.call()
  }
}
