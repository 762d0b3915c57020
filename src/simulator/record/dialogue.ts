import { mostItems } from '../dialogue/check-dialogue.ts'
import type { Dialogue, DialogueStep } from '../dialogue/dialogue.ts'
import { usualNumber } from '../dialogue/dialogue.ts'
import { withRemarks } from '../dialogue/write-dialogue.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { LogRow } from '../log/row.ts'
import type { ProfileName } from '../wire/profiles.ts'
import type { Masks } from './hidden/mask.ts'
import { type Story, storyOf, type Told } from './story.ts'

/**
 * Options of a recording.
 *
 * @example
 * const options: RecordingOptions = { title: 'Tea, paid at once', secrets: ['2580'] }
 */
export interface RecordingOptions {
  /** Default `Recorded`. */
  readonly title?: string | undefined
  /** Texts that must not stand in it, beside phone numbers and what was entered at sensitive screens. */
  readonly secrets?: readonly string[] | undefined
  /** How the service sent, if not plainly. */
  readonly profile?: ProfileName | undefined
}

/**
 * Makes a dialogue of rows of the log: what subscribers did, what they saw, and what was asked and paid. Phone numbers and
 * what was entered at sensitive screens have stand-ins; the time is that of the first row.
 *
 * @throws FMW_SIMULATOR_STATE naming the row that can't be told, and why
 * @example
 * const rows = sim.log.rows({ sessionId })
 * await writeFile('stories/tea.yaml', writeDialogue(recordDialogue(rows, { title: 'Tea' })))
 */
export function recordDialogue(rows: readonly LogRow[], options: RecordingOptions = {}): Dialogue {
  const { title = 'Recorded', secrets = [], profile } = options
  const story = storyOf(rows, secrets)
  const { masks, told, doubts } = story
  if (told.length > mostItems)
    throw new FMW_SIMULATOR_STATE(
      `can't record ${told.length} steps: a dialogue has at most ${mostItems}. Choose fewer rows, or make several recordings`,
    )
  masks.addPhonesIn(title)
  const dialogue: Dialogue = {
    dialogue: masks.text(title),
    time: startOf(rows),
    profile,
    ...(Object.keys(story.secrets).length > 0 && { secrets: story.secrets }),
    ...phonesOf(story),
    steps: told.map((one) => maskedStep(one, masks)),
    ...(story.bills.length > 0 && { outcome: { payments: story.bills } }),
  }
  return withRemarks(dialogue, doubts)
}

/** What subscribers and the application wrote is hidden. Names and codes are the dialogue's own: a PIN of 2101 changes no code. */
function maskedStep({ step, row }: Told, masks: Masks): DialogueStep {
  const { dial, reply, texts, screen, receives, trigger } = step
  return {
    ...step,
    ...(dial !== undefined && { dial: masks.text(dial, row) }),
    ...(reply !== undefined && { reply: masks.text(reply, row) }),
    ...(texts !== undefined && { texts: masks.text(texts, row) }),
    ...(screen !== undefined && { screen: masks.shown(screen, row) }),
    ...(receives !== undefined && { receives: masks.shown(receives, row) }),
    ...(trigger !== undefined && { trigger: { ...trigger, fields: masks.value(trigger.fields) } }),
  }
}

/** When it happened, for clocks that stand. @throws FMW_SIMULATOR_STATE for no rows */
export function startOf(rows: readonly LogRow[]): string {
  const first = Math.min(...rows.map(({ at }) => at))
  if (!Number.isFinite(first)) throw new FMW_SIMULATOR_STATE('has nothing to record: choose rows of sim.log.rows()')
  return new Date(first).toISOString()
}

/** Nothing where there is one phone as any other. */
function phonesOf({ phones, masks }: Story): Pick<Dialogue, 'phones'> {
  const named = phones.map(({ name, number, channel, ...rest }) => [
    name,
    { number: masks.text(number), ...(channel !== 'ussd' && { channel }), ...rest },
  ])
  const [first, ...others] = phones
  const isUsual =
    first === undefined ||
    (others.length === 0 &&
      masks.text(first.number) === usualNumber(0) &&
      Object.keys(first).length === 3 &&
      first.channel === 'ussd')
  return isUsual ? {} : { phones: Object.fromEntries(named) }
}
