import type { Kind } from '../../pushes/kinds.ts'
import type { Random } from '../random.ts'
import type { Casing } from './names.ts'

/**
 * How the sender behaves where the reference shows nothing (reference 6, field notes, "Transport"): each a setting.
 *
 * @example
 * const stubborn: Partial<Profile> = { retries: [1_000, 10_000], casing: 'mixed' }
 * const sim = await createSimulator({ profile: { ...profiles.plain, ...stubborn } })
 */
export interface Profile {
  /** How names are written. */
  readonly casing: Casing
  /** Waits before each further try of a notification that got no 2xx, ms. Turns are never sent again by these. */
  readonly retries: readonly number[]
  /** How each kind is written, where it isn't JSON. */
  readonly forms: Partial<Readonly<Record<Kind, Form>>>
  /** How many notifications are on their way at once; the others wait. Turns never do. */
  readonly parallel: number
  /** Whether waiting notifications go in the order in which they came about, or in any. */
  readonly order: 'kept' | 'any'
  /** Whether lines to the application stay open for the next push. */
  readonly keepAlive: boolean
  /** How far the dates that pushes say are ahead of the clock, ms; behind where negative. */
  readonly skew: number
  /** How the sender looks at an address before its first push to it; null where it doesn't. */
  readonly probe: 'GET' | 'HEAD' | null
  /** Fields that the reference doesn't have, in every push. */
  readonly extraFields: Readonly<Record<string, string | null>>
}

/** How a push is written: JSON or a form in the body, or parameters of the query, by POST or by GET. */
export type Form = 'json' | 'form' | 'query' | 'query-get'

/** The name of a profile. */
export type ProfileName = keyof typeof named

const plain: Profile = {
  casing: 'pascal',
  retries: [],
  // Inbound messages are parameters (reference 4.11).
  forms: { inboundMessage: 'query' },
  parallel: 64,
  order: 'kept',
  keepAlive: true,
  skew: 0,
  probe: null,
  extraFields: {},
}

const named = {
  plain,
  camelCase: { ...plain, casing: 'camel' },
  mixedNames: { ...plain, casing: 'mixed', extraFields: { Platform: 'USSD', ExtraData: null, MetaData: null } },
  retryOnce: { ...plain, retries: [1_000] },
  // Quick tries first, then minutes, then hours, as operators describe theirs.
  ladder: { ...plain, keepAlive: false, retries: [1_000, 1_000, 1_000, 120_000, 120_000, 3_600_000, 3_600_000] },
  // The longest that an operator's page describes: 20 tries at 1 s, 30 at 2 min, then each hour of three days.
  longLadder: {
    ...plain,
    retries: [
      ...Array<number>(20).fill(1_000),
      ...Array<number>(30).fill(120_000),
      ...Array<number>(72).fill(3_600_000),
    ],
  },
  forms: { ...plain, forms: { inboundMessage: 'form', deliveryReport: 'form' } },
  queries: { ...plain, casing: 'camel', forms: { inboundMessage: 'query-get', deliveryReport: 'query-get' } },
  oneByOne: { ...plain, parallel: 1 },
  anyOrder: { ...plain, parallel: 4, order: 'any', retries: [1_000] },
  aheadOfTime: { ...plain, skew: 300_000 },
  behindTime: { ...plain, skew: -300_000 },
  probing: { ...plain, probe: 'HEAD', keepAlive: false },
} as const satisfies Record<string, Profile>

/**
 * Profiles by name. `plain` is what the reference shows, with no retries: nobody has evidence of any.
 *
 * @example
 * const sim = await createSimulator({ profile: 'ladder' })
 */
export const profiles: Readonly<Record<ProfileName, Profile>> = named

/** The names of the profiles. */
export const profileNames: readonly ProfileName[] = Object.keys(named).filter((name) => isProfileName(name))

function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(named, name)
}

/** Lets so many notifications through at once, and the others wait: in their order, or in none. */
export class SendOrder {
  readonly #waiting: (() => void)[] = []
  #inside = 0

  /** @returns when there is room: call `leave` afterwards, once */
  async enter({ parallel }: Profile): Promise<void> {
    if (this.#inside >= parallel) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiting.push(resolve)
      return promise
    }
    this.#inside += 1
  }

  leave({ parallel, order }: Profile, random: Random): void {
    this.#inside -= 1
    while (this.#waiting.length > 0 && this.#inside < parallel) {
      const at = order === 'any' ? random.below(this.#waiting.length) : 0
      this.#inside += 1
      for (const go of this.#waiting.splice(at, 1)) go()
    }
  }
}
