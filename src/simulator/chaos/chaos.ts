import { systemClock } from '../../clock.ts'
import { ownOptions } from '../../own-options.ts'
import type { Kind } from '../../pushes/kinds.ts'
import { wholeOption } from '../check-arguments.ts'
import type { Dialogue, DialoguePhone, DialogueStep } from '../dialogue/dialogue.ts'
import { FMW_EXPLORE_OPTION } from '../errors.ts'
import type { KnownAnswer } from '../map/answers.ts'
import { Random } from '../random.ts'
import { createSimulator } from '../simulator.ts'
import type { ConnectOptions } from '../wire/addresses.ts'
import { BlockedLoop } from './blocked-loop.ts'
import { type ChaosApp, checkApp } from './books.ts'
import { type Cast, ending, nextStep } from './next-step.ts'
import { shrink } from './shrink.ts'
import { type Stage, StoryRun } from './story-run.ts'
import type { Violation } from './violation.ts'

/**
 * Options of `chaos`.
 *
 * @example
 * const options: ChaosOptions = { seed: 7, runs: 100, answers: [['PIN', '2580']] }
 */
export interface ChaosOptions {
  /** The same seed tells the same stories. Default 1. */
  readonly seed?: number | undefined
  /** The most stories. Default: as many as there is time for. */
  readonly runs?: number | undefined
  /** The longest time, with shrinking, ms: a story that is being told then ends early. Default 60,000. */
  readonly time?: number | undefined
  /** The most steps of a story. Default 40. */
  readonly steps?: number | undefined
  /** How many phones there are on USSD. Default 3. A programmable service gets a user of each rich channel besides. */
  readonly phones?: number | undefined
  /** What is texted to the short code. Default `Hello`, `1` and `STOP`. */
  readonly texts?: readonly string[] | undefined
  /** What is dialled. Default `*713#`. */
  readonly dial?: string | undefined
  /** Answers that questions take, such as a PIN, by what stands on their screen. */
  readonly answers?: readonly KnownAnswer[] | undefined
  /** For how long a handler may keep the process from its other work, ms. Default 500. */
  readonly blocked?: number | undefined
  /** Sent with each push, for an application that demands a header: `{ 'x-push-token': secret }`. */
  readonly headers?: ConnectOptions['headers']
  /** Hears how far it is, after each story, and while a failure is made shorter. */
  readonly onProgress?: ((progress: ChaosProgress) => void) | undefined
}

/**
 * How far chaos is.
 *
 * @example
 * const inWords = ({ runs, steps }: ChaosProgress) => `${runs} stories, ${steps} steps`
 */
export interface ChaosProgress {
  readonly runs: number
  readonly steps: number
  /** The steps of the failure that is being made shorter; null while none was found. */
  readonly shrinking: number | null
}

/**
 * What chaos came to.
 *
 * @example
 * const { failure }: ChaosResult = await chaos(shop, { runs: 50 })
 * expect(failure).toBeNull()
 */
export interface ChaosResult {
  readonly seed: number
  /** Stories that were told, and their steps in all. */
  readonly runs: number
  readonly steps: number
  /** Failures that didn't come again, and so are none: a busy machine, or chance in the application. */
  readonly unsteady: number
  /** ms of the machine's time that went into steps of more than a second: pushes that the application didn't answer sooner. */
  readonly waited: number
  /** The first failure, as short as it got; null where everything held. */
  readonly failure: ChaosFailure | null
}

/**
 * A story that breaks a rule.
 *
 * @example
 * const inWords = ({ violation, story }: ChaosFailure) => `${violation.text}, after ${story.steps.length} steps`
 */
export interface ChaosFailure {
  readonly violation: Violation
  /** Play it again with `playStory`, or write it with `writeDialogue`. */
  readonly story: Dialogue
  /** How many steps it had before it was made shorter. */
  readonly foundWith: number
}

/**
 * Lets phones, payments and faults loose on an application, and holds it to the rules of `Rule`. The first story that breaks
 * one is made as short as it gets.
 *
 * @throws FMW_EXPLORE_OPTION, FMW_SIMULATOR_APP, FMW_SIMULATOR_ARGUMENT for a wrong application or wrong books, what building the application throws
 * @example
 * const { failure } = await chaos({ build: () => buildShop({ store: memoryStore() }) }, { seed: 7, runs: 100 })
 * expect(failure).toBeNull()
 */
