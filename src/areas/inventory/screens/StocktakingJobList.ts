import { countJobs } from '../operations/counting.ts'
import { countJobList } from './count-job-list.ts'

export const stocktakingJobListScreen = countJobList('StocktakingJobList', countJobs)
