import { at, section, type SpecRow } from './row.ts'

const api = 'ui/shell/api.test.tsx'
const popups = 'ui/shell/popups.test.tsx'

export const errorRows: readonly SpecRow[] = section('8', [
  [
    'HTTP 401: go to /login and reject.',
    [
      ...at(
        api,
        'a session that ran out is renewed and the same call sent again',
        'a login that is given up ends the call with the refusal',
      ),
      ...at(
        'ui/shell/shell.browser.test.ts',
        'a save whose session ran out is finished after logging in over the page',
      ),
    ],
    'The login stands over the page, so that no edit is lost, and the refused call is sent again; when the login is given up it rejects, and the page goes to /login.',
  ],
  [
    'Error response with an x-error-code header: the code is appended in square brackets to the message.',
    at(
      api,
      'a refusal tells message, code in brackets, and the row errors',
      'a code stands in brackets after the message of a failed file, too',
    ),
  ],
  [
    'Error body flagged unknown: message shown in an error dialog; the request never settles.',
    at(api, 'a failure flagged unknown is shown and never settles'),
    'This server flags none: a call that never settles leaves its page waiting, so that every failure is told in place and may be tried again. One that is flagged is treated as said.',
  ],
  [
    'Other error bodies: rejected to the caller.',
    at(api, 'a refusal tells message, code in brackets, and the row errors'),
  ],
  [
    "No response: the Korean text for 'Please check your internet connection.' followed by the error.",
    at(
      api,
      'a question that meets no server is not asked again, and says to check the connection',
      'a call whose time is over ends as one without an answer, its own signal or not',
      'a save that meets no server is sent again with the same key until one answers',
    ),
    'A save is not given up: it is sent again under its own key until a server answers, and the status line says so.',
  ],
  [
    'Save-procedure failure with row list: each row with negative POSTATUS shows its error text in the row.',
    [
      ...at(
        'ui/pages/save-rows.test.ts',
        'errors of the answer stand on the rows they are about, whatever was sorted meanwhile',
        'two errors of one row are both said, each on its cell',
      ),
      ...at('ui/grid/grid-model.test.ts', 'the message stands at its row wherever that is shown'),
      ...at('server/save.test.ts', 'every failing row is listed, and the good ones are not saved'),
    ],
  ],
  [
    'With only a message, it shows in an error dialog.',
    at('ui/pages/page-save.test.ts', 'a failure with words about no row stands in a box'),
  ],
  [
    "A popup whose screen cannot be found: page load fails ('activePopup error').",
    at(popups, 'a popup whose screen cannot be found fails'),
  ],
  [
    "404 'This page could not be found' when no route matches or page validation fails.",
    [
      ...at(
        'ui/shell/shell.browser.test.ts',
        'a path no route matches says so, and Enter leads home',
      ),
      ...at(
        'ui/shell/pages.browser.test.ts',
        'the error page stands alone, titled Error, with a way home',
      ),
    ],
  ],
  [
    "Unknown middleware: 500 'Unknown middleware'.",
    at('server/access.test.ts', 'a route with %o', 'an operation with %s'),
    'There is no middleware to be named wrongly: each route declares its permission and scope, and a server with one that does not is not started.',
  ],
  [
    'Code chunk load failure: page reload, at most one per 60 seconds.',
    [
      ...at(
        'ui/shell/chunk-reload.test.tsx',
        'a chunk that fails to load reloads the page, at most once in 60 seconds',
      ),
      ...at(
        'ui/shell/pages.browser.test.ts',
        'code that cannot be loaded reloads the page once, and then says so',
      ),
    ],
  ],
  [
    'Grid load failure hides the overlay and shows no message.',
    at(
      'ui/pages/page-search.test.ts',
      'a failed search keeps the rows of the one before and says what to do',
    ),
    'There is no dialog, but the page says in place what failed and what to do: a failure that says nothing looks like an empty warehouse.',
  ],
  [
    'Failed code lookups return nothing silently.',
    at(
      'ui/pages/code-lists.test.ts',
      'a lookup that fails returns nothing, silently, and is asked for again the next time',
    ),
  ],
  [
    'Start-up load errors are only logged.',
    at(
      'ui/shell/start.browser.test.ts',
      'a start that fails is said in the page, and tried again from there',
    ),
    'An app that starts without its menu is an empty page; it says why and offers to try again. Messages that fail to load fall back to those of the page.',
  ],
  [
    'MSG000012, MSG000022, MSG000023 as under validation.',
    [
      ...at(
        'server/calls.test.ts',
        'the language map has every message, in the language of the page',
      ),
      ...at(
        'ui/shell/real-time.test.tsx',
        'a message is the server’s own in its language, and the house’s where none has come',
      ),
    ],
  ],
  [
    'Stale-screen and popup-permission messages as under screens.',
    [
      ...at('ui/shell/pages.browser.test.ts', 'a page older than the server says so, and goes on'),
      ...at(popups, 'a popup that is not granted says whom to ask, and counts as closed'),
    ],
  ],
])
