import { testsIn, section, type SpecRow } from './row.ts'

const calls = 'server/calls.test.ts'
const api = 'ui/shell/api.test.tsx'
const start = 'ui/shell/start.browser.test.ts'
const files = 'server/stored-files.test.ts'
const report = 'server/report.test.ts'
const accounts = 'server/accounts.test.ts'
const save = 'server/save.test.ts'

export const callRows: readonly SpecRow[] = [
  ...section('7', [
    [
      'All calls are POST with JSON unless noted, and carry a Wcode header with the session warehouse code.',
      [
        ...testsIn(api, 'every request includes the warehouse'),
        ...testsIn(
          start,
          'requests include the warehouse, and the warehouses are requested by user',
          'a login returns to the last warehouse, and every call of the page carries it',
        ),
        ...testsIn(
          'ui/shell/session-warehouse.test.tsx',
          'a new window starts in the warehouse of the last one, from its first call',
        ),
        ...testsIn(calls, 'the Wcode header selects the warehouse'),
      ],
    ],
    [
      'Responses use the body directly.',
      testsIn(
        api,
        'every request includes the warehouse',
        'a download uses the file name from the server',
      ),
    ],
    [
      'Spreadsheet import starts at row 2 by default and reads until column A is empty.',
      [
        ...testsIn(
          'ui/pages/upload-mapping.test.ts',
          'rows after the first empty A are reported, and read on request',
        ),
        ...testsIn(
          'kernel/sheet-mapping.test.ts',
          'reading starts at row 2 and stops at the first row whose column A is empty',
          'a completely empty row also ends reading, and the rows after it are reported',
        ),
      ],
    ],
    [
      'Export writes a csv file with default sheet name sheet1 and writes nothing when data is empty.',
      testsIn(
        calls,
        'an export is a CSV named sheet1 by default',
        'an empty export writes nothing and responds with 데이터가 비어있습니다.',
      ),
    ],
    [
      'POST /api/login | p, c, lang | quiet',
      [
        ...testsIn(
          start,
          'the login sends the joined id, warehouse and password, the password and the language',
        ),
        ...testsIn(
          'server/login.test.ts',
          'only the first two separators count, so a password can contain any character',
        ),
      ],
    ],
    [
      'POST /api/logout | empty | quiet',
      testsIn('server/login.test.ts', 'logout ends only this session'),
    ],
    [
      'POST /api/auth/findMyId | EMAIL | result not shown',
      [
        ...testsIn(
          accounts,
          'arrives only by mail at its registered address',
          'arrives in English if requested in English',
        ),
        ...testsIn(
          'ui/shell/login-area.browser.test.ts',
          'the user ids of an email address are sent to that address',
        ),
      ],
    ],
    [
      'POST /api/auth/find/password | USER_ID | result not shown',
      [
        ...testsIn(accounts, 'a single-use link resets the password and ends open sessions'),
        ...testsIn(
          'ui/shell/login-area.browser.test.ts',
          'a forgotten password is reset once with the code from the email',
        ),
      ],
    ],
    [
      'POST /api/auth/authorized | empty | result not shown',
      testsIn(calls, 'only users with a session are authorized'),
    ],
    [
      'POST /api/session, /api/menuMap, /api/languageMap | optional | quiet; run in parallel at start-up; menu response has menuHierarchyList, menuMap, popupMap, myMenuList; language response has data',
      [
        ...testsIn(
          start,
          'session, menu and language are requested in parallel before the app is shown',
        ),
        ...testsIn(
          calls,
          'the session contains the user and warehouse, but no password',
          'the menu is returned as a tree and by abbreviation, with popups and favourites',
          'the language map contains the messages in the language of the page',
        ),
      ],
    ],
    [
      'POST /api/registMyMenu | MENU_ID | returns data with myMenuList, isFavorite, plus message',
      testsIn(
        calls,
        'the same call adds and removes a favourite and returns the list and state',
        'a screen without permission can neither become nor remain a favourite',
      ),
    ],
    [
      'POST /api/insertVisitLog | MENU_ID | quiet',
      [
        ...testsIn(calls, 'a visit is logged with its user and screen'),
        ...testsIn(
          start,
          'requests include the warehouse, and the warehouses are requested by user',
        ),
      ],
    ],
    [
      'POST /api/reorderMyMenu | ordered favorite list | returns message',
      testsIn(calls, 'the order, initial screen and removal of favourites are saved'),
    ],
    [
      'POST /api/wms/comm/wmsCommon/saveProcedure | grid rows | on failure the error has message and rows (ROW, POSTATUS, POERROR)',
      [
        ...testsIn(
          save,
          'every failing row is listed, and valid rows are not saved',
          'the save is rejected with the name of that user and the time, and their change is kept',
          'a repeated request returns the first response and has no second effect',
        ),
        ...testsIn(
          api,
          'an error response yields the message, the code in brackets and the row errors',
        ),
      ],
    ],
    [
      'POST /api/file/fileDownload, /api/file/templateDownload, /api/file/exportExcel | parameter objects | binary; file name from content-disposition; saved by the browser; timeout 60 s',
      [
        ...testsIn(
          files,
          'returns the same bytes and name as an attachment that no browser displays',
        ),
        ...testsIn(
          calls,
          'a template is an empty workbook with the titles its import expects',
          'an export is a CSV named sheet1 by default',
        ),
        ...testsIn(
          api,
          'a download uses the file name from the server',
          'calls time out after two hours, downloads after one minute, uploads after two',
        ),
        ...testsIn(
          'ui/shell/chunk-reload.test.tsx',
          'the header of a download yields its file name, encoded or plain',
        ),
      ],
    ],
    [
      'GET /api/file/fileDownload?fileSn | none | in a new window',
      [
        ...testsIn(
          files,
          'returns the same bytes and name as an attachment that no browser displays',
        ),
        ...testsIn(
          'ui/pages/control-template.browser.test.ts',
          'a file is uploaded, shows a read-only name, and downloads in a new window',
        ),
      ],
    ],
    [
      'POST /api/file/fileUpload | multipart files plus extra parts | timeout 120000 ms, quiet; returns data with FILE_NM, FILE_SN',
      [
        ...testsIn(
          files,
          'stores several files with their form fields and returns name and serial of each',
          'rejects a file above 20 MB and a request without a file',
        ),
        ...testsIn(
          api,
          'an upload is quiet, sends the warehouse and returns file names and serial numbers',
          'calls time out after two hours, downloads after one minute, uploads after two',
        ),
      ],
    ],
    [
      'POST /api/file/base64ImageDownload, /api/file/logoImageDownload | not shown | not shown',
      testsIn(
        files,
        'only intact images are returned as base64',
        'the product logo is shown until the site has its own',
      ),
    ],
    [
      'POST /api/code/selectCommonCode | code request | quiet',
      [
        ...testsIn(calls, 'several code lists are returned in one call, an unknown one empty'),
        ...testsIn(
          'ui/pages/code-lists.test.ts',
          'lists requested together are fetched in one call and cached',
        ),
      ],
    ],
    [
      'POST /api/code/select, /api/code/selectMyWcode, /api/wms/comm/wmsCommon/selectDyanamicContext | SEARCH plus parameters | response data and DATA, list of CODE and NAME; warehouse list requested per user id',
      [
        ...testsIn(
          calls,
          '%s returns code lists and lookups in the same form, filtered by its parameters',
          'the warehouses of the caller are returned as data and as DATA',
        ),
        ...testsIn(
          start,
          'requests include the warehouse, and the warehouses are requested by user',
        ),
      ],
    ],
    [
      'POST /api/pop/commonPopup/select{popup type suffix} | SEARCH | first row of DATA is read',
      [
        ...testsIn(
          calls,
          'a popup is served at its own path and returns the exact match first',
          'an exact search returns the matching entry or no rows',
        ),
        ...testsIn('server/access.test.ts', 'the value help %s shows only entries of that owner'),
        ...testsIn(
          'ui/pages/field-editors.test.tsx',
          'an exact code is accepted as typed and fills its dependent columns',
        ),
      ],
    ],
    [
      'Grid data load | POST to a caller-given path | response data bound to the grid',
      [
        ...testsIn(
          'ui/pages/page-search.test.ts',
          'a search sends the filled fields and the fixed conditions of the screen',
        ),
        ...testsIn(calls, 'the Wcode header selects the warehouse'),
      ],
    ],
    [
      'Generic code-list call | given path with a quiet flag |',
      [
        ...testsIn(
          calls,
          '%s returns code lists and lookups in the same form, filtered by its parameters',
        ),
        ...testsIn(api, 'a quiet call does not show the loading indicator, but any other does'),
      ],
    ],
    [
      'Multipart upload helper | form, Wcode header | path chosen by callers',
      testsIn(
        api,
        'an upload is quiet, sends the warehouse and returns file names and serial numbers',
      ),
    ],
    [
      'Report export | report viewer server at /oz80/server with report name, jsondata argument, HTML5 viewer |',
      [
        ...testsIn(
          report,
          'returns the PDF directly by default, under the requested name',
          'prints the requested number of copies',
          'uses the requested paper size, or A4 by default',
          'accepts a job with the names of the spec as JSON, form or query string',
          'loads its scripts and styles only from this server',
        ),
        ...testsIn(
          'server/report-viewer.browser.test.ts',
          'the viewer shows the document and saves it under the requested name',
          'copies and paper are set by keyboard in the viewer, and the document updates',
        ),
        ...testsIn(
          'server/print/pdf.test.ts',
          'a delivery note on %s has that paper size and loses no text',
        ),
      ],
    ],
  ]),
]
