import { testsIn, section, type SpecRow } from './row.ts'

const api = 'ui/shell/api.test.tsx'
const popups = 'ui/shell/popups.test.tsx'

export const errorRows: readonly SpecRow[] = section('8', [
  [
    'HTTP 401: go to /login and reject.',
    [
      ...testsIn(
        api,
        'an expired session is renewed and the same request sent again',
        'a cancelled login ends the call with the error response',
      ),
      ...testsIn(
        'ui/shell/shell.browser.test.ts',
        'a save with an expired session completes after a login over the page',
      ),
    ],
    413,
  ],
  [
    'Error response with an x-error-code header: the code is appended in square brackets to the message.',
    testsIn(
      api,
      'an error response yields the message, the code in brackets and the row errors',
      'the error code follows the message of a failed download in brackets too',
    ),
  ],
  [
    'Error body flagged unknown: message shown in an error dialog; the request never settles.',
    testsIn(api, 'an unknown error is displayed and its call never settles'),
    952,
  ],
  [
    'Other error bodies: rejected to the caller.',
    testsIn(api, 'an error response yields the message, the code in brackets and the row errors'),
  ],
  [
    "No response: the Korean text for 'Please check your internet connection.' followed by the error.",
    testsIn(
      api,
      'a query without a response is not retried and reports the connection error',
      'a timed-out call fails as unanswered, with or without a signal of the caller',
      'a save without a response is resent with the same key until the server responds',
    ),
    953,
  ],
  [
    'Save-procedure failure with row list: each row with negative POSTATUS shows its error text in the row.',
    [
      ...testsIn(
        'ui/pages/save-rows.test.ts',
        'response errors appear on their rows although the rows were sorted since',
        'two errors of one row are both shown, each on its cell',
      ),
      ...testsIn(
        'ui/grid/grid-model.test.ts',
        'the message follows its row when the order changes',
      ),
      ...testsIn(
        'server/save.test.ts',
        'every failing row is listed, and valid rows are not saved',
      ),
    ],
  ],
  [
    'With only a message, it shows in an error dialog.',
    testsIn(
      'ui/pages/page-save.test.ts',
      'a failure message that concerns no row is shown in a popup',
    ),
  ],
  [
    "A popup whose screen cannot be found: page load fails ('activePopup error').",
    testsIn(popups, 'opening an unknown popup fails'),
  ],
  [
    "404 'This page could not be found' when no route matches or page validation fails.",
    [
      ...testsIn(
        'ui/shell/shell.browser.test.ts',
        'an unknown path shows an error, and Enter leads to Home',
      ),
      ...testsIn(
        'ui/shell/pages.browser.test.ts',
        'the error page has no workspace, is titled Error and links to Home',
      ),
    ],
  ],
  [
    "Unknown middleware: 500 'Unknown middleware'.",
    testsIn('server/access.test.ts', 'rejects a route with %o', 'rejects an operation with %s'),
    954,
  ],
  [
    'Code chunk load failure: page reload, at most one per 60 seconds.',
    [
      ...testsIn(
        'ui/shell/chunk-reload.test.tsx',
        'a chunk that fails to load reloads the page, at most once in 60 seconds',
      ),
      ...testsIn(
        'ui/shell/pages.browser.test.ts',
        'code that cannot be loaded reloads the page once and then shows an error',
      ),
    ],
  ],
  [
    'Grid load failure hides the overlay and shows no message.',
    testsIn(
      'ui/pages/page-search.test.ts',
      'a failed search keeps the previous rows and shows advice',
    ),
    955,
  ],
  [
    'Failed code lookups return nothing silently.',
    testsIn(
      'ui/pages/code-lists.test.ts',
      'a failed lookup silently returns nothing and is retried the next time',
    ),
  ],
  [
    'Start-up load errors are only logged.',
    testsIn(
      'ui/shell/start.browser.test.ts',
      'a failed start is reported in the page and can be retried there',
    ),
    956,
  ],
  [
    'MSG000012, MSG000022, MSG000023 as under validation.',
    [
      ...testsIn(
        'server/calls.test.ts',
        'the language map contains the messages in the language of the page',
      ),
      ...testsIn(
        'ui/shell/real-time.test.tsx',
        'a message uses the server text in its language, or our own if there is none',
      ),
    ],
  ],
  [
    'Stale-screen and popup-permission messages as under screens.',
    [
      ...testsIn(
        'ui/shell/pages.browser.test.ts',
        'a page older than the server shows an update notice',
      ),
      ...testsIn(
        popups,
        'a popup without permission refers to the administrator and counts as closed',
      ),
    ],
  ],
])
