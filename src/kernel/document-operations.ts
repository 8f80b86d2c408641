import { documentInput, type DocumentTables } from './document.ts'
import { label, type Label } from './label.ts'
import { defineProcedure, type Procedure } from './operation.ts'

/** Every way a kind of document is typed: by staff or asked for by customers, goods or samples. */
export interface DocumentSaves {
  /** Documents with lines, new and changed, saved together. */
  readonly save: Procedure
  /** The same for samples, which have numbers of their own and stay apart from other goods. */
  readonly saveSample: Procedure
  /** What customers ask for: nothing becomes of it until staff accept it. */
  readonly request: Procedure
  readonly requestSample: Procedure
  /** Samples that nothing was done for yet: changed or cancelled, none made. */
  readonly changeSample: Procedure
  /** The customers' own, until staff have answered. */
  readonly changeRequestedSample: Procedure
}

interface DocumentForms {
  readonly area: string
  /** The documents in operation names: `receipts`. */
  readonly plural: string
  readonly title: Label
  readonly document: DocumentTables
}

/** The saves of a kind of document, alike but for who may call them and what they make. */
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
    request: make(`request-${plural}`, `${ko} 요청 저장`, `Request ${en}`),
    requestSample: make(`request-sample-${plural}`, `샘플 ${ko} 요청 저장`, `Request sample ${en}`),
    changeSample: make(`change-sample-${plural}`, `샘플 ${ko} 수정`, `Change sample ${en}`),
    changeRequestedSample: make(
      `change-requested-sample-${plural}`,
      `샘플 ${ko} 요청 수정`,
      `Change requested sample ${en}`,
    ),
  }
}
