import { z } from 'zod'
import { email } from '#kernel/contact-text.ts'

/** An address of a request, by the pattern that forms and masters use. */
export const emailAddress = z
  .string()
  .trim()
  .max(254)
  .refine((text) => email.test.test(text))
