import { customerShipTo } from './customer-ship-to.ts'

export const cShipToScreen = customerShipTo('CShipTo', 'N')
