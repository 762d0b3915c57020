import { shortestSecret } from '../../text/describe-error.ts'
import type { Face } from '../control/face.ts'
import { doingOf, withSeen } from './compare-screens.ts'
import type { Dialogue } from './dialogue.ts'
import { Playing } from './playing.ts'
import { placeOf } from './read-dialogue.ts'

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

/** How steps are played. */
export interface PlayStepsOptions {
  /** What is entered by `secret`, by name; else what the dialogue has. */
  readonly secrets: Readonly<Record<string, string | undefined>>
  /** Is called when time was moved on. */
  readonly onTime: () => void
  /** ms of the machine's own time that the application has to send a message. */
  readonly within: number
  /** Goes on after a screen that differs. */
  readonly goesOn: boolean
}

/** What came of them. */
export interface PlayedSteps {
  readonly steps: readonly PlayedStep[]
  /** The dialogue with what was found where its screens differ. */
  readonly found: Dialogue
  /** Whether those that are left were not played. */
  readonly isOver: boolean
  readonly isStuck: boolean
  /** Takes away the faults that were switched on for it, as far as they are still on. */
  readonly takeFaultsBack: () => void
}

/** Plays the steps of a dialogue on a simulator, and compares what subscribers see. */
export async function playSteps(sim: Face, dialogue: Dialogue, options: PlayStepsOptions): Promise<PlayedSteps> {
  const { secrets, onTime, within, goesOn } = options
  const entered = Object.entries(dialogue.secrets ?? {}).map(([name, standIn]) => {
    return { name, standIn, value: secrets[name] ?? standIn }
  })
  // A file has stand-ins alone, and so has what is found.
  const disguise = (text: string): string =>
    entered
      .filter(({ value }) => value.length >= shortestSecret)
      .reduce((shown, { value, standIn }) => shown.replaceAll(value, standIn), text)
  const values = new Map(entered.map(({ name, value }) => [name, value]))
  const playing = new Playing(sim, dialogue, { secrets: values, disguise, onTime, within })
  const steps: PlayedStep[] = []
  const found = [...dialogue.steps]
  let isOver = false
  let isStuck = false
  for (const [at, step] of dialogue.steps.entries()) {
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
  return {
    steps,
    found: { ...dialogue, steps: found },
    isOver,
    isStuck,
    takeFaultsBack: () => playing.takeFaultsBack(),
  }
}

/** Which steps differ, and how; null where none does. @param others what else differs, in sentences */
export function inWords(dialogue: Dialogue, steps: readonly PlayedStep[], others: readonly string[]): string | null {
  const wrong = steps.flatMap(({ does, place, problem }, at) =>
    problem === null ? [] : [`step ${at + 1}${place === null ? '' : ` (${place})`}, ${does}: ${problem}`],
  )
  const all = [...wrong, ...others]
  return all.length === 0 ? null : [dialogue.dialogue, ...all].join('\n')
}
