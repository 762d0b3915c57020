import { Sealer } from '../../conversation/record/seal.ts'
import { CallbackSigner } from '../../payments/rules/callback-signer.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { missingSecret } from '../../text/missing-variable.ts'
import { secretTurnKey, turnKey } from '../../turns/stored/keys.ts'
import { FMW_OPTION } from '../errors.ts'
import { checkNothingMissing } from './check-values.ts'

/** What is made of the merchant's secrets: above all, how what is sensitive is kept from whoever reads the store. */
export interface Sealing {
  readonly sealer: Sealer
  /** What a turn is known by in the store. */
  readonly turnKey: (event: SessionEvent) => string
  /** Signs the addresses of payments; undefined without a secret, since what a process signed nobody would know after it. */
  readonly signer: CallbackSigner | undefined
}

/** @param registration its name @throws FMW_OPTION */
export function readSealing(registration: string, given: string | readonly string[] | undefined): Sealing {
  if (given === '')
    throw new FMW_OPTION('secret', 'is empty; if it comes from the environment, see that the variable is set')
  const secrets = given === undefined ? [] : typeof given === 'string' ? [given] : given
  if (!Array.isArray(secrets) || !secrets.every(isLongEnough) || (given !== undefined && secrets.length === 0)) {
    throw new FMW_OPTION('secret', `must be text of at least ${shortest} characters, or a list of such texts`)
  }
  for (const text of secrets) checkNothingMissing('secret', missingSecret(text))
  const sealer = new Sealer(secrets)
  const [first, ...others] = secrets
  if (first === undefined) return { sealer, turnKey, signer: undefined }
  return { sealer, turnKey: secretTurnKey(first), signer: new CallbackSigner(registration, [first, ...others]) }
}

function isLongEnough(secret: unknown): boolean {
  return typeof secret === 'string' && secret.length >= shortest
}

const shortest = 16
