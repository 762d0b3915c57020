import type { Channel } from '../../conversation/channel.ts'
import { ownOptions } from '../../own-options.ts'
import { aFunction, type Checks, checkFields, checkValue } from '../../simulator/check-arguments.ts'
import { FMW_PHONE_ARGUMENT } from '../../simulator/phone/errors.ts'
import type { MerchantApp } from '../target.ts'
import { type Phone, phone } from './phone.ts'
import { type PhoneOptions, phoneChecks } from './phone-options.ts'

/**
 * Options of `onEveryChannel`.
 *
 * @example
 * const options: EveryChannelOptions = { ussd: 'programmable', registration: 'tickets' }
 */
export interface EveryChannelOptions
  extends Pick<PhoneOptions, 'registration' | 'headers' | 'names' | 'more' | 'serviceCode'> {
  /** The kind of the USSD pushes. Default `ussd`. Use `programmable` if a programmable service serves your USSD. */
  readonly ussd?: PhoneOptions['kind']
}

/**
 * The transcript of each channel.
 *
 * @example
 * const isNumbered = ({ ussd }: Transcripts) => ussd.includes('1. ')
 */
export type Transcripts = Readonly<Record<Channel, string>>

/**
 * Runs the same steps on USSD, in a web store, at a till and in the service's app, one after the other. Each
 * has a phone of its own; that of USSD has the number of `phone(app)`. `choose` and `reply` mean the same on all of them.
 *
 * @returns the transcripts
 * @throws what the steps throw, with the channel in front of an error's message
 * @example
 * const { ussd, webstore } = await onEveryChannel(app, (phone) => phone.dial('*713#').choose('Rice 5 kg').reply('2'))
 */
export async function onEveryChannel(
  app: MerchantApp,
  steps: (phone: Phone, channel: Channel) => unknown,
  given: EveryChannelOptions = {},
): Promise<Transcripts> {
  checkValue('steps', steps, aFunction, wrong)
  checkFields(given, everyChannelChecks, wrong)
  const { ussd = 'ussd', ...options } = ownOptions(given)
  const take = async (channel: Channel, kind: PhoneOptions['kind']): Promise<string> => {
    const caller = phone(app, { ...options, channel, kind })
    try {
      await steps(caller, channel)
    } catch (error) {
      throw named(error, channel)
    }
    return caller.transcript()
  }
  return {
    ussd: await take('ussd', ussd),
    webstore: await take('webstore', 'programmable'),
    pos: await take('pos', 'programmable'),
    app: await take('app', 'programmable'),
  }
}

const { registration, headers, names, more, serviceCode, kind } = phoneChecks
const everyChannelChecks: Checks<EveryChannelOptions> = { registration, headers, names, more, serviceCode, ussd: kind }

function wrong(name: string, problem: string): Error {
  return new FMW_PHONE_ARGUMENT(`onEveryChannel: ${name}`, problem)
}

/** The error itself, because a test runner shows what it holds; one that cannot be written to stays as it is. */
function named(error: unknown, channel: Channel): unknown {
  if (error instanceof Error) {
    const { message, stack } = error
    const value = `On ${channel}: ${message}`
    Reflect.defineProperty(error, 'message', { value, configurable: true, writable: true })
    Reflect.defineProperty(error, 'stack', {
      value: String(stack).replace(message, () => value),
      configurable: true,
      writable: true,
    })
  }
  return error
}
