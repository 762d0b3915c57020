import type { Clock } from '../clock.ts'
import {
  type CallbackUrlRequest,
  defaultExpiry,
  isCarried,
  longestIdentifier,
  readCallbackRequest,
} from '../payments/rules/callback-request.ts'
import type { CallbackSigner, CalledBackKind } from '../payments/rules/callback-signer.ts'
import { FMW_CALLBACK_URL } from '../payments/rules/errors.ts'
import type { Kind } from '../pushes/kinds.ts'
import { toMinor } from '../pushes/money/amount.ts'
import type { SignedAddress } from '../pushes/money/signed-address.ts'
import { FMW_OPTION } from './errors.ts'
import { type PushAddress, toPushUrl } from './urls.ts'

/** What the addresses of a registration are made with. */
export interface CallbackUrlsParts {
  readonly addresses: readonly PushAddress[]
  readonly publicUrl: string | undefined
  /** undefined where the registration has no secret. */
  readonly signer: CallbackSigner | undefined
  readonly clock: Clock
}

/** A payment that a USSD session asks for. */
interface SessionPayment {
  readonly sessionId: string
  /** The phone that is asked. */
  readonly mobile: string
  readonly reference: string | undefined
  /** Major currency units, checked. */
  readonly amount: number
  readonly currency: string | undefined
}

/** The addresses that a registration gives away with its payments. */
export class CallbackUrls {
  readonly #parts: CallbackUrlsParts

  constructor(parts: CallbackUrlsParts) {
    this.#parts = parts
  }

  /** @throws FMW_OPTION, FMW_CALLBACK_URL */
  of(request: CallbackUrlRequest): string {
    const { signer, publicUrl, clock } = this.#parts
    const { kind, signed, expiresIn, payer } = readCallbackRequest(request)
    if (signer === undefined) throw new FMW_OPTION('secret', `is missing: ${settingsOfPayments.secret}`)
    if (publicUrl === undefined) throw new FMW_OPTION('publicUrl', `is missing: ${settingsOfPayments.publicUrl}`)
    const address = this.plain(kind)
    if (address === undefined) {
      throw new FMW_CALLBACK_URL('kind', `${kind} is not received here: give ${kind} or payment a handler`)
    }
    const now = clock.now()
    return signer.sign(kind, address, { ...signed, ...madeFor(signer, signed, now, payer) }, now + expiresIn)
  }

  /** Where notices of a kind come to, unsigned; undefined where that is not known. */
  plain(kind: Kind): string | undefined {
    const { addresses, publicUrl } = this.#parts
    const address = addresses.find((candidate) => candidate.kind === kind)
    return address === undefined || publicUrl === undefined ? undefined : toPushUrl(address, publicUrl).url
  }

  /** What an address of ours was signed for; undefined where it is not. */
  signedFor(kind: CalledBackKind, address: string): SignedAddress | undefined {
    const { signer, clock } = this.#parts
    return signer?.check(kind, Object.fromEntries(new URL(address).searchParams), clock.now())?.signed
  }

  /**
   * Where the notice of a USSD payment is to come to: signed, where there is a secret. A reply does not fail over that,
   * so what cannot be carried is left out, and without its session an address is not signed.
   */
  noticeOf(): ((payment: SessionPayment) => string) | undefined {
    const { signer, clock } = this.#parts
    const address = this.plain(notices)
    if (address === undefined || signer === undefined) return undefined
    return ({ sessionId, mobile, reference, amount, currency = null }) => {
      if (!isCarried(sessionId, longestIdentifier)) return address
      const signed = {
        reference: isCarried(reference, longestIdentifier) ? reference : null,
        sessionId,
        amountMinor: toMinor(amount),
        currency,
      }
      const now = clock.now()
      return signer.sign(notices, address, { ...signed, ...madeFor(signer, signed, now, mobile) }, now + defaultExpiry)
    }
  }
}

/** A checkout is known by its reference, and anybody may pay it; a USSD payment by when and of whom it was asked. */
function madeFor(
  signer: CallbackSigner,
  { sessionId }: SignedAddress,
  issuedAt: number,
  phone: string | undefined,
): Pick<SignedAddress, 'issuedAt' | 'payer'> {
  if (sessionId === null) return {}
  const payer = phone === undefined ? undefined : signer.payerOf(sessionId, phone)
  return payer === undefined ? { issuedAt } : { issuedAt, payer }
}

const notices: CalledBackKind = 'ussdPayment'

/** What payments need of a registration beside their handlers, and what to do where it is missing. */
export const settingsOfPayments = {
  publicUrl:
    "set publicUrl of app.register(merchantWebhooks, …) to where the service reaches you, such as 'https://shop.example'; if it comes from the environment, see that the variable is set",
  secret:
    'set secret of app.register(merchantWebhooks, …) to text of 16 characters at least, the same in every process; if it comes from the environment, see that the variable is set',
}
