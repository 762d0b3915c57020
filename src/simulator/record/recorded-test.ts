import { ownOptions } from '../../own-options.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { LogRow } from '../log/row.ts'
import { type RecordingOptions, startOf } from './dialogue.ts'
import { fixtureOf } from './fixture.ts'
import { buildsApp, importsApp, quoted, type RunnerWords, readiesApp, runnerWords, type TestRunner } from './runners.ts'
import { type Story, type StoryPhone, storyOf, type Told } from './story.ts'

/**
 * Options of a recorded test.
 *
 * @example
 * const options: RecordedTestOptions = { title: 'Tea, paid at once', app: '../src/app.js', runner: 'node' }
 */
export interface RecordedTestOptions extends Omit<RecordingOptions, 'profile'> {
  /**
   * What the test imports: a module whose export `default`, `app` or `build` is the application, or a function that builds
   * it. A function is called with `{ logger, store }`: a store in memory. Default `./app.js`.
   */
  readonly app?: string | undefined
  /** What runs it. Default `vitest`. */
  readonly runner?: TestRunner | undefined
}

/**
 * Makes a test of rows of the log, with `phone(app)` of `…/testing`, which knows the application alone. It passes against the
 * application as it stands, with the variables of `.env`. What a fault only sent again is left out, with a line that says so. Phone numbers and what was entered at sensitive screens have
 * stand-ins, and the test reads the real ones from the environment; its clock stands at the first row.
 *
 * @returns TypeScript, and JavaScript as well
 * @throws FMW_SIMULATOR_STATE naming the row that such a test can't tell: a call to the service, a fault that changed it
 * @example
 * const rows = sim.log.rows({ direction: 'push', sessionId })
 * await writeFile('test/tea.test.ts', recordTest(rows, { title: 'sells tea', app: '../src/app.js' }))
 */
export function recordTest(rows: readonly LogRow[], options: RecordedTestOptions = {}): string {
  const { title = 'Recorded', app = './app.js', secrets = [], runner = 'vitest' } = ownOptions(options)
  const call = rows.find(({ direction }) => direction === 'call')
  if (call !== undefined) throw cannot(call, 'is a call to the service')
  const words = runnerWords[runner]
  const story = storyOf(rows, secrets)
  story.masks.addPhonesIn(title)
  const body = new TestBody(story, words).lines
  const replays = body.some((line) => line.includes('replay('))
  return [
    ...story.doubts.map((doubt) => `// ${doubt}`),
    ...[
      "import { existsSync } from 'node:fs'",
      "import { memoryStore } from 'fastify-merchant-webhooks'",
      `import { phone${replays ? ', replay' : ''} } from 'fastify-merchant-webhooks/testing'`,
      ...words.imports(replays),
    ].toSorted(byModule),
    '',
    ...readiesApp,
    '',
    ...Object.entries(story.secrets).flatMap(([name, standIn]) => [
      "// What is entered at a sensitive screen isn't recorded: the environment has the real one.",
      `const ${name} = process.env.${name} ?? ${quoted(standIn)}`,
      '',
    ]),
    words.open(quoted(story.masks.text(title))),
    ...importsApp(app).map(indented),
    ...words.stand(quoted(startOf(rows))).map(indented),
    ...buildsApp.map(indented),
    indented(words.close),
    ...body.map(indented),
    words.end,
    '',
  ].join('\n')
}

/** Those of Node.js first. */
function byModule(one: string, other: string): number {
  return rankOf(one) - rankOf(other)
}

function rankOf(line: string): number {
  return line.includes("'node:") ? 0 : 1
}

function indented(line: string): string {
  return line === '' ? line : `  ${line}`
}

/** The steps of a story, as chains of its phones. */
class TestBody {
  readonly lines: string[] = []
  readonly #story: Story
  readonly #words: RunnerWords
  #open: string | undefined

  constructor(story: Story, words: RunnerWords) {
    this.#story = story
    this.#words = words
    const dialling = story.phones.filter((phone) => story.told.some((told) => isAt(told, phone, story)))
    for (const phone of dialling)
      this.lines.push(`const ${callerOf(phone.name)} = phone(app, ${this.#optionsOf(phone)})`)
    for (const told of story.told) this.#tell(told)
  }

  #optionsOf({ number, channel, name: _, ...rest }: StoryPhone): string {
    const options = channel === 'ussd' ? { mobile: this.#story.masks.text(number), ...rest } : { channel, ...rest }
    const fields = Object.entries(options).map(([name, value]) => `${name}: ${quoted(value ?? '')}`)
    return `{ ${fields.join(', ')} }`
  }

