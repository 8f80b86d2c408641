import { customerShipTo } from './customer-ship-to.ts'

export const cShipToSampleScreen = customerShipTo('CShipToSample', 'Y')
