import { at, section, type SpecRow } from './row.ts'

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

const routed = at(
  'areas/menu-map.rule.test.ts',
  'every route of the route table is in the menu map, and no other',
  'a menu id is the last name of its path',
)

/** Only checks that the business screens exist at their routes. The areas test what they do. */
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
        ...at(address, 'a tab writes the address it is read from'),
        ...at(tabs, 'going back to an address goes back to its tab'),
      ],
    ],
    [
      'Unknown paths show an error page titled Error.',
      at(pages, 'the error page stands alone, titled Error, with a way home'),
    ],
    [
      'Every route is loaded on demand.',
      [
        ...at(tabs, 'a tab that was never in front is not drawn'),
        ...at(
          'first-page.test.ts',
          'the first page is loaded without any screen',
          'every screen comes with the code of its area, in few files',
        ),
        ...at(
          pages,
          'code that cannot be loaded reloads the page once, and then says so',
          'a screen opened after an update reloads the page, with the edits of the others',
        ),
        ...at(
          'ui/keyboard/type-ahead.browser.test.ts',
          'what is typed before the code of a screen is here is typed into it',
          'what is typed for a screen that has to wait for the server is typed into it',
          'arguments typed before any screen is loaded fill the search of the one they are for',
        ),
      ],
    ],
  ]),
  ...section('2 Page opening and guard', [
    [
      'Pages are opened with a menu id in the query parameter mid, which holds the menu abbreviation.',
      at(address, 'an address says screen, copy, menu id and arguments'),
    ],
    [
      'The guard looks the id up in the menu map.',
      at(
        address,
        'a screen with its own menu id opens',
        'a menu id of another screen does not open this one',
      ),
    ],
    [
      'If it is missing or unknown and the path is not the root, the user is redirected to the root.',
      [
        ...at(
          address,
          'a screen without a menu id leads to the root',
          'an unknown menu id leads to the root',
          'the root is home, with or without a menu id',
        ),
        ...at(shell, 'a screen opened without its menu id leads to the root'),
      ],
    ],
    [
      'Otherwise the active menu entry is stored and the abbreviation is passed to the page.',
      [
        ...at(tabs, 'one screen has one tab, however often the menu is used'),
        ...at(shell, 'a link to a screen leads through the login to that screen'),
      ],
    ],
    [
      "An unmatched route shows 'This page could not be found'.",
      [
        ...at(address, 'a path no route matches is not found'),
        ...at(shell, 'a path no route matches says so, and Enter leads home'),
      ],
    ],
    [
      'At start-up, on the login path the loading of session, menu and language data is skipped.',
      at(start, 'on the login path nothing is asked for'),
    ],
    [
      'Elsewhere these are loaded before the app starts.',
      at(
        start,
        'session, menu and language are asked for side by side, and the app waits for them',
      ),
    ],
  ]),
  ...section('2 Route table', [
    [
      'Root: / is home, a non-closable tab titled Home.',
      [
        ...at(tabs, 'home stays when it is closed'),
        ...at(
          start,
          'the bar shows warehouse, place and the header buttons, and the window is titled WMS',
        ),
      ],
    ],
    [
      'Admin: /admin/ChangeMe, opened as an 800x300 dialog titled My Info from the top-bar settings icon.',
      at(menu, 'my info stands in 800 by 300 with nothing cut off'),
      'In Korean it is titled 내 정보, as every title is in the language of its reader.',
    ],
    [
      'Login: /login, /login/id-search, /login/popup, /login/privacy-policy, /login/pw-init, /login/register.',
      [...at(login, '%s stands in a box of %i by %i with the telephone below'), ...routed],
    ],
    [
      'Error: /error/NoExistPage.',
      [...at(pages, 'the error page stands alone, titled Error, with a way home'), ...routed],
    ],
    [
      'Popups (/pop/): AddShipToPopup, AddShipToSamplePopup, AddStockSamplePopup, AttachFilePopup, CommonPopup, InputTextBoxPopup, InventoryAdjustPopup, OutAttachFilePopup, OzReportPopup, ScmInputPopup, ScmReceiptPopup, ScmShipmentPopup, SendEmailPopup, StockQtyPopup, UserRolePopup.',
      [
        ...at(
          popupPages,
          'a new ship-to place is added without leaving what one does',
          'files of a receipt are attached and detached without leaving what one does',
          'a user is given a role with the keyboard alone',
          'stock is adjusted in a popup, the piece of it chosen first',
          'a sample item, its place, a phrase and a report are a popup away',
          'a mail is written and sent with the keyboard alone, and says when it has gone',
        ),
        ...at(start, 'the stock-quantity popup has mark, plot and quantity beside code and name'),
        ...at(popups, 'a granted popup opens under its name and resolves with what it is given'),
        ...at(popups, 'every popup of the route table opens'),
        ...routed,
      ],
      'The three popups of the supply chain come with its screens; opened before, they say that they are not there.',
    ],
    [
      'Development: /z-dev/layout/layout1 to layout8 (layout4 absent) and /z-dev/template/chart, control, grid.',
      [
        ...at(
          'ui/shell/samples.browser.test.ts',
          'there is no fourth layout',
          'the search of a sample finds the rows that hold the text',
          'the points of a chart are walked by the arrows, each saying its name and figure',
        ),
        ...routed,
      ],
    ],
    ...areaRoutes.map((sentence) => [sentence, routed] as const),
  ]),
  ...section('2 Shell', [
    [
      'Three layouts: default (top bar, left menu, tabbed content, bottom-right notification area); login (with loading overlay); blank.',
      [
        ...at(walk, 'the whole shell is walked by keyboard alone, in %s'),
        ...at(login, '%s stands in a box of %i by %i with the telephone below'),
        ...at(pages, 'the error page stands alone, titled Error, with a way home'),
      ],
    ],
    [
      'Top bar (40px high): warehouse-code selector, location name, settings icon, logout icon.',
      [
        ...at(
          start,
          'the bar shows warehouse, place and the header buttons, and the window is titled WMS',
        ),
        ...at(sizes, 'the bar is 40 high, the menu 270 wide and 54 when it is folded'),
      ],
    ],
    [
      'Left menu: 270px open, 54px collapsed; can be pinned; has a Favorites (my-menu) view.',
      [
        ...at(sizes, 'the bar is 40 high, the menu 270 wide and 54 when it is folded'),
        ...at(walk, 'the folded menu comes out under the pointer and goes back when it leaves'),
        ...at(
          menu,
          'folding the menu hides the favourites, and the edits are there when it comes out',
        ),
      ],
    ],
    [
      'Selecting a menu item navigates to its path with query parameter mid set to the menu abbreviation.',
      at(
        start,
        'the menu opens a screen at its path with its abbreviation, and folds when it is not pinned',
      ),
    ],
    [
      'Opening the already-active menu does nothing.',
      [
        ...at(
          start,
          'the menu opens a screen at its path with its abbreviation, and folds when it is not pinned',
        ),
        ...at(tabs, 'one screen has one tab, however often the menu is used'),
      ],
    ],
    [
      'When not pinned, the menu collapses after navigating.',
      at(
        start,
        'the menu opens a screen at its path with its abbreviation, and folds when it is not pinned',
      ),
    ],
    [
      'Each opened page is a closable tab, with one active tab per menu.',
      at(
        tabs,
        'one screen has one tab, however often the menu is used',
        'closing the tab in front shows its right neighbour, else the left one',
      ),
    ],
    [
      'Opening the same screen with a different URL while its tab exists creates a numbered copy tab (path suffix /copyN).',
      [
        ...at(tabs, 'the same screen under another address becomes a numbered copy'),
        ...at(pages, 'the same screen under another address is a numbered copy beside the first'),
      ],
    ],
    [
      'Pages have a breadcrumb title bar with a favourite star toggle, an expandable search panel and data grids.',
      [
        ...at(walk, 'the whole shell is walked by keyboard alone, in %s'),
        ...at(sizes, 'the search folds to one line that says what is searched by, and opens again'),
      ],
    ],
    [
      'The content layout has a minimum width of 1280px.',
      at(sizes, 'the content is 1280 wide at least, and a narrower window scrolls'),
      'It is the workspace with its menu that is 1280 wide at least, so that a common screen of that width scrolls nowhere; below 800, as at 200 per cent, pages are as wide as the window.',
    ],
    [
      'Login page: brand logo, id and password inputs, login button, remember-me check, find-id and password links, a telephone line, and a scrolling register form.',
      [
        ...at(
          login,
          '%s stands in a box of %i by %i with the telephone below',
          'a remembered id is there next time, and the password has the focus',
          'who registers hears that an administrator has to approve, and then can log in',
          'the ids of an address go to that address',
        ),
        ...at(
          'server/stored-files.test.ts',
          'the logo is the product’s own until the site has one',
        ),
      ],
    ],
    [
      'Browser title: fixed prefix WMS followed by the corp location name.',
      at(
        start,
        'the bar shows warehouse, place and the header buttons, and the window is titled WMS',
        'another warehouse gives bar and window its name, after a reload too',
      ),
    ],
    [
      'Popups: opened by type.',
      at(popups, 'a granted popup opens under its name and resolves with what it is given'),
    ],
    [
      'The default is a common popup of 600x600.',
      [
        ...at(popups, '%s stands %i by %i pixels'),
        ...at(sizes, 'a popup of no kind of its own is 800 by 600, the code lookup 600 by 600'),
      ],
    ],
    [
      'A stock-quantity popup of 700x600 adds columns for mark, plot and stock quantity.',
      [
        ...at(popups, '%s stands %i by %i pixels'),
        ...at(start, 'the stock-quantity popup has mark, plot and quantity beside code and name'),
      ],
    ],
    [
      'Other popups default to 800x600.',
      at(sizes, 'a popup of no kind of its own is 800 by 600, the code lookup 600 by 600'),
    ],
    [
      'Popups can be dragged and, if allowed, made full screen; stacked popups are offset.',
      [
        ...at(menu, 'a popup is dragged by its title bar and never out of reach'),
        ...at(sizes, 'a popup that may fills the window and goes back, by a key'),
        ...at(
          popups,
          'the last popup opened is in front, set off from the one below, which it gives back',
        ),
      ],
    ],
    [
      'File download opens /api/file/fileDownload in a new window with query fileSn.',
      at(
        'ui/pages/control-template.browser.test.ts',
        'a file is uploaded, shows its name that nobody types, and comes back in a new window',
      ),
    ],
    [
      "Generic error page: '404 Not Found' or 'An error occurred', with a link to home.",
      at(
        pages,
        'the error page stands alone, titled Error, with a way home',
        'code that cannot be loaded reloads the page once, and then says so',
      ),
    ],
    [
      'Stale-screen message: the system was updated; refresh with F5, or contact the administrator if it persists.',
      [
        ...at(pages, 'a page older than the server says so, and goes on'),
        ...at('ui/shell/api.test.tsx', 'a newer build on the server is noticed'),
      ],
    ],
    [
      'Popup-permission-denied message: the user has no popup permission; ask the administrator.',
      at(popups, 'a popup that is not granted says whom to ask, and counts as closed'),
    ],
    [
      'Header buttons for language, settings, help, logout and menu exist; for language and help the behaviour is not shown.',
      [
        ...at(start, 'the header buttons switch the language, open the help and fold the menu'),
        ...at(menu, 'messages come in the language switched to, from the server'),
        ...at(
          'ui/keyboard/keyboard.browser.test.ts',
          'the help says how many commands there are, and of each why it does not work here',
        ),
      ],
    ],
  ]),
]
