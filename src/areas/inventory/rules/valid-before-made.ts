import { label } from '#kernel/label.ts'

export const expiryBeforeProduction = label(
  '유통기한이 제조일보다 빠릅니다.',
  'The expiry date is before the production date.',
)
