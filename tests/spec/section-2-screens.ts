import { testsIn, section, type SpecRow } from './row.ts'

const shell = 'ui/shell/shell.browser.test.ts'
const start = 'ui/shell/start.browser.test.ts'
const address = 'ui/shell/address.test.tsx'
const tabs = 'ui/shell/tabs.test.tsx'
const pages = 'ui/shell/pages.browser.test.ts'
const sizes = 'ui/shell/sizes.browser.test.ts'
const popups = 'ui/shell/popups.test.tsx'
const popupPages = 'ui/shell/popup-pages.browser.test.ts'
const menu = 'ui/shell/menu-and-popups.browser.test.ts'
const login = 'ui/shell/login-area.browser.test.ts'
const walk = 'ui/shell/keyboard-walk.browser.test.ts'

const routed = testsIn(
  'areas/menu-map.rule.test.ts',
  'the menu map contains exactly the routes of the route table',
  'a menu id is the last segment of its path',
)

const walked = [
  ...routed,
  ...testsIn(
    'e2e/keyboard-walk.browser.test.ts',
    'the main task of the %s screen %s can be done without a mouse',
  ),
]

/** Opens the business screens at their routes. The areas test what they do. */
const areaRoutes: readonly string[] = [
  'Billing (/bil/): InOutReportByDay, InOutReportByMonth, InvenReportByDay, InventoryAdjustReport, RealReceiptReport, RealShipmentReport, RealShipmentReportByStock, StockCBMByDay, StockCBMByMonth, StockReportByDay, StockReportByMonth, InOutReportSearch/DaySearch, InOutReportSearch/MonthSearch.',
  'Bonded (/bon/): BondedInventory, BondedPrintConfirm, BondedPrintOutboundBill, BondedReceipt, BondedReceiptCancel, BondedReceiptReport, BondedShipment, BondedShipmentCancel, BondedShipmentReport.',
  'History (/his/): ActiveJobList, InventoryHistory, JobManagement.',
  'Inbound (/inb/): BulkReceiving, CancelReceiving, CReceiptCreateSingle, CReceiptCreateSingleSample, CReceiptManagement, CReceiptModifySample, CReceiptModifySampleByOrder, GenerateBarcode, GenerateBarcodeHistory, InterfacePikl, InterfacePiklHistory, PrintConfirm, ReceiptCreate, ReceiptCreateSample, ReceiptCreateSingle, ReceiptCreateSingleSample, ReceiptModifySampleByOrder, ReceiptUploadExcel, ReceiptUploadExcelByOwner, ReceivingByOrder.',
  'Inventory (/inv/): BoxMove, CellHold, CellMove, CStocktakingResult, InventoryAdjust, InventoryHold, InventoryHoldCell, InventoryHoldLot, InventoryHoldStock, InventoryHoldZone, InventoryMove, InventoryMoveAll, InventoryMoveCell, InventoryMoveExcel, InventoryMoveLot, InventoryTransferLot, InventoryTransferMark, InventoryTransferStock, InventoryTransferWarehouse, InvInterfacePikl, LotHold, PalletMove, StockHold, Stocktaking, StocktakingByDay, StocktakingJobList, StocktakingJobWork, StocktakingResult, StocktakingToday, ToDayStocktaking, ZoneHold.',
  'Master (/mst/): Cell, ChangeValidDate, CShipTo, CShipToSample, CSupplier, Line, Method, Owner, ShipTo, StockAltcode, StockBasic, StockGroup, StockMoq, StockUpload, Supplier, UnitMethod, Zone.',
  'Outbound (/out/): Alloc, AllocCancel, CPrintOutboundBillSample, CShipmentCreateSingle, CShipmentCreateSingleSample, CShipmentManagement, CShipmentModifySample, OutInterfacePikl, OutInterfacePiklHistory, PackingInterfacePikl, Picking, PickingCancel, PickingList, PickingListByStock, PickingListVTS, PrintBarcode (plus variants for three customers), PrintOutboundBill, ShipmentCreate, ShipmentCreateSample, ShipmentCreateSingle, ShipmentCreateSingleSample, ShipmentMatching, ShipmentModifySample, ShipmentUploadExcel, ShipmentUploadExcelByOwner, ShippedCheck, Shipping, ShippingCancel.',
  'Reports (/rep/): many inventory, lot, stock, cell, zone, receipt, shipment and summary reports, including customer-specific (C-prefixed) and sample variants.',
  'Supply chain (/scm/): ReceiptOrderMgt, ScmChangeIndate, ScmChangeOutdate, ScmLongTerm, ScmPartner, ScmVatech, ShipmentOrderMgtBranch, ShipmentOrderMgtIntegrated, ShipmentOrderMgtPartner, ShipmentOrderMgtVatech, SummaryBox, SummarySerial, UploadBasicData.',
  'System (/sys/): AutonoRule, CommonCode, Corp, DataDic, DevTest, Menu, MenuByRole, Screen, User, UserMgr.',
  'Visual reports (/vis/): W-prefixed lot, stock, receipt and shipment reports, and WWorkHistory.',
  'Common management (/cms/): comm/CmsCommonCode, CmsDataDicMgt, CmsLangMgt, CmsMenuMgt, CmsRoleButtonMgt, CmsRoleMenuMgt, CmsScreenMgt, CmsSvcRoleMgt, CmsUserMgt; log/CmsErrorLogList; member/CmsCarrierSiteMgt, CmsMyBooking, CmsMyPage; popup/ (common, corp, customer, customer abbreviation, document, exchange rate, organization, report, scheduler, used phrase popups); setting/CmsAutonoRuleMgt.',
  'Master data (/mdm/): code/ (carrier, container, country, currency, customs, exchange rate, freight, frequently used phrase, HS code, package unit, port, vessel, warehouse), customer/MdmCustomerMgt, customer/MdmCustomerSearch, organization/ (corp, organization), other/MdmPricingMgt, popup/mdmCustomerCdPopup.',
]

