// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { runSteps } from '#ui/keys/macros/macro-run.ts'
import { openPopup, topPopup } from '#ui/windows/popup-stack.ts'

HTMLElement.prototype.checkVisibility = () => true

const done: string[] = []

function step(name: string, continues = true): () => Promise<boolean> {
  return () => {
    done.push(name)
    return Promise.resolve(continues)
  }
}

const escape = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))

function run(...steps: (() => Promise<boolean>)[]): Promise<string> {
  done.length = 0
  return runSteps('m', steps)
}

test('macro steps run one after the other', async () => {
  expect(await run(step('a'), step('b'))).toBe('done')
  expect(done).toEqual(['a', 'b'])
})

test('the first step that fails ends the macro', async () => {
  expect(await run(step('a'), step('b', false), step('c'))).toBe('failed')
  expect(done).toEqual(['a', 'b'])
})

test('Escape stops the macro after the running step has finished', async () => {
  const pressEscape = async (): Promise<boolean> => {
    escape()
    return step('a')()
  }
  expect(await run(pressEscape, step('b'))).toBe('stopped')
  expect(done).toEqual(['a'])
  // The stop does not carry over to the next macro.
  expect(await run(step('a'), step('b'))).toBe('done')
})

test('Escape that closes a popup of a step does not stop the macro', async () => {
  const openAndEscape = async (): Promise<boolean> => {
    void openPopup(() => null, { title: 'Asks' }, 'message')
    escape()
    topPopup()?.dismiss()
    return step('a')()
  }
  expect(await run(openAndEscape, step('b'))).toBe('done')
})
