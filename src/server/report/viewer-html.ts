import type { Language } from '#kernel/label.ts'
import { paperSizes } from '#server/print/paper.ts'
import { maxCopies, type ReportJob } from './report-job.ts'
import type { ViewerJob } from './run-viewer.ts'

const texts = {
  ko: {
    copies: '매수',
    paper: '용지',
    print: '인쇄',
    save: 'PDF 저장',
    loading: '문서를 작성하는 중입니다…',
    failed: '문서를 작성하지 못했습니다.',
    offline: '인터넷 연결을 확인하세요.',
  },
  en: {
    copies: 'Copies',
    paper: 'Paper',
    print: 'Print',
    save: 'Save PDF',
    loading: 'Creating the document…',
    failed: 'The document could not be created.',
    offline: 'Please check your internet connection.',
  },
} as const

function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }
  return text.replaceAll(/[&<>"]/g, (sign) => `&${names[sign]};`)
}

/**
 * Generates the viewer page. Script and style have their own URLs, which keeps the content security
 * policy strict.
 */
export function viewerHtml(
  job: ReportJob,
  title: string,
  wcode: string,
  language: Language,
): string {
  const text = texts[language]
  const given: ViewerJob = {
    reportName: job.report,
    wcode,
    jsonData: job.rows,
    printCopies: job.copies,
    printSize: job.paper,
    exportFileName: job.fileName,
    texts: { loading: text.loading, failed: text.failed, offline: text.offline },
  }
  // Escaped, because `<` could close the script element.
  const json = JSON.stringify(given).replaceAll('<', '\\u003c')
  // The first entry is preselected, so list the job's paper first.
  const sizes = [...new Set<string>([job.paper, ...Object.keys(paperSizes)])]
    .map((name) => `<option>${name}</option>`)
    .join('')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/oz80/viewer.css">
<script type="application/json" id="job">${json}</script>
<script src="/oz80/viewer.js" defer></script>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<label>${text.copies}<input id="copies" type="number" min="1" max="${maxCopies}" value="${job.copies}"></label>
<label>${text.paper}<select id="paper">${sizes}</select></label>
<button id="print" type="button" aria-disabled="true">${text.print}</button>
<button id="save" type="button" aria-disabled="true">${text.save}</button>
<span id="state" role="status"></span>
</header>
<iframe id="sheet" title="${escapeHtml(title)}"></iframe>
</body>
</html>
`
}
