import { countJobsToday } from '../operations/counting.ts'
import { countJobList } from './count-job-list.ts'

export const stocktakingTodayScreen = countJobList('StocktakingToday', countJobsToday)
