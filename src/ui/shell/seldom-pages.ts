/** What few ever see, most of it pages of the login: one file of code for all of it. */
export { FavouritesEdit } from './favourites-edit.tsx'
export { FindIdPage, PasswordInitPage } from './find-account-pages.tsx'
export { LookingOn } from './looking-on.tsx'
export { PrivacyPolicyPage } from './privacy-policy-page.tsx'
export { RegisterPage } from './register-page.tsx'
