import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Clock, systemClock } from '../../clock.ts'
import { ownOptions } from '../../own-options.ts'
import { shortestSecret } from '../../text/describe-error.ts'
import type { SimulatorOptions } from '../options.ts'
import { createSimulator, type Simulator } from '../simulator.ts'
import type { ConnectOptions, SimulatedApp } from '../wire/addresses.ts'
import { compareOutcome } from './compare-outcome.ts'
import { doingOf, withSeen } from './compare-screens.ts'
import type { Dialogue } from './dialogue.ts'
import { Playing } from './playing.ts'
import { checkDialogue, placeOf, readDialogue } from './read-dialogue.ts'

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
 * What came of one step.
 *
 * @example
 * const slow = ({ steps }: DialogueResult) => steps.filter(({ ms }: PlayedStep) => ms > 1_000)
 */
export interface PlayedStep {
  /** What was done: `reply '1'`. */
  readonly does: string
  /** `tea.yaml:7`; null for a dialogue that came from no file. */
  readonly place: string | null
  /** What the phone showed; null where the step shows nothing. */
  readonly screen: string | null
  /** What differs, in lines of 80 columns; null where nothing does. */
  readonly problem: string | null
  readonly ms: number
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
    const entered = Object.entries(played.secrets ?? {}).map(([name, standIn]) => {
      return { name, standIn, value: secrets[name] ?? process.env[name] ?? standIn }
    })
    const values = new Map(entered.map(({ name, value }) => [name, value]))
    // A file has stand-ins alone, and so has what is found.
    const disguise = (text: string): string =>
      entered
        .filter(({ value }) => value.length >= shortestSecret)
        .reduce((shown, { value, standIn }) => shown.replaceAll(value, standIn), text)
    const playing = new Playing(sim, played, {
      secrets: values,
      disguise,
      onTime: () => time !== undefined && onTime(sim.now()),
      within,
    })
    const steps: PlayedStep[] = []
    const found = [...played.steps]
    let isOver = false
    let isStuck = false
    for (const [at, step] of played.steps.entries()) {
      const begun = performance.now()
      const { seen, problem, isFatal } = await playing.play(step)
      steps.push({
        does: doingOf(step),
        place: placeOf(step) ?? null,
        screen: seen?.screen ?? null,
        problem: problem && disguise(problem),
        ms: performance.now() - begun,
      })
      if (problem === null) continue
      if (seen !== undefined) found[at] = withSeen(step, seen)
      isStuck = isFatal
      isOver = isFatal || !goesOn
      if (isOver) break
    }
    const outcome = isOver ? [] : await compareOutcome(sim, played.outcome, within)
    return {
      problem: inWords(played, steps, outcome),
      steps,
      outcome,
      found: { ...played, steps: found },
      isStuck,
      seed,
    }
  } finally {
    await sim.close()
    await built?.close()
  }
}

function inWords(dialogue: Dialogue, steps: readonly PlayedStep[], outcome: readonly string[]): string | null {
  const wrong = steps.flatMap(({ does, place, problem }, at) =>
    problem === null ? [] : [`step ${at + 1}${place === null ? '' : ` (${place})`}, ${does}: ${problem}`],
  )
  const all = [...wrong, ...outcome.map((text) => `the outcome differs: ${text}`)]
  return all.length === 0 ? null : [dialogue.dialogue, ...all].join('\n')
}

/** The calendar stands still; waits for answers go on. */
function standingAt(moment: number): Clock {
  return { ...systemClock, now: () => moment }
}
