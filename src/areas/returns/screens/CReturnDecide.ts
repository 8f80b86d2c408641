import { decideOwn } from '../operations/deciding.ts'
import { decideScreen } from './return-decide.ts'

export const cReturnDecideScreen = decideScreen('CReturnDecide', decideOwn, 'Y')
