import { uploadScreen } from '#kernel/upload-screen.ts'
import { uploadBasicData } from '../operations/basic-data.ts'

export const uploadBasicDataScreen = uploadScreen(
  'UploadBasicData',
  uploadBasicData,
  ['OWNER_CD'],
  {
    ownerMapping: false,
    sheets: 'SHEET_CD',
  },
)
