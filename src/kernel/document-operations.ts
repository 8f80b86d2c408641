import { documentInput, type DocumentTables } from './document.ts'
import { label, type Label } from './label.ts'
import { defineProcedure, type Procedure } from './operation.ts'

/** Save operations of a document type: by staff or as customers' requests, for stock or samples. */
export interface DocumentSaves {
  readonly save: Procedure
  /** Saves samples, which have their own numbers and are separate from other stock. */
  readonly saveSample: Procedure
  /** Requests by customers. They have no effect until staff accept them. */
  readonly request: Procedure
  readonly requestSample: Procedure
  /** Changes or cancels samples on which no work has started. Cannot create samples. */
  readonly changeSample: Procedure
  /** Changes or cancels customers' own samples until staff respond to the request. */
  readonly changeRequestedSample: Procedure
}

interface DocumentForms {
  readonly area: string
  readonly plural: string
  readonly title: Label
  readonly document: DocumentTables
}

/**
 * Builds the saves of a kind of document. They differ only in permitted users and in the documents
 * they create.
 */
export function documentSaves(forms: DocumentForms): DocumentSaves {
  const { area, plural, title, document } = forms
  const make = (name: string, ko: string, en: string) =>
    defineProcedure({
      name: `${area}/${name}`,
      title: label(ko, en),
      action: 'save',
      scope: 'warehouse-owner',
      ...documentInput(document),
    })
  const { ko, en } = title
  return {
    save: make(`save-${plural}`, `${ko} 저장`, `Save ${en}`),
    saveSample: make(`save-sample-${plural}`, `샘플 ${ko} 저장`, `Save sample ${en}`),
    request: make(`request-${plural}`, `${ko} 요청 저장`, `Save requested ${en}`),
    requestSample: make(
      `request-sample-${plural}`,
      `샘플 ${ko} 요청 저장`,
      `Save requested sample ${en}`,
    ),
    changeSample: make(`change-sample-${plural}`, `샘플 ${ko} 수정`, `Change sample ${en}`),
    changeRequestedSample: make(
      `change-requested-sample-${plural}`,
      `샘플 ${ko} 요청 수정`,
      `Change requested sample ${en}`,
    ),
  }
}