export const screenRows: readonly SpecRow[] = [
  ...section('2', [
    [
      'Navigation uses history mode.',
      [
        ...testsIn(address, 'a tab writes the same address it is read from'),
        ...testsIn(tabs, 'returning to an address returns to its tab'),
      ],
    ],
    [
      'Unknown paths show an error page titled Error.',
      testsIn(pages, 'the error page has no workspace, is titled Error and links to Home'),
    ],
    [
      'Every route is loaded on demand.',
      [
        ...testsIn(tabs, 'a tab that was never active is not rendered'),
        ...testsIn(
          'first-page.test.ts',
          'the first page loads no screen',
          'every screen is bundled with the code of its area, in few files',
        ),
        ...testsIn(
          pages,
          'code that cannot be loaded reloads the page once and then shows an error',
          'a screen of a build no longer stored reloads the page and restores edits of other tabs',
        ),
        ...testsIn(
          'ui/keyboard/type-ahead.browser.test.ts',
          'keys typed before the code of a screen loads are replayed into it',
          'keys typed for a screen that waits for the server are replayed into it',
          'arguments typed before any screen loads fill the search of their screen',
        ),
      ],
    ],
  ]),
  ...section('2 Page opening and guard', [
    [
      'Pages are opened with a menu id in the query parameter mid, which holds the menu abbreviation.',
      testsIn(address, 'an address contains screen, copy, menu id and arguments'),
    ],
    [
      'The guard looks the id up in the menu map.',
      testsIn(
        address,
        'a screen with its own menu id opens',
        'a menu id of another screen does not open this one',
      ),
    ],
    [
      'If it is missing or unknown and the path is not the root, the user is redirected to the root.',
      [
        ...testsIn(
          address,
          'a screen without a menu id leads to the root',
          'an unknown menu id leads to the root',
          'the root shows Home, with or without a menu id',
        ),
        ...testsIn(shell, 'a screen opened without its menu id leads to the root'),
        ...testsIn(
          'ui/shell/request-permission.browser.test.ts',
          'the page of a denied screen requests the permission with the same key',
        ),
      ],
      957,
    ],
    [
      'Otherwise the active menu entry is stored and the abbreviation is passed to the page.',
      [
        ...testsIn(tabs, 'one screen has one tab, regardless of how often the menu is used'),
        ...testsIn(shell, 'a link to a screen opens that screen after the login'),
      ],
    ],
    [
      "An unmatched route shows 'This page could not be found'.",
      [
        ...testsIn(address, 'a path that matches no route is not found'),
        ...testsIn(shell, 'an unknown path shows an error, and Enter leads to Home'),
      ],
    ],
    [
      'At start-up, on the login path the loading of session, menu and language data is skipped.',
      testsIn(start, 'the login pages request neither session, menu nor language'),
    ],
    [
      'Elsewhere these are loaded before the app starts.',
      testsIn(
        start,
        'session, menu and language are requested in parallel before the app is shown',
      ),
    ],
  ]),
  ...section('2 Route table', [
    [
      'Root: / is home, a non-closable tab titled Home.',
      [
        ...testsIn(tabs, 'Home cannot be closed'),
        ...testsIn(
          start,
          'the bar shows warehouse, location and header buttons, and the window title is WMS',
        ),
      ],
    ],
    [
      'Admin: /admin/ChangeMe, opened as an 800x300 dialog titled My Info from the top-bar settings icon.',
      testsIn(menu, 'my info fits in 800 by 300 without clipping'),
      945,
    ],
    [
      'Login: /login, /login/id-search, /login/popup, /login/privacy-policy, /login/pw-init, /login/register.',
      [...testsIn(login, '%s has a box of %i by %i and a phone link'), ...routed],
    ],
    [
      'Error: /error/NoExistPage.',
      [
        ...testsIn(pages, 'the error page has no workspace, is titled Error and links to Home'),
        ...routed,
      ],
    ],
    [
      'Popups (/pop/): AddShipToPopup, AddShipToSamplePopup, AddStockSamplePopup, AttachFilePopup, CommonPopup, InputTextBoxPopup, InventoryAdjustPopup, OutAttachFilePopup, OzReportPopup, ScmInputPopup, ScmReceiptPopup, ScmShipmentPopup, SendEmailPopup, StockQtyPopup, UserRolePopup.',
      [
        ...testsIn(
          popupPages,
          'a ship-to is added in a popup, and a duplicate code is rejected at its field',
          'files of a receipt are attached and detached in a popup',
          'a user is assigned a role with only the keyboard',
          'stock is adjusted in a popup after its balance is selected',
          'popups add a sample item and ship-to, copy a phrase and open a report',
          'an email is written and sent with only the keyboard, and its completion is reported',
        ),
        ...testsIn(
          start,
          'the stock quantity popup shows mark, plot and quantity next to code and name',
        ),
        ...testsIn(popups, 'a permitted popup opens under its title and resolves with its result'),
        ...testsIn(popups, 'every popup of the route table has a page that loads'),
        ...routed,
      ],
    ],
    [
      'Development: /z-dev/layout/layout1 to layout8 (layout4 absent) and /z-dev/template/chart, control, grid.',
      [
        ...testsIn(
          'ui/shell/samples.browser.test.ts',
          'layout4 does not exist',
          'the search of a sample finds the rows that contain the text',
          'arrow keys move through chart points, each labelled with its name and value',
        ),
        ...routed,
      ],
    ],
    ...areaRoutes.map((sentence) => [sentence, walked] as const),
  ]),
  ...section('2 Shell', [
    [
      'Three layouts: default (top bar, left menu, tabbed content, bottom-right notification area); login (with loading overlay); blank.',
      [
        ...testsIn(walk, 'the entire shell is usable with only the keyboard, in %s'),
        ...testsIn(login, '%s has a box of %i by %i and a phone link'),
        ...testsIn(pages, 'the error page has no workspace, is titled Error and links to Home'),
      ],
    ],
    [
      'Top bar (40px high): warehouse-code selector, location name, settings icon, logout icon.',
      [
        ...testsIn(
          start,
          'the bar shows warehouse, location and header buttons, and the window title is WMS',
        ),
        ...testsIn(sizes, 'the bar is 40 high, and the menu is 270 wide or 54 when folded'),
      ],
    ],
    [
      'Left menu: 270px open, 54px collapsed; can be pinned; has a Favorites (my-menu) view.',
      [
        ...testsIn(sizes, 'the bar is 40 high, and the menu is 270 wide or 54 when folded'),
        ...testsIn(walk, 'the folded menu expands under the pointer and collapses when it leaves'),
        ...testsIn(
          menu,
          'folding the menu hides the favourites, and their edits return when it opens again',
        ),
      ],
    ],
    [
      'Selecting a menu item navigates to its path with query parameter mid set to the menu abbreviation.',
      testsIn(
        start,
        'the menu opens a screen at its path with its abbreviation and folds when unpinned',
      ),
    ],
    [
      'Opening the already-active menu does nothing.',
      [
        ...testsIn(
          start,
          'the menu opens a screen at its path with its abbreviation and folds when unpinned',
        ),
        ...testsIn(tabs, 'one screen has one tab, regardless of how often the menu is used'),
      ],
    ],
    [
      'When not pinned, the menu collapses after navigating.',
      testsIn(
        start,
        'the menu opens a screen at its path with its abbreviation and folds when unpinned',
      ),
    ],
    [
      'Each opened page is a closable tab, with one active tab per menu.',
      testsIn(
        tabs,
        'one screen has one tab, regardless of how often the menu is used',
        'closing the active tab shows its right neighbour, otherwise the left one',
      ),
    ],
    [
      'Opening the same screen with a different URL while its tab exists creates a numbered copy tab (path suffix /copyN).',
      [
        ...testsIn(tabs, 'the same screen under another address becomes a numbered copy'),
        ...testsIn(pages, 'the same screen under another address opens as a numbered copy'),
      ],
    ],
    [
      'Pages have a breadcrumb title bar with a favourite star toggle, an expandable search panel and data grids.',
      [
        ...testsIn(walk, 'the entire shell is usable with only the keyboard, in %s'),
        ...testsIn(
          sizes,
          'the search folds to one line that shows its conditions, and unfolds again',
        ),
      ],
    ],
    [
      'The content layout has a minimum width of 1280px.',
      testsIn(sizes, 'the content is at least 1280 wide, and a narrower window scrolls'),
      35,
    ],
    [
      'Login page: brand logo, id and password inputs, login button, remember-me check, find-id and password links, a telephone line, and a scrolling register form.',
      [
        ...testsIn(
          login,
          '%s has a box of %i by %i and a phone link',
          'a remembered user id is filled in, and the password has the focus',
          'a registration shows that approval is pending, and the approved user can log in',
          'the user ids of an email address are sent to that address',
        ),
        ...testsIn(
          'server/stored-files.test.ts',
          'the product logo is shown until the site has its own',
        ),
      ],
    ],
    [
      'Browser title: fixed prefix WMS followed by the corp location name.',
      testsIn(
        start,
        'the bar shows warehouse, location and header buttons, and the window title is WMS',
        'switching warehouse updates the bar and the window title, and survives a reload',
      ),
    ],
    [
      'Popups: opened by type.',
      testsIn(popups, 'a permitted popup opens under its title and resolves with its result'),
    ],
    [
      'The default is a common popup of 600x600.',
      [
        ...testsIn(popups, '%s is %i by %i pixels'),
        ...testsIn(sizes, 'a default popup is 800 by 600, and the code lookup is 600 by 600'),
      ],
    ],
    [
      'A stock-quantity popup of 700x600 adds columns for mark, plot and stock quantity.',
      [
        ...testsIn(popups, '%s is %i by %i pixels'),
        ...testsIn(
          start,
          'the stock quantity popup shows mark, plot and quantity next to code and name',
        ),
      ],
    ],
    [
      'Other popups default to 800x600.',
      testsIn(sizes, 'a default popup is 800 by 600, and the code lookup is 600 by 600'),
    ],
    [
      'Popups can be dragged and, if allowed, made full screen; stacked popups are offset.',
      [
        ...testsIn(menu, 'a popup is dragged by its title bar but never out of reach'),
        ...testsIn(sizes, 'a popup that can be maximized fills the window and returns with a key'),
        ...testsIn(
          popups,
          'the last popup opened is active and offset, and closing it reactivates the previous one',
        ),
      ],
    ],
    [
      'File download opens /api/file/fileDownload in a new window with query fileSn.',
      testsIn(
        'ui/pages/control-template.browser.test.ts',
        'a file is uploaded, shows a read-only name, and downloads in a new window',
      ),
    ],
    [
      "Generic error page: '404 Not Found' or 'An error occurred', with a link to home.",
      testsIn(
        pages,
        'the error page has no workspace, is titled Error and links to Home',
        'code that cannot be loaded reloads the page once and then shows an error',
      ),
    ],
    [
      'Stale-screen message: the system was updated; refresh with F5, or contact the administrator if it persists.',
      [
        ...testsIn(pages, 'a page older than the server shows an update notice'),
        ...testsIn(
          'ui/shell/api.test.tsx',
          'a new build id from the server marks the page as stale',
        ),
      ],
    ],
    [
      'Popup-permission-denied message: the user has no popup permission; ask the administrator.',
      testsIn(
        popups,
        'a popup without permission, opened by %s, refers to the administrator',
        'a popup without permission refers to the administrator and counts as closed',
      ),
    ],
    [
      'Header buttons for language, settings, help, logout and menu exist; for language and help the behaviour is not shown.',
      [
        ...testsIn(
          start,
          'the header buttons switch the language, open the help and fold the menu',
        ),
        ...testsIn(menu, 'the server returns messages in the newly selected language'),
        ...testsIn(
          'ui/keyboard/keyboard.browser.test.ts',
          'the help shows the number of commands and why a command is unavailable',
        ),
      ],
    ],
  ]),
]
