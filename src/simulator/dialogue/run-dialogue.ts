import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Clock, systemClock } from '../../clock.ts'
import { ownOptions } from '../../own-options.ts'
import { trace } from '../../trace/moments.ts'
import type { LedgerRow } from '../checkout/ledger/ledger.ts'
import type { SimulatorOptions } from '../options.ts'
import { createSimulator, type Simulator } from '../simulator.ts'
import type { ConnectOptions, SimulatedApp } from '../wire/addresses.ts'
import type { Dialogue, DialogueBill, DialogueOutcome } from './dialogue.ts'
import { inWords, type PlayedStep, playSteps } from './play-steps.ts'
import { checkDialogue, readDialogue } from './read-dialogue.ts'

/**
 * What a dialogue is played against: an application in this process, the address of one, or a function that builds one. The
 * function gets the simulator, for its client, and what it built is closed at the end.
 *
 * @example
 * const shop: DialogueApp = (sim) => buildShop({ client: new MerchantClient(sim.clientOptions) })
 * await runDialogue(shop, dialogue)
 */
export type DialogueApp = SimulatedApp | string | URL | ((sim: Simulator) => BuiltApp | Promise<BuiltApp>)

/**
 * An application that was built for one dialogue.
 *
 * @example
 * const build = async (): Promise<BuiltApp> => buildShop({ store: memoryStore() })
 */
export interface BuiltApp extends SimulatedApp {
  close(): unknown
}

/**
 * Options of `runDialogue`.
 *
 * @example
 * const options: RunDialogueOptions = { secrets: { PIN: '2580' }, onTime: (now) => vi.setSystemTime(now) }
 */
export interface RunDialogueOptions {
  /** What is entered by `secret`, by name. Default: the environment, then what the dialogue has. */
  readonly secrets?: Readonly<Record<string, string>> | undefined
  /** How the application is reached. */
  readonly connect?: ConnectOptions | undefined
  /** Of the simulator that plays it. What the dialogue says of seed, profile and time comes first. */
  readonly simulator?: SimulatorOptions | undefined
  /**
   * Is called with the simulator's time, epoch ms, at the start and after each wait, where the dialogue has a `time`: to set
   * the fake clock of your test runner.
   */
  readonly onTime?: ((now: number) => void) | undefined
  /** How long the application may take to handle a notice, or to send a message, in ms of the machine's time. Default 4,000. */
  readonly within?: number | undefined
  /** Goes on after a screen that differs, to find them all. Default false. */
  readonly goesOn?: boolean | undefined
}

/**
 * What came of a dialogue.
 *
 * @example
 * const { problem }: DialogueResult = await runDialogue(app, dialogue)
 * expect(problem).toBeNull()
 */
export interface DialogueResult {
  /** At which step what differs, in lines of 80 columns; null where all is as expected. */
  readonly problem: string | null
  /** Those that were played: the last one failed where there is a problem. */
  readonly steps: readonly PlayedStep[]
  /** What of the outcome differs, in sentences. */
  readonly outcome: readonly string[]
  /** The dialogue with what was found where its screens differ. */
  readonly found: Dialogue
  /** Whether a step could not be done, as a choice that isn't there: nothing after it was played. */
  readonly isStuck: boolean
  /** Plays it with the same random numbers again. */
  readonly seed: number
}

/**
 * Plays a dialogue against an application, on a simulator of its own, and compares what subscribers see.
 *
 * @param dialogue a dialogue, or the address of its file
 * @throws FMW_DIALOGUE, FMW_SIMULATOR_OPTION, FMW_SIMULATOR_APP, what reading the file or building the application throws
 * @example
 * const { problem } = await runDialogue(app, new URL('./stories/tea.yaml', import.meta.url))
 * expect(problem).toBeNull()
 */