  #tell(told: Told): void {
    const { row } = told
    const changing = row.faults.filter((fault) => !sendsMore.has(fault))
    if (changing.length > 0) throw cannot(row, `suffered ${changing.join(' and ')}`)
    const call = this.#callOf(told)
    if (call === undefined) this.#replay(told)
    else this.#chain(call, told)
  }

  #chain(call: string, told: Told): void {
    const { step, row } = told
    const phone = step.phone ?? this.#story.phones[0]?.name ?? 'phone'
    if (this.#open !== phone) {
      this.#open = undefined
      this.lines.push(`await ${callerOf(phone)}`)
      this.#open = phone
    }
    this.lines.push(...leftOutBeside(row).map(indented), `  .${call}`, ...this.#expected(told))
  }

  /** What the phone does; undefined for what no phone does. */
  #callOf({ step, row }: Told): string | undefined {
    const { masks } = this.#story
    if (step.dial !== undefined) return `dial(${quoted(masks.text(step.dial, row))})`
    if (step.reply !== undefined) return `reply(${quoted(masks.text(step.reply, row))})`
    if (step.secret !== undefined) return `reply(${step.secret})`
    if (step.hangUp) return 'hangUp()'
    if (step.timeout) return 'timeout()'
    if (step.repeatLast) return 'repeatLast()'
    if (step.push !== undefined) return `push(${quoted(step.push)})`
    if (step.refuse) return "pay({ outcome: 'cancelled' })"
    if (step.approve === undefined) return undefined
    const { amount, fails, times } = step.approve
    const options = [
      ...(fails === undefined ? [] : ["outcome: 'failed'"]),
      ...(amount === undefined ? [] : [`amount: ${amount}`]),
      ...(times === undefined ? [] : [`times: ${times}`]),
    ]
    return options.length === 0 ? 'pay()' : `pay({ ${options.join(', ')} })`
  }

  #expected({ shown, step, row }: Told): readonly string[] {
    if (shown === undefined) {
      if (step.screen !== undefined) throw cannot(row, `ends with ${step.screen}, an error of the gateway`)
      return []
    }
    const text = this.#story.masks.shown(shown.text + (shown.cutOff ?? ''), row)
    const lines = text.split('\n').map((line) => `    ${quoted(line)},`)
    const screen =
      lines.length === 1 ? [`  .expectScreen(${quoted(text)})`] : ['  .expectScreen([', ...lines, "  ].join('\\n'))"]
    const { payment, item } = shown
    if (payment !== undefined)
      return [...screen, `  .expectScreen(({ payment }) => payment?.amount === ${payment.amount})`]
    if (item !== undefined) return [...screen, `  .expectScreen(({ item }) => item?.length === ${item.length})`]
    return shown.type === 'response' ? screen : [...screen, "  .expectScreen(({ type }) => type === 'release')"]
  }

  /** A push that no phone sends. */
  #replay({ row, step }: Told): void {
    if (step.pays !== undefined) throw cannot(row, 'tells of an invoice, which the service makes')
    this.#open = undefined
    const { kind, request, expect: expected } = fixtureOf(row, {}, this.#story.masks)
    const [first, ...more] = JSON.stringify({ kind, request }, null, 2).split('\n')
    this.lines.push(...leftOutBeside(row))
    this.lines.push(`const answer${row.id} = await replay(app, ${first}`, ...more.slice(0, -1), '})')
    this.lines.push(this.#words.compare(`answer${row.id}.status`, expected.status))
  }
}

/** Faults that leave a push and its answer as they are, and send more beside it, or more slowly. */
const sendsMore: ReadonlySet<string> = new Set(['duplicate', 'burst', 'sameTurnTwice', 'slowNetwork', 'probe', 'forge'])

/** What of a row the test doesn't do. */
function leftOutBeside({ id, faults }: LogRow): readonly string[] {
  return faults.length === 0 ? [] : [`// Row ${id} suffered ${faults.join(' and ')}: what that added is left out.`]
}

function cannot({ id }: LogRow, why: string): Error {
  return new FMW_SIMULATOR_STATE(
    `can't write a test of row ${id}, which ${why}: a test knows the application alone, without the service. Leave the row out, or record a dialogue`,
  )
}

/** `phone` is what makes one. */
function callerOf(name: string): string {
  return name.replace('phone', 'caller')
}

function isAt({ step }: Told, phone: StoryPhone, { phones }: Story): boolean {
  const isTurn = step.texts === undefined && step.receives === undefined && step.trigger === undefined
  return isTurn && (step.phone ?? phones[0]?.name) === phone.name
}
