import { at, section, type SpecRow } from './row.ts'

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
        ...at(api, 'every call carries the warehouse'),
        ...at(
          start,
          'every call of a page says its warehouse, and warehouses are asked for by user',
        ),
        ...at(calls, 'the Wcode header says of which warehouse'),
      ],
    ],
    [
      'Responses use the body directly.',
      at(api, 'every call carries the warehouse', 'a file comes with the name the server gave it'),
    ],
    [
      'Spreadsheet import starts at row 2 by default and reads until column A is empty.',
      at(
        'kernel/sheet-mapping.test.ts',
        'reading starts at row 2 and stops at the first row whose column A is empty',
        'a wholly empty row ends the reading too, and the rows behind it are told of',
      ),
    ],
    [
      'Export writes a csv file with default sheet name sheet1 and writes nothing when data is empty.',
      at(
        calls,
        'an export is csv under the name sheet1 unless it says otherwise',
        'an export of nothing writes nothing and says 데이터가 비어있습니다.',
      ),
    ],
  ]),
  ...section('7 Calls', [
    [
      'POST /api/login: p, c, lang; quiet.',
      [
        ...at(
          start,
          'the login sends id, warehouse and password joined, the password, and the language',
        ),
        ...at(
          'server/login.test.ts',
          'only the first two separators count, so a password may hold any character',
        ),
      ],
    ],
    [
      'POST /api/logout: empty; quiet.',
      at('server/login.test.ts', 'ended by logout opens nothing any more, and other sessions stay'),
    ],
    [
      'POST /api/auth/findMyId: EMAIL.',
      [
        ...at(
          accounts,
          'goes by mail to the address it is registered under, and by no other way',
          'is told in English to those who ask in English',
        ),
        ...at('ui/shell/login-area.browser.test.ts', 'the ids of an address go to that address'),
      ],
    ],
    [
      'POST /api/auth/find/password: USER_ID.',
      [
        ...at(accounts, 'is replaced through a link, once, and every open session ends'),
        ...at(
          'ui/shell/login-area.browser.test.ts',
          'a forgotten password is set anew by the code of the mail, once',
        ),
      ],
    ],
    [
      'POST /api/auth/authorized: empty.',
      at(calls, 'whoever has a session is authorized, and nobody else'),
    ],
    [
      'POST /api/session, /api/menuMap, /api/languageMap: optional; quiet; run in parallel at start-up; menu response has menuHierarchyList, menuMap, popupMap, myMenuList; language response has data.',
      [
        ...at(
          start,
          'session, menu and language are asked for side by side, and the app waits for them',
        ),
        ...at(
          calls,
          'the session says who and where, and no password',
          'the menu comes as a tree, by abbreviation, with popups and favourites',
          'the language map has every message, in the language of the page',
        ),
      ],
    ],
    [
      'POST /api/registMyMenu: MENU_ID; returns data with myMenuList, isFavorite, plus message.',
      at(
        calls,
        'a screen is registered and taken out by the same call, which answers list and state',
        'a screen that roles do not reach is no favourite, nor any longer one',
      ),
    ],
    [
      'POST /api/insertVisitLog: MENU_ID; quiet.',
      [
        ...at(calls, 'a visit is written down with who and what'),
        ...at(
          start,
          'every call of a page says its warehouse, and warehouses are asked for by user',
        ),
      ],
    ],
    [
      'POST /api/reorderMyMenu: ordered favorite list; returns message.',
      at(calls, 'the order, the initial screen and what was removed are kept as they were sent'),
    ],
    [
      'POST /api/wms/comm/wmsCommon/saveProcedure: grid rows; on failure the error has message and rows (ROW, POSTATUS, POERROR).',
      [
        ...at(
          save,
          'every failing row is listed, and the good ones are not saved',
          'is refused with who and when, and keeps what the other wrote',
          'sent again gets the first answer and has no second effect',
        ),
        ...at(api, 'a refusal tells message, code in brackets, and the row errors'),
      ],
    ],
    [
      'POST /api/file/fileDownload, /api/file/templateDownload, /api/file/exportExcel: parameter objects; binary; file name from content-disposition; saved by the browser; timeout 60 s.',
      [
        ...at(files, 'gives the same bytes under the same name, and no browser shows it in place'),
        ...at(
          calls,
          'a template is an empty workbook with the titles that its upload is read by',
          'an export is csv under the name sheet1 unless it says otherwise',
        ),
        ...at(
          api,
          'a file comes with the name the server gave it',
          'a call waits two hours, a file one minute, an upload two',
        ),
        ...at('ui/shell/chunk-reload.test.tsx', 'a download keeps its Korean file name'),
      ],
    ],
    [
      'GET /api/file/fileDownload?fileSn: none; in a new window.',
      [
        ...at(files, 'gives the same bytes under the same name, and no browser shows it in place'),
        ...at(
          'ui/pages/control-template.browser.test.ts',
          'a file is uploaded, shows its name that nobody types, and comes back in a new window',
        ),
      ],
    ],
    [
      'POST /api/file/fileUpload: multipart files plus extra parts; timeout 120000 ms, quiet; returns data with FILE_NM, FILE_SN.',
      [
        ...at(
          files,
          'keeps several files with the parts beside them, and answers name and serial of each',
          'refuses a file above 20 MB and one without any file',
        ),
        ...at(
          api,
          'an upload is quiet, carries the warehouse and answers names and serials',
          'a call waits two hours, a file one minute, an upload two',
        ),
      ],
    ],
    [
      'POST /api/file/base64ImageDownload, /api/file/logoImageDownload.',
      at(
        files,
        'travel as text, whole, and only pictures do',
        'the logo is the product’s own until the site has one',
      ),
    ],
    [
      'POST /api/code/selectCommonCode: code request; quiet.',
      [
        ...at(calls, 'several code lists come in one call, an unknown one empty'),
        ...at(
          'ui/pages/code-lists.test.ts',
          'lists asked for together travel in one call and are kept',
        ),
      ],
    ],
    [
      'POST /api/code/select, /api/code/selectMyWcode, /api/wms/comm/wmsCommon/selectDyanamicContext: SEARCH plus parameters; response data and DATA, list of CODE and NAME; warehouse list requested per user id.',
      [
        ...at(
          calls,
          '%s answers code lists and lookups alike, narrowed by its parameters',
          'the warehouses of the user who asks, whoever is named, as data and as DATA',
        ),
        ...at(
          start,
          'every call of a page says its warehouse, and warehouses are asked for by user',
        ),
      ],
    ],
    [
      'POST /api/pop/commonPopup/select{popup type suffix}: SEARCH; first row of DATA is read.',
      [
        ...at(
          calls,
          'a popup asks at the path of its own name, and the row that fits exactly is the first',
          'asked for what is exactly typed, the first row is that entry, and otherwise there is none',
        ),
        ...at('server/access.test.ts', 'value help of %s'),
        ...at(
          'ui/pages/field-editors.test.tsx',
          'an exact code is taken as typed and fills the columns that hang on it',
        ),
      ],
    ],
    [
      'Grid data load: POST to a caller-given path; response data bound to the grid.',
      [
        ...at(
          'ui/pages/page-search.test.ts',
          'a search sends what is filled in and what always holds on the screen',
        ),
        ...at(calls, 'the Wcode header says of which warehouse'),
      ],
    ],
    [
      'Generic code-list call: given path with a quiet flag.',
      [
        ...at(calls, '%s answers code lists and lookups alike, narrowed by its parameters'),
        ...at(api, 'a quiet call shows no loading, any other does'),
      ],
    ],
    [
      'Multipart upload helper: form, Wcode header; path chosen by callers.',
      at(api, 'an upload is quiet, carries the warehouse and answers names and serials'),
    ],
    [
      'Report export: report viewer server at /oz80/server with report name, jsondata argument, HTML5 viewer.',
      [
        ...at(
          report,
          'is the default: the PDF at once, under the name that was asked for',
          'prints as many copies as asked',
          'comes on the paper that was asked for, on A4 when none was',
          'understands a job as the spec names its parts: JSON, a form, an address',
          'is one page that loads its script and style from here and nothing from elsewhere',
        ),
        ...at(
          'server/report-viewer.browser.test.ts',
          'the viewer shows the document and saves it under the name asked for',
          'copies and paper are chosen in the viewer by keyboard, and the document follows',
        ),
        ...at(
          'server/print/pdf.test.ts',
          'a delivery note on %s is as large as the paper and loses no word',
        ),
      ],
    ],
  ]),
]