export async function runDialogue(
  app: DialogueApp,
  dialogue: Dialogue | URL,
  options: RunDialogueOptions = {},
): Promise<DialogueResult> {
  const {
    secrets = {},
    connect = {},
    simulator = {},
    onTime = () => undefined,
    within = 4_000,
    goesOn = false,
  } = ownOptions(options)
  const played =
    dialogue instanceof URL
      ? readDialogue(await readFile(dialogue, 'utf8'), fileURLToPath(dialogue))
      : checkDialogue(dialogue)
  const { time, profile = simulator.profile, seed = simulator.seed ?? randomInt(2 ** 31) } = played
  const clock = time === undefined ? simulator.clock : standingAt(Date.parse(time))
  const sim = await createSimulator({ ...simulator, seed, profile, clock })
  let built: BuiltApp | undefined
  try {
    if (time !== undefined) onTime(sim.now())
    if (typeof app === 'function') built = await app(sim)
    await sim.connect(typeof app === 'function' ? (built ?? '') : app, connect)
    const { found, isOver, isStuck, steps } = await playSteps(sim, played, {
      secrets: { ...process.env, ...secrets },
      onTime: () => time !== undefined && onTime(sim.now()),
      within,
      goesOn,
    })
    const outcome = isOver ? [] : await compareOutcome(sim, played.outcome, within)
    const differs = outcome.map((text) => `the outcome differs: ${text}`)
    return { problem: inWords(played, steps, differs), steps, outcome, found, isStuck, seed }
  } finally {
    await sim.close()
    await built?.close()
  }
}

/** The calendar stands still; waits for answers go on. */
function standingAt(moment: number): Clock {
  return { ...systemClock, now: () => moment }
}

/**
 * What of an outcome differs, in sentences. Handlers may be at work yet: it is looked at again each time that one is done.
 *
 * @param within ms of the machine's own time that they have
 */
async function compareOutcome(
  sim: Simulator,
  outcome: DialogueOutcome = {},
  within = 4_000,
): Promise<readonly string[]> {
  const end = performance.now() + within
  for (;;) {
    const settled = Promise.withResolvers<void>()
    const onSettled = (): void => settled.resolve()
    trace.settled.subscribe(onSettled)
    const timer = setTimeout(onSettled, Math.max(0, end - performance.now()))
    try {
      const differences = await look(sim, outcome)
      if (differences.length === 0 || performance.now() >= end) return differences
      await settled.promise
    } finally {
      clearTimeout(timer)
      trace.settled.unsubscribe(onSettled)
    }
  }
}

async function look(sim: Simulator, { payments, ledger }: DialogueOutcome): Promise<readonly string[]> {
  await sim.settled()
  const { rows } = sim.ledger({ handled: await sim.handled() })
  return [
    ...(payments === undefined ? [] : billsOf(rows, payments)),
    ...(ledger === undefined
      ? []
      : rows.flatMap(({ differs }, at) => differs.map((text) => `bill ${at + 1}: ${text}`))),
  ]
}

function billsOf(rows: readonly LedgerRow[], expected: readonly DialogueBill[]): readonly string[] {
  const asked = rows.filter(({ bill }) => bill !== null)
  const wrong = expected.flatMap((bill, at) => {
    const row = asked[at]
    return row === undefined ? [] : differencesOf(bill, row).map((text) => `bill ${at + 1}: ${text}`)
  })
  if (asked.length === expected.length) return wrong
  return [...wrong, `${asked.length} bills were made, and there must be ${expected.length}`]
}

function differencesOf({ asked, paid, handled }: DialogueBill, row: LedgerRow): readonly string[] {
  const outcomes = row.handled?.map(({ outcome }) => outcome).join(', ')
  return [
    ...(asked === undefined || asked === row.asked ? [] : [`${row.asked} was asked, and must be ${asked}`]),
    ...(paid === undefined || paid === row.paid ? [] : [`${row.paid} was paid, and must be ${paid}`]),
    // Nobody knows what an application at an address handled.
    ...(handled === undefined || outcomes === undefined || handled === (outcomes || 'nothing')
      ? []
      : [`handled as ${outcomes || 'nothing'}, and must be ${handled}`]),
  ]
}
