import type { Channel } from '../conversation/channel.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import type { NameCasing } from '../replies/reply-settings.ts'
import type { TargetOptions } from './target.ts'

/**
 * Who is at the phone.
 *
 * @example
 * const buyer = phone(app, { channel: 'webstore', mobile: 'user-7' })
 */
export interface PhoneOptions extends TargetOptions {
  /**
   * Where the phone is: `kind`, `mobile`, `operator` and `serviceCode` are those of the channel when not given, and on
   * rich channels what is dialled is not sent. Without it the operator and what is dialled decide.
   */
  readonly channel?: Channel | undefined
  /** `ussd` when not given. */
  readonly kind?: TurnKind | undefined
  /** `+233000000000` when not given; an opaque identifier on rich channels. */
  readonly mobile?: string | undefined
  /** `network` when not given; on rich channels their name, such as `webstore`. */
  readonly operator?: string | undefined
  /** The first number of what is dialled when not given: `713` of `*713#`. */
  readonly serviceCode?: string | undefined
  /** How the service writes the names of its fields: `pascal` when not given. */
  readonly names?: NameCasing | undefined
  /** What `choose` takes for the way to the next page: its word or its key; `More` and `99` when not given. */
  readonly more?: string | undefined
}