export async function chaos(app: ChaosApp, given: ChaosOptions = {}): Promise<ChaosResult> {
  const options = ownOptions(given)
  const { seed = 1, dial = '*713#', answers = [], onProgress = () => undefined } = options
  if (!Number.isInteger(seed)) throw new FMW_EXPLORE_OPTION('chaos', 'seed', 'must be a whole number')
  const end = performance.now() + wholeOption('chaos', 'time', options.time, 60_000)
  const isLate = (): boolean => performance.now() > end
  const mostRuns = wholeOption('chaos', 'runs', options.runs, Number.MAX_SAFE_INTEGER)
  const mostSteps = wholeOption('chaos', 'steps', options.steps, 40)
  const phones = wholeOption('chaos', 'phones', options.phones, 3)
  const [text = 'Hello', ...texts] = options.texts ?? ['Hello', '1', 'STOP']
  const count = { runs: 0, steps: 0, unsteady: 0, waited: 0 }
  const onWaited = (ms: number): void => {
    count.waited += Math.round(ms)
  }
  return withStage(app, seed, { ...options, onWaited }, async (stage) => {
    const random = new Random(seed)
    for (; count.runs < mostRuns && !isLate(); count.runs++) {
      const dialogueFor = (kinds: ReadonlySet<Kind>): Dialogue => {
        return { dialogue: 'chaos', seed, profile: 'retryOnce', phones: castOf(phones, kinds), steps: [] }
      }
      const ways = { random, dial, texts: [text, ...texts], known: answers } as const
      const broken = await tell(stage, dialogueFor, { most: mostSteps, ways, count, isLate })
      onProgress({ runs: count.runs + 1, steps: count.steps, shrinking: null })
      if (broken === undefined) continue
      const { violation, told } = broken
      const said = new WeakMap<readonly DialogueStep[], Violation>()
      const again = async (tried: readonly DialogueStep[], isOver: () => boolean) => {
        const { steps, violation: found } = await play(stage, { ...told, steps: tried }, isOver)
        onProgress({ runs: count.runs + 1, steps: count.steps, shrinking: tried.length })
        if (found?.rule !== violation.rule) return undefined
        said.set(steps, found)
        return steps
      }
      // It takes no longer than it took to find it.
      const steady = await again(broken.steps, () => false)
      if (steady === undefined) {
        count.unsteady += 1
        continue
      }
      const steps = await shrink(steady, (tried) => again(tried, isLate), isLate)
      const broke = said.get(steps) ?? violation
      const failure = { violation: broke, story: storyOf(told, steps, broke), foundWith: broken.steps.length }
      return { seed, ...count, runs: count.runs + 1, failure }
    }
    return { seed, ...count, failure: null }
  })
}

/**
 * Plays a story of `chaos` again, and holds the application to the same rules: for a test that the failure never comes back.
 *
 * @returns what it breaks, or null
 * @throws FMW_SIMULATOR_APP, FMW_SIMULATOR_ARGUMENT, what building the application throws
 * @example
 * expect(await playStory(shop, readDialogue(yaml))).toBeNull()
 */
export async function playStory(
  app: ChaosApp,
  story: Dialogue,
  given: Pick<ChaosOptions, 'blocked' | 'headers'> = {},
): Promise<Violation | null> {
  const named = { ...story, phones: story.phones ?? { phone: { number: numberOf(0) } } }
  const { violation = null } = await withStage(app, story.seed ?? 1, ownOptions(given), (stage) =>
    play(stage, named, () => false),
  )
  return violation
}

interface StageOptions extends Pick<ChaosOptions, 'blocked' | 'headers'>, Partial<Pick<Stage, 'onWaited'>> {}

