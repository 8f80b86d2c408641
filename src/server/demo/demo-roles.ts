import { allEntries, menuEntries } from '#areas/menu-map.ts'
import type { demoUsers } from './company/demo-users.ts'

interface DemoMenu {
  readonly route: string
  readonly actions: readonly string[]
}

interface DemoRole {
  readonly role: string
  readonly name: string
  readonly user: (typeof demoUsers)[number]
  readonly menus: readonly DemoMenu[]
}

const readOnlyActions = ['search', 'export', 'print']
const everyAction = [...readOnlyActions, 'save', 'delete', 'import']

const floorMenus: ReadonlySet<string> = new Set([
  'MyTasks',
  'ReceivingByOrder',
  'BulkReceiving',
  'ReturnArrival',
  'ReturnInspect',
  'PutAway',
  'GenerateBarcode',
  'Picking',
  'PickingList',
  'PickingCancel',
  'ShippedCheck',
  'PackingInterfacePikl',
  'PrintBarcode',
  'InventoryByLot',
  'CellMove',
  'PalletMove',
  'BoxMove',
  'StocktakingJobWork',
  'Replenish',
])

/** Actions of the clerk on screens where some decisions are reserved for the supervisor. */
const clerkActions: Readonly<Record<string, readonly string[]>> = {
  InventoryAdjust: [...readOnlyActions, 'import', 'save:inventory/adjust'],
  StocktakingResult: readOnlyActions,
  TaskBoard: readOnlyActions,
  BillMonth: readOnlyActions,
  DocPeriod: [...readOnlyActions, 'save:billing/request-correction'],
  BillingTerms: [],
  PriceTrial: [],
  PriceRerate: [],
  JobManagement: [],
}

/**
 * Screens where customers have write access: requests, suppliers, ship-tos and invoice objections.
 */
const customerRequestScreens = /^C((Receipt|Shipment|Return)(Create|Modify)|Supplier|ShipTo)/
const customerDecisionScreens = ['CInvoice', 'CReturnDecide']

const isSystemScreen = (path: string): boolean => /^\/(sys|cms|admin|mdm)\//.test(path)
/**
 * Returns whether a screen is for the customer's own staff. Warehouse staff only decide on their
 * requests.
 */
const isCustomerScreen = (path: string): boolean => /\/C[A-Z]/.test(path)
const isDecisionScreen = (route: string): boolean => /^C(Receipt|Shipment)Management$/.test(route)

const isOfficePopup = (path: string): boolean =>
  path.startsWith('/pop/') && !path.endsWith('/UserRolePopup')

const homeRoutes = ['Home', 'ChangeMe']
/** All users can see and end their own sessions. */
const ownAccountMenu: DemoMenu = { route: 'CmsMyPage', actions: ['search', 'save'] }

function customerActions(route: string): readonly string[] {
  if (customerRequestScreens.test(route)) return [...readOnlyActions, 'save', 'delete']
  return customerDecisionScreens.includes(route) ? [...readOnlyActions, 'save'] : readOnlyActions
}

export function demoRoles(): readonly DemoRole[] {
  const own = menuEntries.filter(({ path }) => isCustomerScreen(path))
  const business = [
    ...menuEntries.filter(
      ({ path, route }) =>
        !isSystemScreen(path) && (!isCustomerScreen(path) || isDecisionScreen(route)),
    ),
    ...allEntries.filter(({ path }) => isOfficePopup(path)),
  ].map(({ route }) => route)
  const grantRoutes = (
    routes: readonly string[],
    actionsOf: (route: string) => readonly string[],
  ) => [
    ...[...routes, ...homeRoutes]
      .map((route) => ({ route, actions: actionsOf(route) }))
      .filter(({ actions, route }) => actions.length > 0 && route !== ownAccountMenu.route),
    ownAccountMenu,
  ]
  const floor = business.filter((route) => floorMenus.has(route))
  return [
    { role: 'SUPER', name: '감독', user: 'super', menus: grantRoutes(business, () => everyAction) },
    {
      role: 'CLERK',
      name: '사무',
      user: 'clerk',
      menus: grantRoutes(business, (route) => clerkActions[route] ?? everyAction),
    },
    {
      role: 'PICKER',
      name: '현장',
      user: 'picker',
      menus: [
        ...grantRoutes(floor, () => ['search', 'save', 'print']),
        // Pickers see the pending counts but cannot complete them.
        { route: 'StocktakingJobList', actions: ['search', 'print'] },
      ],
    },
    {
      role: 'CUSTOMER',
      name: '화주',
      user: 'customer',
      menus: grantRoutes(
        own.map(({ route }) => route),
        customerActions,
      ),
    },
  ]
}
