import { describeValue } from './describe-value.ts'
import { ReplyCallbackUrlError } from './errors.ts'

/**
 * The address where the notice of a USSD payment goes (reference 2.8). It leaves as it was given.
 *
 * @throws FMW_REPLY_CALLBACK_URL when the service could not call it; its text is not shown, since such
 * addresses carry secrets
 * @example
 * ```ts
 * readCallbackUrl('https://shop.example/push/ussd-payment')
 * ```
 */
export function readCallbackUrl(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && webAddress.test(value) && URL.canParse(value)) return value
  throw new ReplyCallbackUrlError(describeValue(value))
}

const webAddress = /^https?:\/\/[^\s/]\S*$/i
