import type { DocumentSaves } from '#kernel/document-operations.ts'
import { documentStatus } from '#kernel/status.ts'
import { saveDocuments, type DocumentKind } from './document-save.ts'
import { handleEdits, type ProcedureHandler } from './handler.ts'

export function documentKinds(
  goods: DocumentKind,
  sampleRule: string,
  ofSamples: Partial<DocumentKind> = {},
): Readonly<Record<keyof DocumentSaves, DocumentKind>> {
  const samples = { ...goods, ...ofSamples, rule: sampleRule, fixedValues: { SAMPLE_YN: 'Y' } }
  // Documents requested by customers, who can edit them until staff decide.
  const requested = { initial: { REQUEST_YN: 'Y' }, openStates: [documentStatus.requested] }
  return {
    save: goods,
    saveSample: samples,
    request: { ...goods, ...requested },
    requestSample: { ...samples, ...requested },
    changeSample: { ...samples, existingOnly: true },
    changeRequestedSample: { ...samples, ...requested, existingOnly: true },
  }
}

export function documentHandlers(
  saves: DocumentSaves,
  kinds: Readonly<Record<keyof DocumentSaves, DocumentKind>>,
): Readonly<Record<keyof DocumentSaves, ProcedureHandler>> {
  const make = (name: keyof DocumentSaves) =>
    handleEdits(saves[name], (call) => saveDocuments(call, kinds[name]))
  return {
    save: make('save'),
    saveSample: make('saveSample'),
    request: make('request'),
    requestSample: make('requestSample'),
    changeSample: make('changeSample'),
    changeRequestedSample: make('changeRequestedSample'),
  }
}
