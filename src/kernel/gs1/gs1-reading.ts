import { label, type Label } from '../label.ts'
import {
  applicationIdentifiers,
  matchesPattern,
  type ApplicationIdentifier,
  type CharacterSet,
} from './application-identifier.ts'
import { failedCheck } from './value-checks.ts'

export interface Gs1Element {
  readonly ai: string
  readonly value: string
}

export type Gs1ErrorCode =
  | 'empty'
  | 'unknown-ai'
  | 'too-short'
  | 'too-long'
  | 'separator-missing'
  | 'wrong-character'
  | 'wrong-value'
  | 'twice'
  | 'excluded'
  | 'wrong-order'

export type Gs1Reading =
  | {
      readonly ok: true
      readonly elements: readonly Gs1Element[]
      /**
       * Identifiers without their required companions. Those can be on another code of the same
       * item.
       */
      readonly lacking: readonly string[]
    }
  | {
      readonly ok: false
      readonly code: Gs1ErrorCode
      readonly reason: Label
      readonly ai?: string
    }

export type Gs1Error = Extract<Gs1Reading, { ok: false }>

const characters: Readonly<Record<CharacterSet, RegExp>> = {
  N: /^\d*$/,
  X: /^[!"%&'()*+,\-./\d:;<=>?A-Z_a-z]*$/,
  Y: /^[#\-/\dA-Z]*$/,
  Z: /^[-\w]*={0,2}$/,
}

export function gs1Error(code: Gs1ErrorCode, ai: string, ko: string, en: string): Gs1Error {
  const place = ai === '' ? '' : `(${ai}) `
  return { ok: false, code, reason: label(`GS1 ${place}${ko}`, `GS1 ${place}${en}`), ai }
}

export function valueError(
  { ai, components, min, max }: ApplicationIdentifier,
  value: string,
  currentYear: number,
): Gs1Error | undefined {
  if (value.length < min) {
    return gs1Error(
      'too-short',
      ai,
      `값이 ${min}자보다 짧습니다`,
      `is shorter than ${min} characters`,
    )
  }
  if (value.length > max) {
    return gs1Error('too-long', ai, `값이 ${max}자를 넘습니다`, `is longer than ${max} characters`)
  }
  let at = 0
  for (const part of components) {
    const piece = value.slice(at, at + part.max)
    if (piece === '' && part.optional) return undefined
    at += piece.length
    if (piece.length < part.min) {
      return gs1Error('too-short', ai, '값이 도중에 끝납니다', 'ends in the middle of its value')
    }
    if (!characters[part.characters].test(piece)) {
      const ko = `값에 사용할 수 없는 글자가 있습니다: ${piece}`
      return gs1Error('wrong-character', ai, ko, `contains invalid characters: ${piece}`)
    }
    for (const name of part.checks) {
      const failed = failedCheck(name, piece, currentYear)
      if (failed) {
        return gs1Error('wrong-value', ai, `${failed.ko}: ${piece}`, `${failed.en}: ${piece}`)
      }
    }
  }
  return undefined
}

/** Checks the elements of one code against each other: repeated, exclusive and missing ones. */
export function checkAssociations(written: readonly Gs1Element[]): Gs1Reading {
  const elements: Gs1Element[] = []
  for (const element of written) {
    const before = elements.find(({ ai }) => ai === element.ai)
    if (before && before.value !== element.value) {
      return gs1Error(
        'twice',
        element.ai,
        '값이 서로 다르게 두 번 있습니다',
        'appears twice with different values',
      )
    }
    if (!before) elements.push(element)
  }
  const ais = elements.map(({ ai }) => ai)
  for (const ai of ais) {
    const excludes = applicationIdentifiers.get(ai)?.excludes ?? []
    const other = ais.find(
      (each) => each !== ai && excludes.some((like) => matchesPattern(each, like)),
    )
    if (other !== undefined) {
      return gs1Error(
        'excluded',
        ai,
        `(${other})와 함께 있을 수 없습니다`,
        `cannot be combined with (${other})`,
      )
    }
  }
  return { ok: true, elements, lacking: ais.filter((ai) => !isAccompanied(ai, ais)) }
}

function isAccompanied(ai: string, ais: readonly string[]): boolean {
  const { requires } = applicationIdentifiers.get(ai) ?? { requires: [] }
  return requires.every((groups) =>
    groups.some((group) =>
      group.every((like) => ais.some((other) => other !== ai && matchesPattern(other, like))),
    ),
  )
}
