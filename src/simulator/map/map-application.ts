import { ownOptions } from '../../own-options.ts'
import { wholeOption } from '../check-arguments.ts'
import { FMW_EXPLORE_OPTION } from '../errors.ts'
import type { Channel } from '../phone/screen.ts'
import { createSimulator, type Simulator } from '../simulator.ts'
import type { ConnectOptions, SimulatedApp } from '../wire/addresses.ts'
import type { KnownAnswer } from './answers.ts'
import type { ApplicationMap, MapBounds } from './application-map.ts'
import { Draft } from './draft.ts'
import { Visitors } from './visit.ts'
import { walkChannel } from './walk.ts'
import type { Step, Walk } from './ways.ts'

/**
 * Options of `mapApplication`.
 *
 * @example
 * const options: MapOptions = { channels: ['ussd'], answers: [[/PIN/, '2580']], depth: 8 }
 */
export interface MapOptions {
  /** The channels to walk. Default: all that the application has a handler for. */
  readonly channels?: readonly Channel[] | undefined
  /** What is dialled. Default `*713#`. */
  readonly dial?: string | undefined
  /** Answers that questions take, such as a PIN, by what stands on their screen: a pattern, or words in any case. */
  readonly answers?: readonly KnownAnswer[] | undefined
  /** The most pushes, on all channels. Default 10,000. */
  readonly pushes?: number | undefined
  /** The most answers in a row. Default 15. */
  readonly depth?: number | undefined
  /** The longest time, ms. Default 60,000. */
  readonly time?: number | undefined
  /** The word or the key of the way to the next page, where the application sets its own. */
  readonly more?: string | undefined
  /** What the application logged at `warn` and above, for `warnings` of the map. */
  readonly warnings?: (() => readonly string[]) | undefined
  /** The registration's name, if the application has several. */
  readonly registration?: string | undefined
  /** Sent with each push, for an application that demands a header: `{ 'x-push-token': secret }`. */
  readonly headers?: ConnectOptions['headers']
  /** Hears how far it is, after each answer. */
  readonly onProgress?: ((progress: MapProgress) => void) | undefined
}

/**
 * How far a walk is.
 *
 * @example
 * const inWords = ({ screens, pushes }: MapProgress) => `${screens} screens, ${pushes} pushes`
 */
export interface MapProgress {
  readonly channel: Channel
  readonly screens: number
  readonly pushes: number
  /** Screens that wait to be answered. */
  readonly waiting: number
}

/**
 * Walks every answer of an application in this process, within bounds: each path as a subscriber who has never called. It
 * does to the application what subscribers do, so give it one whose store may be filled.
 *
 * @param app the application, or a function that builds it beside the simulator whose API it calls
 * @throws FMW_SIMULATOR_APP, FMW_EXPLORE_OPTION
 * @example
 * const { screens, findings } = await mapApplication(app, { answers: [[/PIN/, '2580']] })
 */
export async function mapApplication(
  app: SimulatedApp | ((sim: Simulator) => SimulatedApp | Promise<SimulatedApp>),
  given: MapOptions = {},
): Promise<ApplicationMap> {
  const options = ownOptions(given)
  const { dial = '*713#', answers = [], onProgress = () => undefined, warnings = () => [] } = options
  const pushes = wholeOption('mapApplication', 'pushes', options.pushes, 10_000)
  const depth = wholeOption('mapApplication', 'depth', options.depth, 15)
  const end = performance.now() + wholeOption('mapApplication', 'time', options.time, 60_000)
  await using sim = await createSimulator()
  const built = typeof app === 'function' ? await app(sim) : app
  await sim.connect(built, { registration: options.registration, headers: options.headers })
  const channels = options.channels ?? channelsOf(built, options.registration)
  const visitors = new Visitors(sim, dial, options.more)
  const draft = new Draft()
  const met = new Set<MapBounds['met'][number]>()
  const whole = { screens: new Set<Channel>(), ways: new Set<Channel>() }
  const walks: Walk[] = []
  const left: Step[] = []
  for (const [at, channel] of channels.entries()) {
    // What one channel leaves is there for those after it.
    const share = Math.floor((pushes - visitors.pushes) / (channels.length - at))
    const found = await walkChannel(visitors, channel, draft, {
      pushes: visitors.pushes + share,
      depth,
      known: answers,
      isLate: () => performance.now() > end,
      onScreen: (progress) => onProgress({ channel, ...progress }),
    })
    walks.push(...found.walks)
    left.push(...found.notWalked)
    for (const bound of found.met) met.add(bound)
    if (found.met.length === 0) whole.screens.add(channel)
    if (found.met.length === 0 && found.notWalked.length === 0) whole.ways.add(channel)
  }
  const { notWalked, ...drawn } = draft.finish(channels, walks, left, whole)
  return {
    version: 1,
    channels,
    ...drawn,
    warnings: warnings(),
    bounds: { pushes: visitors.pushes, met: [...met], notWalked },
  }
}

function channelsOf(app: SimulatedApp, registration: string | undefined): readonly Channel[] {
  const { urls } = registration === undefined ? app.merchant : app.merchant.get(registration)
  const has = (kind: string): boolean => urls.some((one) => one.kind === kind)
  const channels: Channel[] = [...(has('ussd') ? ussd : []), ...(has('programmable') ? rich : [])]
  if (channels.length === 0)
    throw new FMW_EXPLORE_OPTION(
      'mapApplication',
      'app',
      'answers no turns: give it a handler for ussd or programmable',
    )
  return channels
}

const ussd: readonly Channel[] = ['ussd']
const rich: readonly Channel[] = ['webstore', 'pos', 'app']