async function withStage<Result>(
  app: ChaosApp,
  seed: number,
  { blocked, headers, onWaited = () => undefined }: StageOptions,
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  checkApp(app)
  // The calendar stands still, so that only `wait` lets time pass; waits for answers go on.
  const moment = systemClock.now()
  const clock = { ...systemClock, now: () => moment }
  await using sim = await createSimulator({ seed, profile: 'retryOnce', clock })
  const loop = new BlockedLoop()
  try {
    return await work({ sim, app, loop, headers, onWaited, blocked: wholeOption('chaos', 'blocked', blocked, 500) })
  } finally {
    loop.stop()
  }
}

interface Told {
  readonly steps: readonly DialogueStep[]
  readonly violation: Violation | undefined
}

interface Telling {
  /** The most steps. */
  readonly most: number
  readonly ways: Pick<Cast, 'random' | 'dial' | 'texts' | 'known'>
  readonly count: { steps: number }
  readonly isLate: () => boolean
}

/** Tells a new story, until it breaks a rule, is long enough, or no time is left: then it held so far. */
async function tell(
  stage: Stage,
  dialogueFor: (kinds: ReadonlySet<Kind>) => Dialogue,
  { most, ways, count, isLate }: Telling,
): Promise<(Told & { readonly told: Dialogue; readonly violation: Violation }) | undefined> {
  const run = await StoryRun.open(stage, dialogueFor)
  const { dialogue: told, phones, kinds } = run
  const steps: DialogueStep[] = []
  try {
    // Where nothing can be done there is no story.
    for (let tries = 0; steps.length < most && tries < most * 10; tries++) {
      if (isLate()) return undefined
      const step = nextStep({ ...ways, phones, kinds, invoice: run.invoice, isPending: run.isPending })
      steps.push(step)
      count.steps += 1
      const violation = await run.play(step)
      if (violation === 'impossible') steps.pop()
      else if (violation !== undefined) return { steps, told, violation }
    }
    // Nothing stays pending for ever: every customer pays in the end, or doesn't.
    while (run.isPending) {
      if (isLate()) return undefined
      const step = ending(ways.random, phones)
      steps.push(step)
      count.steps += 1
      const violation = await run.play(step)
      if (violation === 'impossible') break
      if (violation !== undefined) return { steps, told, violation }
    }
    const violation = await run.finish()
    return violation && { steps, told, violation }
  } finally {
    await run.close()
  }
}

/** Plays a story; steps that can't be done any more are left out. It ends without a violation once `isLate`. */
async function play(stage: Stage, dialogue: Dialogue, isLate: () => boolean): Promise<Told> {
  const run = await StoryRun.open(stage, () => dialogue)
  const steps: DialogueStep[] = []
  try {
    for (const step of dialogue.steps) {
      if (isLate()) return { steps, violation: undefined }
      const violation = await run.play(step)
      if (violation === 'impossible') continue
      steps.push(step)
      if (violation !== undefined) return { steps, violation }
    }
    return { steps, violation: await run.finish() }
  } finally {
    await run.close()
  }
}

/** The story with those phones alone that are in it. */
function storyOf(told: Dialogue, steps: readonly DialogueStep[], { text }: Violation): Dialogue {
  const names = new Set(steps.map(({ phone }) => phone))
  const phones = Object.fromEntries(Object.entries(told.phones ?? {}).filter(([name]) => names.has(name)))
  return { ...told, dialogue: text, phones, steps }
}

/**
 * Who takes part in a story: subscribers on USSD, and one in each rich channel where a programmable service answers.
 *
 * @param kinds what the application receives
 */
function castOf(phones: number, kinds: ReadonlySet<Kind>): Readonly<Record<string, DialoguePhone>> {
  const kind = kinds.has('ussd') || !kinds.has('programmable') ? {} : { kind: 'programmable' as const }
  const subscribers = Array.from({ length: phones }, (_, at) => [`phone${at + 1}`, { number: numberOf(at), ...kind }])
  const users = richChannels.map((channel, at) => [channel, { number: numberOf(phones + at), channel }])
  return Object.fromEntries([...subscribers, ...(kinds.has('programmable') ? users : [])])
}

/** The number of a phone that has none of its own, by its place. */
function numberOf(at: number): string {
  return `+23300${String(7_130_001 + at).padStart(7, '0')}`
}

const richChannels = ['app', 'webstore', 'pos'] as const
