/** Pages of the login that few ever see: one file of code for all of them. */
export { FindIdPage, PasswordInitPage } from './find-account-pages.tsx'
export { PrivacyPolicyPage } from './privacy-policy-page.tsx'
export { RegisterPage } from './register-page.tsx'
