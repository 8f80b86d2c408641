import { changeDatesScreen } from './change-dates.ts'

export const scmChangeIndateScreen = changeDatesScreen('ScmChangeIndate', 'IN', 'SUPPLIER_CD', [])
