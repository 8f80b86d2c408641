/** Rarely used components, mostly login pages, in one chunk. */
export { FavouritesEdit } from './favourites-edit.tsx'
export { FindIdPage, PasswordInitPage } from './find-account-pages.tsx'
export { ImpersonationBanner } from './impersonation-banner.tsx'
export { NotBuiltPage } from './not-built-page.tsx'
export { PrivacyPolicyPage } from './privacy-policy-page.tsx'
export { RegisterPage } from './register-page.tsx'
