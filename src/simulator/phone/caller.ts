import type { TurnKind } from '../../pushes/kinds.ts'
import { FMW_PHONE_CHANNEL } from './errors.ts'
import type { Channel } from './screen.ts'

/** Who is at a phone, and where: its options with every default filled in. */
export interface Caller {
  readonly kind: TurnKind
  /** Undefined where each session shows it by what is dialled. */
  readonly channel: Channel | undefined
  readonly mobile: string
  readonly operator: string
  /** Undefined where it is the first number of what is dialled. */
  readonly serviceCode: string | undefined
}

/** @throws FMW_PHONE_CHANNEL */
export function readCaller(options: { readonly [Name in keyof Caller]?: Caller[Name] | undefined }): Caller {
  const { channel } = options
  const usual = channel === undefined ? { ...places.ussd, kind: options.kind ?? 'ussd' } : readPlace(channel, options)
  const { mobile = usual.mobile, operator = usual.operator, serviceCode = usual.serviceCode } = options
  return { kind: usual.kind, channel, mobile, operator, serviceCode }
}

/** The ServiceCode of a session. */
export function serviceCodeOf({ serviceCode }: Caller, dialled: string): string {
  return serviceCode ?? /^\*(\d+)/.exec(dialled)?.[1] ?? ''
}

type Place = Omit<Caller, 'channel'>

/**
 * What the service sends of each channel (reference 2.5: Operator, ServiceCode, Mobile). The reference has no name for
 * the service's app. Each is another subscriber, or one would go on with what another left.
 */
const places: Readonly<Record<Channel, Place>> = {
  ussd: { kind: 'ussd', mobile: '+233000000000', operator: 'network', serviceCode: undefined },
  webstore: { kind: 'programmable', mobile: 'webstore-user', operator: 'webstore', serviceCode: 'service' },
  pos: { kind: 'programmable', mobile: 'pos-user', operator: 'POS-Android', serviceCode: 'service' },
  app: { kind: 'programmable', mobile: 'app-user', operator: 'app', serviceCode: 'service' },
}

function readPlace(channel: Channel, { kind }: { readonly kind?: TurnKind | undefined }): Place {
  if (!Object.hasOwn(places, channel)) {
    throw new FMW_PHONE_CHANNEL(channel, `cannot be: there are ${Object.keys(places).join(', ')}`)
  }
  const place = places[channel]
  if (kind === undefined || kind === place.kind) return place
  // Programmable services serve USSD too; no other channel has pushes of the kind USSD.
  if (channel === 'ussd') return { ...place, kind }
  throw new FMW_PHONE_CHANNEL(channel, `gets pushes of the kind ${place.kind}, not ${kind}: leave kind out`)
}
